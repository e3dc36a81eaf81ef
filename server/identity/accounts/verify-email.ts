import { eq } from 'drizzle-orm';
import { accounts } from '../../platform/db/schema/identity.ts';
import type { Services } from '../../platform/services.ts';
import { GoogleError } from '../google-errors.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { type ActionCode, consumeActionCode } from './action-codes.ts';
import { linkedProvidersOf, lockAccount, syncProfile } from './data.ts';
import { presentProfile } from './present-account.ts';

/**
 * The address of an account counts as verified. Call through `applyActionCode`, which sees who is asking.
 * @throws {GoogleError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED
 */
export async function verifyEmail(services: Services, oobCode: string, asked: ActionCode) {
  const { account, linked } = await services.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, asked.uid);
    if (!locked) throw new GoogleError('INVALID_OOB_CODE');
    if (locked.disabled) throw new GoogleError('USER_DISABLED');
    const code = await consumeActionCode(tx, oobCode);
    if (code.email !== locked.email) throw new GoogleError('INVALID_OOB_CODE');
    await tx.update(accounts).set({ emailVerified: true }).where(eq(accounts.uid, locked.uid));
    const account = { ...locked, emailVerified: true };
    await syncProfile(tx, account);
    return { account, linked: await linkedProvidersOf(tx, account.uid) };
  });
  sessionCacheOf(services).forgetUid(account.uid);
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...presentProfile(account, linked) };
}
