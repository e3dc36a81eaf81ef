import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { lockAndConsume, readActionCode } from '../accounts/action-codes.ts';
import { forgetAccountAttempts } from '../accounts/limits.ts';
import { GoogleError } from '../google-errors.ts';
import { acceptProof } from '../hand-over.ts';
import { accounts } from '../schema.ts';
import { rememberBrowser } from '../sessions/known-browser.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { readEmail, text, verb } from './account-fields.ts';

const signInWithEmailLinkRequest = z.object({ email: text, oobCode: text, idToken: text });

/**
 * `accounts:signInWithEmailLink`; the token names the provider `password`, as Google's does. The link proves the
 * mailbox: an unverified account is handed over unless the browser is known to it.
 * @throws {GoogleError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, INVALID_EMAIL, USER_DISABLED, OPERATION_NOT_ALLOWED
 */
export const signInWithEmailLink = verb(signInWithEmailLinkRequest, async (services, request, call) => {
  const { http, reply } = call;
  const { oobCode, idToken } = request;
  const email = readEmail(request.email);
  if (!oobCode) throw new GoogleError('MISSING_OOB_CODE');
  if (idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
  const asked = await readActionCode(services.db, oobCode);
  if (asked.kind !== 'EMAIL_SIGNIN') throw new GoogleError('INVALID_OOB_CODE');
  if (asked.email !== email)
    throw new GoogleError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.');

  const opened = await services.db.transaction(async (tx) => {
    const before = await lockAndConsume(tx, oobCode, asked);
    const proved = before.emailVerified ? before : await acceptProof(tx, services, before, http);
    const lastLoginAt = new Date();
    await tx.update(accounts).set({ lastLoginAt }).where(eq(accounts.uid, proved.uid));
    return openSignIn(tx, proved, 'password', lastLoginAt);
  });
  const { account } = opened;
  const knownBrowser = rememberBrowser(services, http, reply, account);
  await forgetAccountAttempts(services.db, email, { ip: http.ip, knownBrowser });
  sessionCacheOf(services).forgetUid(account.uid);
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: account.uid,
    email,
    isNewUser: false,
    ...(await tokenFields(services, opened)),
  };
});
