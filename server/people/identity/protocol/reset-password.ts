import { z } from 'zod';
import { lockAndConsume, readActionCode } from '../accounts/action-codes.ts';
import { forgetAccountAttempts } from '../accounts/limits.ts';
import { mailWarning } from '../accounts/mail-words.ts';
import { passwordChangedMail } from '../accounts/mails.ts';
import { assertGoodPassword, hashPassword } from '../accounts/passwords.ts';
import { GoogleError } from '../google-errors.ts';
import { acceptProof } from '../hand-over.ts';
import { removePasskeys } from '../passkeys/data.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { rememberBrowser } from '../sessions/known-browser.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { text, verb } from './account-fields.ts';

const resetPasswordRequest = z.object({ oobCode: text, newPassword: text });

/**
 * `accounts:resetPassword`. Without a new password it returns what a code is for. With one it revokes everything
 * and verifies the address; an unverified account is handed over. The browser is known from then on.
 * @throws {GoogleError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, WEAK_PASSWORD (the code stays valid), USER_DISABLED
 */
export const resetPassword = verb(resetPasswordRequest, async (services, request, { http, reply }) => {
  const { oobCode, newPassword } = request;
  if (!oobCode) throw new GoogleError('MISSING_OOB_CODE');
  const asked = await readActionCode(services.db, oobCode);
  if (asked.kind === 'PASSKEY') throw new GoogleError('INVALID_OOB_CODE');
  const answer = {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: asked.kind,
    email: asked.email,
    ...(asked.newEmail ? { newEmail: asked.newEmail } : {}),
  };
  if (!newPassword) return answer;

  if (asked.kind !== 'PASSWORD_RESET') throw new GoogleError('INVALID_OOB_CODE');
  await assertGoodPassword(services.config, newPassword);
  const passwordHash = await hashPassword(newPassword);
  const changed = await services.db.transaction(async (tx) => {
    const before = await lockAndConsume(tx, oobCode, asked);
    // Whoever resets a password may have lost a device, or found a stranger in the account.
    await removePasskeys(tx, before.uid);
    const changes = { passwordHash, passwordUpdatedAt: new Date() };
    const changed = await acceptProof(tx, services, before, http, changes);
    await mailWarning(tx, services, changed, http, passwordChangedMail);
    return changed;
  });
  const knownBrowser = rememberBrowser(services, http, reply, changed);
  await forgetAccountAttempts(services.db, changed.email, { ip: http.ip, knownBrowser });
  sessionCacheOf(services).forgetUid(asked.uid);
  void noteSecurityEvent(services, { kind: 'password-reset', uid: asked.uid, ip: http.ip });
  return answer;
});
