import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { accounts } from '../../platform/db/schema/identity.ts';
import type { Services } from '../../platform/services.ts';
import { GoogleError } from '../google-errors.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { assertRecent, authenticate, standing } from '../tokens/authenticate.ts';
import { beginSignIn, signIdToken, storeRefreshToken, tokenFields } from '../tokens/tokens.ts';
import { applyActionCode } from './apply-action-code.ts';
import { type Account, linkedProvidersOf, lockAccount, revokeEverything, syncProfile } from './data.ts';
import { readDisplayName, readEmail, readPhotoUrl, text } from './fields.ts';
import { limitPasswordChanges } from './limits.ts';
import { assertGoodPassword, hashPassword } from './passwords.ts';
import { presentProfile } from './present-account.ts';

export const updateAccountRequest = z.object({
  idToken: text,
  oobCode: text,
  email: text,
  password: text,
  displayName: text,
  photoUrl: text,
  deleteAttribute: z.array(z.string()).nullish(),
  deleteProvider: z.array(z.string()).nullish(),
  disableUser: z.boolean().nullish(),
  customAttributes: text,
});
type UpdateAccountRequest = z.infer<typeof updateAccountRequest>;
type Changes = Partial<Pick<Account, 'displayName' | 'photoUrl' | 'passwordHash' | 'passwordUpdatedAt'>>;

/**
 * `accounts:update`: profile, password, or a mailed code. A new password ends everything the account was
 * signed in with and answers new tokens for this browser.
 * @param sessionUid whose session cookie came along, if any (for a mailed code)
 * @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN, WEAK_PASSWORD, OPERATION_NOT_ALLOWED…
 */
export async function updateAccount(
  services: Services,
  request: UpdateAccountRequest,
  sessionUid: string | null,
) {
  if (request.customAttributes != null) throw new GoogleError('INSUFFICIENT_PERMISSION');
  if (request.oobCode) {
    const uid = request.idToken ? (await authenticate(services, request.idToken)).account.uid : sessionUid;
    return applyActionCode(services, request.oobCode, uid);
  }
  if (!request.idToken) throw new GoogleError('INVALID_REQ_TYPE', 'Unsupported request parameters.');
  if (request.disableUser != null || request.deleteProvider?.length)
    throw new GoogleError('OPERATION_NOT_ALLOWED');
  const { account: asked, token } = await authenticate(services, request.idToken);
  if (request.email && readEmail(request.email) !== asked.email) {
    throw new GoogleError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.');
  }
  const changes = profileChanges(request);
  const { password } = request;
  if (password) {
    assertRecent(token);
    assertGoodPassword(services.config, password);
    await limitPasswordChanges(services.db, asked.uid);
    changes.passwordHash = await hashPassword(password);
    changes.passwordUpdatedAt = new Date();
  }

  const { account, linked, signIn, refreshToken } = await services.db.transaction(async (tx) => {
    let account = standing(await lockAccount(tx, asked.uid), token);
    if (Object.keys(changes).length > 0) {
      await tx.update(accounts).set(changes).where(eq(accounts.uid, account.uid));
      account = { ...account, ...changes };
      await syncProfile(tx, account);
    }
    if (password) account = await revokeEverything(tx, account);
    const signIn = password ? beginSignIn(account.uid, 'password', new Date(token.authTime * 1000)) : null;
    return {
      account,
      signIn,
      linked: await linkedProvidersOf(tx, account.uid),
      refreshToken: signIn ? await storeRefreshToken(tx, signIn) : null,
    };
  });
  sessionCacheOf(services).forgetUid(account.uid);
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    ...presentProfile(account, linked),
    ...(signIn && refreshToken
      ? tokenFields(await signIdToken(services, account, linked, signIn), refreshToken)
      : {}),
  };
}

function profileChanges(request: UpdateAccountRequest): Changes {
  const changes: Changes = {};
  if (request.displayName != null) changes.displayName = readDisplayName(request.displayName);
  if (request.photoUrl != null) changes.photoUrl = readPhotoUrl(request.photoUrl);
  for (const attribute of request.deleteAttribute ?? []) {
    if (attribute === 'DISPLAY_NAME') changes.displayName = null;
    else if (attribute === 'PHOTO_URL') changes.photoUrl = null;
    else throw new GoogleError('OPERATION_NOT_ALLOWED');
  }
  return changes;
}
