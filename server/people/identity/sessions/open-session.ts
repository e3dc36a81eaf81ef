import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import { signInEnded, signInNeeded } from '../../../core/errors.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { endSessions, lockAccount, type Profile, syncProfile } from '../accounts/data.ts';
import { type TakenToken, takeToken } from '../firebase/firebase-person.ts';
import { judgeFirstProof } from '../firebase/judge-first-proof.ts';
import { judgePasskey } from '../firebase/judge-passkey.ts';
import { IdTokenRefused } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { isActive, sessions } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import {
  assertSignInValid,
  requireValidAccount,
  SignInEnded,
  type VerifiedIdToken,
  verifyIdToken,
} from '../tokens/verify-id-token.ts';
import { sessionCacheOf } from './session-cache.ts';
import { type SessionCookie, sessionEnd } from './session-cookie.ts';

const USER_AGENT_CHARACTERS = 300;

export interface OpenSession extends Profile {
  id: string;
  expiresAt: Date;
}

/**
 * Opens a browser session by an ID token, or updates the one it has. The account is locked, so that none is opened
 * while it is being disabled.
 * @throws 401 when token, sign-in or account is not valid; 503 when that cannot be checked
 */
export async function openSession(
  services: IdentityServices,
  idToken: string,
  cookie: SessionCookie | null,
  http: FastifyRequest,
): Promise<OpenSession> {
  try {
    const token = await verifyIdToken(services, idToken);
    await judgePasskey(services, token, idToken, cookie);
    const judged = await judgeFirstProof(services, token, idToken, http);
    const { session, isNew } = await services.db.transaction(async (tx) => {
      const { firebase } = services.identity;
      const { profile, proof, opensSession } = firebase
        ? await takeToken(tx, services, token, judged)
        : await takeEmbeddedToken(tx, token);
      const expiresAt = sessionEnd(token.authTime, firebase ? token.expiresAt : undefined);
      if (expiresAt <= new Date()) throw new SignInEnded();
      await syncProfile(tx, profile, { clearsName: false });
      if (proof) await services.on.proof(tx, proof);
      const fresh = { ...profile, signInId: token.signInId, expiresAt };
      const kept = await syncSession(tx, fresh, cookie);
      if (!kept && !opensSession) throw new SignInEnded();
      const session = kept ?? (await createSession(tx, fresh, http.headers['user-agent']));
      return { session, isNew: !kept };
    });
    const { provider: by } = token;
    if (isNew) await noteSecurityEvent(services, { kind: 'signed-in', uid: session.uid, ip: http.ip, by });
    // The cookie of the browser is replaced: end the session that it named.
    if (cookie && cookie.sessionId !== session.id) {
      await endSessions(services.db, cookie.uid, eq(sessions.id, cookie.sessionId));
      sessionCacheOf(services).forgetUid(cookie.uid);
    }
    sessionCacheOf(services).forgetUid(session.uid);
    return session;
  } catch (error) {
    if (error instanceof IdTokenRefused)
      void noteSecurityEvent(services, { kind: 'token-refused', ip: http.ip });
    if (error instanceof SignInEnded) throw signInEnded();
    if (error instanceof IdTokenRefused) throw signInNeeded();
    throw error;
  }
}

async function takeEmbeddedToken(tx: Transaction, token: VerifiedIdToken): Promise<TakenToken> {
  const profile = requireValidAccount(await lockAccount(tx, token.uid), token);
  await assertSignInValid(tx, token);
  return { profile, proof: null, opensSession: true };
}

type FreshSession = Omit<OpenSession, 'id'> & { signInId: string };

async function syncSession(
  tx: Transaction,
  { uid, signInId, expiresAt }: FreshSession,
  cookie: SessionCookie | null,
): Promise<OpenSession | null> {
  if (cookie?.uid !== uid) return null;
  const same = and(eq(sessions.id, cookie.sessionId), eq(sessions.uid, uid), eq(sessions.signInId, signInId));
  return first(
    tx.update(sessions).set({ syncedAt: new Date(), expiresAt }).where(and(same, isActive())).returning(),
  );
}

async function createSession(
  tx: Transaction,
  { uid, email, emailVerified, displayName, signInId, expiresAt }: FreshSession,
  userAgent: string | undefined,
): Promise<OpenSession> {
  await enforce(tx, limit('session', uid));
  const session = { id: randomUUID(), uid, signInId, email, emailVerified, displayName, expiresAt };
  await tx
    .insert(sessions)
    .values({ ...session, userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null });
  return session;
}
