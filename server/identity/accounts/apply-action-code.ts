import type { Services } from '../../platform/services.ts';
import { GoogleError } from '../google-errors.ts';
import { type ActionCode, readActionCode } from './action-codes.ts';
import { changeEmail } from './change-email.ts';
import { verifyEmail } from './verify-email.ts';

/**
 * `accounts:update` with a mailed code: the SDK's `applyActionCode`, which verifies an address or changes it. The
 * code alone is not enough. A squatter may have named somebody else's address, at sign-up or for a change, and
 * its owner may click the link in that mail; so it counts only for whoever is signed in to that very account,
 * and a refused attempt doesn't use it up.
 * @param uid who is asking, by ID token or by the session cookie of the browser; null when signed out
 * @throws {GoogleError} LOGIN_REQUIRED, USER_MISMATCH, INVALID_OOB_CODE, EXPIRED_OOB_CODE, EMAIL_EXISTS
 */
export async function applyActionCode(services: Services, oobCode: string, uid: string | null) {
  const asked: ActionCode = await readActionCode(services.db, oobCode);
  if (asked.kind === 'PASSWORD_RESET') throw new GoogleError('INVALID_OOB_CODE');
  if (uid === null)
    throw new GoogleError('LOGIN_REQUIRED', 'Please sign in to the account first, then open the link again.');
  if (uid !== asked.uid) throw new GoogleError('USER_MISMATCH', 'This link belongs to another account.');
  return asked.kind === 'VERIFY_EMAIL'
    ? verifyEmail(services, oobCode, asked)
    : changeEmail(services, oobCode, asked);
}
