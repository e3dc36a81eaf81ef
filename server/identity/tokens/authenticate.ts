import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../platform/db/database.ts';
import { refreshTokens } from '../../platform/db/schema/identity.ts';
import type { Services } from '../../platform/services.ts';
import { type Account, findAccount } from '../accounts/data.ts';
import { GoogleError } from '../google-errors.ts';
import { IdTokenRefused, idTokenIssuersOf, type VerifiedIdToken, verifyIdToken } from './verify-id-token.ts';

export interface Authenticated {
  account: Account;
  token: VerifiedIdToken;
}

/** The token is good, but the sign-in behind it was ended: signed out from elsewhere, or replayed. */
export class SignInEnded extends IdTokenRefused {
  override name = 'SignInEnded';

  constructor() {
    super('TOKEN_EXPIRED');
  }
}

/** Seconds since the last proof of identity within which a password may be changed or an account deleted. */
const RECENT = 15 * 60;

/**
 * The account an ID token stands for: the token is good, the account is there, enabled, and neither the token
 * nor its sign-in was revoked.
 * @throws {IdTokenRefused}
 */
export async function authenticate(services: Services, idToken: string): Promise<Authenticated> {
  const token = await verifyIdToken(idTokenIssuersOf(services), idToken);
  const account = standing(await findAccount(services.db, token.uid), token);
  await assertSignInStands(services.db, token);
  return { token, account };
}

/** The same, given a row that the caller read, and perhaps holds. @throws {IdTokenRefused} */
export function standing(account: Account | null, token: VerifiedIdToken): Account {
  if (!account) throw new IdTokenRefused('USER_NOT_FOUND');
  if (account.disabled) throw new IdTokenRefused('USER_DISABLED');
  if (token.issuedAt < Math.floor(account.tokensValidAfter.getTime() / 1000))
    throw new IdTokenRefused('TOKEN_EXPIRED');
  return account;
}

/** An ID token is good for as long as one refresh token of its sign-in is. @throws {SignInEnded} */
export async function assertSignInStands(db: Executor, token: VerifiedIdToken): Promise<void> {
  const [living] = await db
    .select({ uid: refreshTokens.uid })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.familyId, token.signInId),
        eq(refreshTokens.uid, token.uid),
        isNull(refreshTokens.revokedAt),
      ),
    )
    .limit(1);
  if (!living) throw new SignInEnded();
}

/** @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
export function assertRecent(token: VerifiedIdToken, now = Date.now()): void {
  if (now / 1000 - token.authTime > RECENT) throw new GoogleError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}
