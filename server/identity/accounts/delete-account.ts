import { z } from 'zod';
import type { Transaction } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { GoogleError } from '../google-errors.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { assertRecent, authenticate, standing } from '../tokens/authenticate.ts';
import { removeAccount } from './close-account.ts';
import { type Account, lockAccount } from './data.ts';
import { text } from './fields.ts';

export const deleteAccountRequest = z.object({ idToken: text });

/** Whatever it throws keeps the account. */
export type BeforeDeletion = (tx: Transaction, account: Pick<Account, 'uid' | 'email'>) => Promise<void>;

/**
 * `accounts:delete`: the way to sign in goes, with its tokens, codes and sessions. Letters and credits are the
 * product's, which decides about them in `beforeDeletion`.
 * @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN, {IdTokenRefused}
 */
export async function deleteAccount(
  services: Services,
  request: z.infer<typeof deleteAccountRequest>,
  beforeDeletion: BeforeDeletion,
) {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { account: asked, token } = await authenticate(services, request.idToken);
  assertRecent(token);
  await services.db.transaction(async (tx) => {
    const account = standing(await lockAccount(tx, asked.uid), token);
    await beforeDeletion(tx, account);
    await removeAccount(tx, account);
  });
  sessionCacheOf(services).forgetUid(asked.uid);
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}
