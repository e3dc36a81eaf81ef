import type { FastifyRequest } from 'fastify';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { IdTokenRefused } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { knownBrowserOf } from '../sessions/known-browser.ts';
import { SignInEnded, type VerifiedIdToken } from '../tokens/verify-id-token.ts';
import { browserOwner, type FirstProof, findFirebasePerson } from './firebase-person.ts';
import { clearProfile, lookUpAccount } from './look-up-account.ts';

/** Milliseconds between the setting of a password at sign-up and the whole second of the first token, at most. */
const SIGN_UP_TAKES_MS = 5_000;

/**
 * Firebase mode: who proved an address, when a token first says that it is verified. The maker is recognised by a known
 * browser, or by a password that is unchanged since. Call it outside of a transaction
 * (docs/decisions/0048).
 * @returns null for a token that is no first proof
 * @throws {IdTokenRefused}; 503 when the project cannot be asked
 */
export async function judgeFirstProof(
  services: IdentityServices,
  token: VerifiedIdToken,
  idToken: string,
  http: Pick<FastifyRequest, 'cookies'>,
): Promise<FirstProof | null> {
  const { firebase } = services.identity;
  if (!firebase || !token.emailVerified) return null;
  const before = await findFirebasePerson(services.db, token.uid);
  if (!before || before.unprovedSince === null || token.issuedAt < before.tokenIssuedAt) return null;
  const { unprovedSince } = before;
  await enforce(services.db, limit('first proof', token.uid));
  const account = await lookUpAccount(firebase, idToken);
  // A newer token says what the account is now.
  if (!account.emailVerified || account.email !== token.email?.toLowerCase())
    throw new IdTokenRefused('TOKEN_EXPIRED');
  // A passkey is only added to a proved address, so this one is from before the account changed to another.
  const byPassword = token.provider === 'password' || token.provider === 'custom';
  // A provider's first sign-in removes the password of an unproved account: whoever signed in with it is signed out.
  if (byPassword && !account.hasPassword && !account.usedEmailLink) throw new SignInEnded();
  const samePassword = account.passwordUpdatedAt <= unprovedSince * 1000 + SIGN_UP_TAKES_MS;
  const how = byPassword && samePassword && !account.usedEmailLink ? 'own session' : 'elsewhere';
  const known = knownBrowserOf(services, http, browserOwner(before)) !== null;
  const byMaker = known || how === 'own session';
  // After a mailed link its age says nothing: whoever signed up may have changed the password since.
  if (!byMaker)
    await clearProfile(firebase, idToken, { password: account.usedEmailLink && account.hasPassword });
  return { unprovedSince, byMaker, how };
}
