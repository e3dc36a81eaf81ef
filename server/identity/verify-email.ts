import { eq } from 'drizzle-orm';
import { accounts } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { consumeActionCode, readActionCode } from './action-codes.ts';
import { linkedProvidersOf, lockAccount, spreadProfile } from './data.ts';
import { GoogleError } from './google-errors.ts';
import { presentProfile } from './present-account.ts';
import { sessionMemoOf } from './session-memo.ts';

/**
 * `accounts:update` with a verification code: the SDK's `applyActionCode`. The code alone is not enough. A
 * squatter may have signed up with somebody else's address, and its owner may click the link in that mail; so
 * it counts only for whoever is signed in to that very account, and a refused attempt doesn't use it up.
 * @param uid who is asking, by ID token or by the session cookie of the browser; null when signed out
 * @throws {GoogleError} LOGIN_REQUIRED, USER_MISMATCH, INVALID_OOB_CODE, EXPIRED_OOB_CODE
 */
export async function verifyEmail(services: Services, oobCode: string, uid: string | null) {
  const asked = await readActionCode(services.db, oobCode);
  if (asked.kind !== 'VERIFY_EMAIL') throw new GoogleError('INVALID_OOB_CODE');
  if (uid === null)
    throw new GoogleError('LOGIN_REQUIRED', 'Please sign in to the account first, then open the link again.');
  if (uid !== asked.uid) throw new GoogleError('USER_MISMATCH', 'This link belongs to another account.');

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
