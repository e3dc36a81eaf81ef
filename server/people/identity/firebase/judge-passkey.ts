import { and, eq, lt } from 'drizzle-orm';
import type { IdentityServices } from '../identity-provider.ts';
import { isActive, passkeys, sessions } from '../schema.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { SignInEnded, type VerifiedIdToken } from '../tokens/verify-id-token.ts';
import { lookUpAccount } from './look-up-account.ts';

/**
 * Firebase mode: a passkey counts until a new password is set at the project, which tells us of none; older
 * ones are removed. Call it outside of a transaction.
 * @throws {SignInEnded} for a passkey that is gone; {IdTokenRefused}; 503 when the project cannot be asked
 */
export async function judgePasskey(
  { db, identity: { firebase } }: IdentityServices,
  token: VerifiedIdToken,
  idToken: string,
  cookie: SessionCookie | null,
): Promise<void> {
  if (!firebase || token.provider !== 'custom') return;
  if (cookie && (await hasSession(db, token, cookie))) return;
  const { passwordUpdatedAt } = await lookUpAccount(firebase, idToken);
  const isOlder = lt(passkeys.createdAt, new Date(passwordUpdatedAt));
  await db.delete(passkeys).where(and(eq(passkeys.uid, token.uid), isOlder));
  const isKnown = token.passkey && and(eq(passkeys.uid, token.uid), eq(passkeys.id, token.passkey));
  if (!isKnown || (await db.$count(passkeys, isKnown)) === 0) throw new SignInEnded();
}

async function hasSession(
  db: IdentityServices['db'],
  { uid, signInId }: VerifiedIdToken,
  { sessionId }: SessionCookie,
): Promise<boolean> {
  const own = and(eq(sessions.id, sessionId), eq(sessions.uid, uid), eq(sessions.signInId, signInId));
  return (await db.$count(sessions, and(own, isActive()))) > 0;
}
