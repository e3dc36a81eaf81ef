import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { sessions } from '../db/schema.ts';
import { signInNeeded } from '../errors.ts';
import { enforce } from '../rate-limit.ts';
import type { Services } from '../services.ts';
import { standing } from './authenticate.ts';
import { lockAccount, type Profile, spreadProfile } from './data.ts';
import { revokeSession } from './revoke-session.ts';
import type { SessionTicket } from './session-cookie.ts';
import { sessionMemoOf } from './session-memo.ts';
import { IdTokenRefused, idTokenIssuersOf, verifyIdToken } from './verify-id-token.ts';

/** Milliseconds; absolute: showing an ID token again renews what the session says, not how long it lasts. */
const SESSION_LIFETIME = 30 * 24 * 3600 * 1000;
const USER_AGENT_CHARACTERS = 300;
const OPENED_PER_ACCOUNT_AN_HOUR = 300;

export interface OpenSession extends Profile {
  id: string;
  expiresAt: Date;
}

/**
 * `POST /api/session`: turns an ID token into a browser session, or syncs the one the browser has. Under the
 * account's lock, so that no session slips in while the account is shut or its password changes.
 * @param cookie what the browser's session cookie says, if it has one
 * @throws 401 when the token, or the account behind it, is no longer good
 */
export async function openSession(
  services: Services,
  idToken: string,
  cookie: SessionTicket | null,
  userAgent: string | undefined,
): Promise<OpenSession> {
  try {
    const token = await verifyIdToken(idTokenIssuersOf(services), idToken);
    const session = await services.db.transaction(async (tx) => {
      const account = standing(await lockAccount(tx, token.uid), token);
      await spreadProfile(tx, account);
      return (await sync(tx, account, cookie)) ?? (await open(tx, account, userAgent));
    });
    // Somebody else was signed in at this browser: their cookie is being replaced, so their session ends.
    if (cookie && cookie.uid !== session.uid) await revokeSession(services, cookie.sessionId, cookie.uid);
    sessionMemoOf(services).forgetUid(session.uid);
    return session;
  } catch (error) {
    if (error instanceof IdTokenRefused) throw signInNeeded();
    throw error;
  }
}

async function sync(
  tx: Transaction,
  profile: Profile,
  cookie: SessionTicket | null,
): Promise<OpenSession | null> {
  if (cookie?.uid !== profile.uid) return null;
  const [row] = await tx
    .update(sessions)
    .set({ syncedAt: new Date() })
    .where(
      and(
        eq(sessions.id, cookie.sessionId),
        eq(sessions.uid, profile.uid),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date()),
      ),
    )
    .returning();
  return row ?? null;
}

async function open(tx: Transaction, profile: Profile, userAgent: string | undefined): Promise<OpenSession> {
  const { uid, email, emailVerified, displayName } = profile;
  await enforce(tx, {
    key: `session:${uid}`,
    most: OPENED_PER_ACCOUNT_AN_HOUR,
    window: 3600,
    message: 'You have signed in very often. Please try again in an hour.',
  });
  const expiresAt = new Date(Math.floor((Date.now() + SESSION_LIFETIME) / 1000) * 1000);
  const session = { id: randomUUID(), uid, email, emailVerified, displayName, expiresAt };
  await tx
    .insert(sessions)
    .values({ ...session, userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null });
  return session;
}
