import { and, eq, ne } from 'drizzle-orm';
import { accounts, actionCodes } from '../../platform/db/schema/identity.ts';
import type { Services } from '../../platform/services.ts';
import { GoogleError } from '../google-errors.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { type ActionCode, consumeActionCode } from './action-codes.ts';
import { findAccountByEmail, linkedProvidersOf, lockAccount, syncProfile } from './data.ts';
import { emailChangedMails } from './mails.ts';
import { presentProfile } from './present-account.ts';

/**
 * An account's address becomes the one that the code was mailed to, which counts as verified; both addresses are
 * told, and links that were mailed to the old one end. Call through `applyActionCode`, which sees who is asking.
 * @throws {GoogleError} EMAIL_EXISTS, INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED
 */
export async function changeEmail(services: Services, oobCode: string, asked: ActionCode) {
  const { newEmail } = asked;
  if (!newEmail) throw new GoogleError('INVALID_OOB_CODE');
  const { account, linked } = await services.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, asked.uid);
    if (!locked || locked.email !== asked.email) throw new GoogleError('INVALID_OOB_CODE');
    if (locked.disabled) throw new GoogleError('USER_DISABLED');
    // Of two that take an address in the same moment the later fails on its unique index, and finds this next time.
    if (await findAccountByEmail(tx, newEmail)) throw new GoogleError('EMAIL_EXISTS');
    const code = await consumeActionCode(tx, oobCode);
    const account = { ...locked, email: newEmail, emailVerified: true };
    await tx
      .update(accounts)
      .set({ email: newEmail, emailVerified: true })
      .where(eq(accounts.uid, account.uid));
    await tx
      .delete(actionCodes)
      .where(and(eq(actionCodes.uid, account.uid), ne(actionCodes.codeHash, code.codeHash)));
    await syncProfile(tx, account);
    for (const mail of emailChangedMails(services.config, locked, newEmail))
      await services.queue.enqueue(tx, 'send-mail', mail);
    return { account, linked: await linkedProvidersOf(tx, account.uid) };
  });
  sessionCacheOf(services).forgetUid(account.uid);
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...presentProfile(account, linked), newEmail };
}
