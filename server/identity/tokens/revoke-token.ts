import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { refreshTokens } from '../../platform/db/schema/identity.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../accounts/data.ts';
import { text } from '../accounts/fields.ts';
import { GoogleError } from '../google-errors.ts';
import { authenticate } from './authenticate.ts';
import { providerOfRefreshToken } from './tokens.ts';

export const revokeTokenRequest = z.object({
  idToken: text,
  token: text,
  providerId: text,
  tokenType: z.union([z.string(), z.number()]).nullish(),
});

/**
 * `v2/accounts:revokeToken`. A refresh token of our own ends, with all that descend from the same sign-in.
 * Another provider's token is that provider's to revoke, and none is configured here.
 * @throws {GoogleError} OPERATION_NOT_ALLOWED, INVALID_PROVIDER_ID, {IdTokenRefused}
 */
export async function revokeToken(services: Services, request: z.infer<typeof revokeTokenRequest>) {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  if (!request.token) throw new GoogleError('MISSING_TOKEN');
  const { account } = await authenticate(services, request.idToken);
  if (providerOfRefreshToken(request.token)) {
    await revokeFamily(services, account.uid, request.token);
    return {};
  }
  if (!request.providerId) throw new GoogleError('INVALID_PROVIDER_ID');
  throw new GoogleError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.');
}

/** Somebody else's or an unknown token is no news to the caller (RFC 7009, section 2.2). */
async function revokeFamily(services: Services, uid: string, token: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    // Under the account's lock no exchange can add a token to the family meanwhile.
    await lockAccount(tx, uid);
    const [found] = await tx
      .select({ familyId: refreshTokens.familyId })
      .from(refreshTokens)
      .where(and(eq(refreshTokens.tokenHash, hashToken(token)), eq(refreshTokens.uid, uid)));
    if (!found) return;
    await tx
      .update(refreshTokens)
      .set({ revokedAt: new Date() })
      .where(and(eq(refreshTokens.familyId, found.familyId), isNull(refreshTokens.revokedAt)));
  });
}
