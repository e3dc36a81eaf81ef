import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../../core/db/database.ts';
import { signInEnded, signInNeeded } from '../../../core/errors.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { lockAccount, type Profile, syncProfile } from '../accounts/data.ts';
import type { AddressProof } from '../address-proof.ts';
import { type FirstProof, lockFirebasePerson, takeToken } from '../firebase/firebase-person.ts';
import { judgeFirstProof } from '../firebase/judge-first-proof.ts';
import { judgePasskey } from '../firebase/judge-passkey.ts';
import { IdTokenRefused } from '../google-errors.ts';
import type { EraseData } from '../hand-over.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { isActive, sessions } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import {
  assertSignInValid,
  idTokenIssuersOf,
  requireValidAccount,
  SignInEnded,
  type VerifiedIdToken,
  verifyIdToken,
} from '../tokens/verify-id-token.ts';
import { sessionCacheOf } from './session-cache.ts';
import { type SessionCookie, sessionEnd } from './session-cookie.ts';
import { revokeSession } from './sessions.ts';

const USER_AGENT_CHARACTERS = 300;

export interface OpenSession extends Profile {
  id: string;
  expiresAt: Date;
}

interface VerifiedSignIn {
  profile: Profile;
  proof: AddressProof | null;
  /** false where the token may only keep a session that there is */
  opens: boolean;
  signInId: string;
  expiresAt: Date;
  renews: boolean;
}

/**
 * Opens a browser session by an ID token, or updates the one it has. The account is locked, so that none is opened
 * while it is being disabled.
 * @param eraseData of an account that is handed over, in Firebase mode
 * @throws 401 when token, sign-in or account is not valid; 503 when that cannot be checked
 */
export async function openSession(
  services: IdentityServices,
  idToken: string,
  cookie: SessionCookie | null,
  http: FastifyRequest,
  eraseData: EraseData,
): Promise<OpenSession> {
  try {
    const token = await verifyIdToken(idTokenIssuersOf(services), idToken);
    await judgePasskey(services, token, idToken, cookie);
    const judged = await judgeFirstProof(services, token, idToken, http);
    const { session, isNew } = await services.db.transaction(async (tx) => {
      const signIn = services.identity.firebase
        ? await verifyFirebase(tx, token, judged, eraseData)
        : await verifyEmbedded(tx, token);
      if (signIn.expiresAt <= new Date()) throw new SignInEnded();
      await syncProfile(tx, signIn.profile, { clearsName: false });
      if (signIn.proof) await services.on.proof(tx, signIn.proof);
      const kept = await syncSession(tx, signIn, cookie);
      if (!kept && !signIn.opens) throw new SignInEnded();
      const session = kept ?? (await createSession(tx, signIn, http.headers['user-agent']));
      return { session, isNew: !kept };
    });
    const { provider: by } = token;
    if (isNew) await noteSecurityEvent(services, { kind: 'signed-in', uid: session.uid, ip: http.ip, by });
    // The cookie of the browser is replaced: end the session that it named.
    if (cookie && cookie.sessionId !== session.id)
      await revokeSession(services, cookie.sessionId, cookie.uid);
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

async function verifyEmbedded(tx: Transaction, token: VerifiedIdToken): Promise<VerifiedSignIn> {
  const profile = requireValidAccount(await lockAccount(tx, token.uid), token);
  await assertSignInValid(tx, token);
  const { signInId, authTime } = token;
  return { profile, proof: null, opens: true, signInId, expiresAt: sessionEnd(authTime), renews: false };
}

async function verifyFirebase(
  tx: Transaction,
  token: VerifiedIdToken,
  judged: FirstProof | null,
  eraseData: EraseData,
): Promise<VerifiedSignIn> {
  await lockFirebasePerson(tx, token.uid);
  const { profile, proof, opensSession } = await takeToken(tx, token, judged, eraseData);
  const expiresAt = sessionEnd(token.authTime, token.expiresAt);
  return { profile, proof, opens: opensSession, signInId: token.signInId, expiresAt, renews: true };
}

async function syncSession(
  tx: Transaction,
  { profile, signInId, expiresAt, renews }: VerifiedSignIn,
  cookie: SessionCookie | null,
): Promise<OpenSession | null> {
  if (cookie?.uid !== profile.uid) return null;
  const [row] = await tx
    .update(sessions)
    .set({ syncedAt: new Date(), ...(renews ? { expiresAt } : {}) })
    .where(
      and(
        eq(sessions.id, cookie.sessionId),
        eq(sessions.uid, profile.uid),
        eq(sessions.signInId, signInId),
        isActive(),
      ),
    )
    .returning();
  return row ?? null;
}

async function createSession(
  tx: Transaction,
  { profile, signInId, expiresAt }: VerifiedSignIn,
  userAgent: string | undefined,
): Promise<OpenSession> {
  const { uid, email, emailVerified, displayName } = profile;
  await enforce(tx, limit('session', uid));
  const session = { id: randomUUID(), uid, signInId, email, emailVerified, displayName, expiresAt };
  await tx
    .insert(sessions)
    .values({ ...session, userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null });
  return session;
}
