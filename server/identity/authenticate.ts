import type { Services } from '../services.ts';
import { type Account, findAccount } from './data.ts';
import { GoogleError } from './google-errors.ts';
import { IdTokenRefused, idTokenIssuersOf, type VerifiedIdToken, verifyIdToken } from './verify-id-token.ts';

export interface Authenticated {
  account: Account;
  token: VerifiedIdToken;
}

/** Seconds since the last proof of identity within which a password may be changed or an account deleted. */
const RECENT = 15 * 60;

/**
 * The account an ID token stands for: the token is good, the account is there, enabled, and the token wasn't
 * revoked with a password change or reset.
 * @throws {IdTokenRefused}
 */
export async function authenticate(services: Services, idToken: string): Promise<Authenticated> {
  const token = await verifyIdToken(idTokenIssuersOf(services), idToken);
  return { token, account: standing(await findAccount(services.db, token.uid), token) };
}

/** The same, given a row that the caller read, and perhaps holds. @throws {IdTokenRefused} */
export function standing(account: Account | null, token: VerifiedIdToken): Account {
  if (!account) throw new IdTokenRefused('USER_NOT_FOUND');
  if (account.disabled) throw new IdTokenRefused('USER_DISABLED');
  if (token.issuedAt < Math.floor(account.tokensValidAfter.getTime() / 1000))
    throw new IdTokenRefused('TOKEN_EXPIRED');
  return account;
}

/** @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
export function assertRecent(token: VerifiedIdToken, now = Date.now()): void {
  if (now / 1000 - token.authTime > RECENT) throw new GoogleError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}
