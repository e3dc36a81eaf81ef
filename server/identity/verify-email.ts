import { eq } from 'drizzle-orm';
import { accounts } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { type ActionCode, consumeActionCode } from './action-codes.ts';
import { linkedProvidersOf, lockAccount, spreadProfile } from './data.ts';
import { GoogleError } from './google-errors.ts';
import { presentProfile } from './present-account.ts';
import { sessionMemoOf } from './session-memo.ts';

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
    await spreadProfile(tx, account);
    return { account, linked: await linkedProvidersOf(tx, account.uid) };
  });
  sessionMemoOf(services).forgetUid(account.uid);
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...presentProfile(account, linked) };
}
