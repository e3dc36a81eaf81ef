import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../../core/db/database.ts';
import { hashToken } from '../../../core/secrets.ts';
import { type Account, type LinkedProvider, linkedProvidersOf, lockAccount } from '../accounts/data.ts';
import { GoogleError } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { refreshTokens } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { endFamily } from '../sessions/end-sign-in.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import {
  EMBEDDED_PROJECT,
  providerOfRefreshToken,
  type SignIn,
  type SignInProvider,
  storeRefreshToken,
  tokenFields,
} from '../tokens/tokens.ts';
import { authenticate } from '../tokens/verify-id-token.ts';
import { text, verb } from './account-fields.ts';

/** Field names as in OAuth 2.0; Google also accepts camel case. */
const exchangeRequest = z.object({
  grant_type: text,
  grantType: text,
  refresh_token: text,
  refreshToken: text,
});

/** Milliseconds in which an exchanged token is accepted again, since two tabs may refresh at once. */
const REUSE_GRACE = 60_000;

type Outcome =
  | { ended: 'TOKEN_EXPIRED' | 'USER_DISABLED'; uid: string | null }
  | { ended: null; account: Account; linked: LinkedProvider[]; signIn: SignIn; refreshToken: string };

/**
 * `securetoken…/v1/token` with grant_type=refresh_token. A token reused after the grace period may be stolen:
 * its sign-in ends (RFC 9700, 4.14.2). A token of our format that is not valid gets TOKEN_EXPIRED, which signs
 * the SDK out.
 * @throws {GoogleError} TOKEN_EXPIRED, USER_DISABLED, INVALID_REFRESH_TOKEN, INVALID_GRANT_TYPE, MISSING_…
 */
export const exchangeRefreshToken = verb(exchangeRequest, async (services, request, { http: { ip } }) => {
  const grantType = request.grant_type ?? request.grantType;
  const token = request.refresh_token ?? request.refreshToken;
  if (!grantType) throw new GoogleError('MISSING_GRANT_TYPE');
  if (grantType !== 'refresh_token') throw new GoogleError('INVALID_GRANT_TYPE');
  if (!token) throw new GoogleError('MISSING_REFRESH_TOKEN');
  const provider = providerOfRefreshToken(token);
  if (!provider) throw new GoogleError('INVALID_REFRESH_TOKEN');
  if (provider === 'unknown') throw new GoogleError('TOKEN_EXPIRED');

  // Returned, not thrown: an exception would roll back the revocation of the family.
  const outcome = await services.db.transaction((tx) => exchange(tx, token, provider));
  if (outcome.ended) {
    const { uid } = outcome;
    if (uid) sessionCacheOf(services).forgetUid(uid);
    void noteSecurityEvent(services, { kind: uid ? 'token-reused' : 'token-refused', uid, ip });
    throw new GoogleError(outcome.ended);
  }
  const fields = await tokenFields(services, outcome);
  return {
    access_token: fields.idToken,
    expires_in: fields.expiresIn,
    token_type: 'Bearer',
    refresh_token: fields.refreshToken,
    id_token: fields.idToken,
    user_id: outcome.account.uid,
    project_id: EMBEDDED_PROJECT,
  };
});

async function exchange(tx: Transaction, token: string, provider: SignInProvider): Promise<Outcome> {
  const mine = eq(refreshTokens.tokenHash, hashToken(token));
  const [owner] = await tx.select({ uid: refreshTokens.uid }).from(refreshTokens).where(mine);
  const account = owner ? await lockAccount(tx, owner.uid) : null;
  // Read again under the account's lock, so that of two concurrent exchanges the second sees the first.
  const [found] = account ? await tx.select().from(refreshTokens).where(mine) : [];
  if (!account || !found) return { ended: 'TOKEN_EXPIRED', uid: null };
  if (account.disabled) return { ended: 'USER_DISABLED', uid: null };
  const now = Date.now();
  if (found.revokedAt || found.expiresAt.getTime() <= now) return { ended: 'TOKEN_EXPIRED', uid: null };
  if (found.rotatedAt && now - found.rotatedAt.getTime() > REUSE_GRACE) {
    await endFamily(tx, account.uid, found.familyId);
    return { ended: 'TOKEN_EXPIRED', uid: account.uid };
  }
  if (!found.rotatedAt)
    await tx
      .update(refreshTokens)
      .set({ rotatedAt: new Date(now) })
      .where(mine);
  const signIn = { uid: account.uid, familyId: found.familyId, provider, authTime: found.authTime };
  return {
    ended: null,
    account,
    signIn,
    linked: await linkedProvidersOf(tx, account.uid),
    refreshToken: await storeRefreshToken(tx, signIn),
  };
}

const revokeTokenRequest = z.object({
  idToken: text,
  token: text,
  providerId: text,
  tokenType: z.union([z.string(), z.number()]).nullish(),
});

/** `v2/accounts:revokeToken` ends the whole sign-in. @throws {GoogleError} OPERATION_NOT_ALLOWED…, {IdTokenRefused} */
export const revokeToken = verb(revokeTokenRequest, async (services, request) => {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  if (!request.token) throw new GoogleError('MISSING_TOKEN');
  const { account } = await authenticate(services, request.idToken);
  if (providerOfRefreshToken(request.token)) {
    await revokeFamily(services, account.uid, request.token);
    return {};
  }
  if (!request.providerId) throw new GoogleError('INVALID_PROVIDER_ID');
  throw new GoogleError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.');
});

/** Another account's token and an unknown one get the same answer (RFC 7009, section 2.2). */
async function revokeFamily(services: IdentityServices, uid: string, token: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    // The lock prevents an exchange from adding a token to the family meanwhile.
    await lockAccount(tx, uid);
    const [found] = await tx
      .select({ familyId: refreshTokens.familyId })
      .from(refreshTokens)
      .where(and(eq(refreshTokens.tokenHash, hashToken(token)), eq(refreshTokens.uid, uid)));
    if (found) await endFamily(tx, uid, found.familyId);
  });
  sessionCacheOf(services).forgetUid(uid);
}
