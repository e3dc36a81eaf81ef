import { and, eq, lt } from 'drizzle-orm';
import type { IdentityServices } from '../identity-provider.ts';
import { isActive, passkeys, sessions } from '../schema.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { SignInEnded, type VerifiedIdToken } from '../tokens/verify-id-token.ts';
import { lookUpAccount } from './look-up-account.ts';

/**
 * Firebase mode: removes passkeys from before the account's last change of password, of which the project does not
 * tell us. Call it outside of a transaction.
 * @throws {SignInEnded} for a passkey that is gone; {IdTokenRefused}; 503 when the project cannot be asked
 */
export async function judgePasskey(
  { db, identity: { firebase } }: IdentityServices,
  { provider, uid, signInId, passkey }: VerifiedIdToken,
  idToken: string,
  cookie: SessionCookie | null,
): Promise<void> {
  if (!firebase || provider !== 'custom') return;
  const own = and(eq(sessions.uid, uid), eq(sessions.signInId, signInId), isActive());
  const isOpen = cookie && and(eq(sessions.id, cookie.sessionId), own);
  if (isOpen && (await db.$count(sessions, isOpen)) > 0) return;
  const { passwordUpdatedAt } = await lookUpAccount(firebase, idToken);
  const isOlder = lt(passkeys.createdAt, new Date(passwordUpdatedAt));
  await db.delete(passkeys).where(and(eq(passkeys.uid, uid), isOlder));
  const isKnown = passkey && and(eq(passkeys.uid, uid), eq(passkeys.id, passkey));
  if (!isKnown || (await db.$count(passkeys, isKnown)) === 0) throw new SignInEnded();
}
