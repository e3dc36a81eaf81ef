import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../../core/db/database.ts';
import { lockAndConsume, readActionCode } from '../accounts/action-codes.ts';
import type { Account } from '../accounts/data.ts';
import { forgetAccountAttempts } from '../accounts/limits.ts';
import { GoogleError } from '../google-errors.ts';
import { acceptProof } from '../hand-over.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { accounts } from '../schema.ts';
import { rememberBrowser } from '../sessions/known-browser.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { openSignIn, type SignInProvider, tokenFields } from '../tokens/tokens.ts';
import { type Call, readEmail, text, verb } from './account-fields.ts';

const signInWithEmailLinkRequest = z.object({ email: text, oobCode: text, idToken: text });

/**
 * `accounts:signInWithEmailLink`; the token names the provider `password`, as Google's does. The link proves the
 * mailbox: an unverified account is handed over unless the browser is known to it.
 * @throws {GoogleError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, INVALID_EMAIL, USER_DISABLED, OPERATION_NOT_ALLOWED
 */
export const signInWithEmailLink = verb(signInWithEmailLinkRequest, async (services, request, call) => {
  const { oobCode, idToken } = request;
  const email = readEmail(request.email);
  if (!oobCode) throw new GoogleError('MISSING_OOB_CODE');
  if (idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
  const asked = await readActionCode(services.db, oobCode);
  if (asked.kind !== 'EMAIL_SIGNIN') throw new GoogleError('INVALID_OOB_CODE');
  if (asked.email !== email)
    throw new GoogleError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.');
  const opened = await signInByCode(services, call, 'password', async (tx) => {
    const before = await lockAndConsume(tx, oobCode, asked);
    return before.emailVerified ? before : acceptProof(tx, services, before, call.http);
  });
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: opened.account.uid,
    email,
    isNewUser: false,
    ...(await tokenFields(services, opened)),
  };
});

const signInWithCustomTokenRequest = z.object({ token: text });

/**
 * `accounts:signInWithCustomToken`: exchanges the one-time code that was given for a passkey's answer. The SDK passes
 * it on unread, so ours need not be a JWT.
 * @throws {GoogleError} MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN, USER_DISABLED
 */
export const signInWithCustomToken = verb(signInWithCustomTokenRequest, async (services, request, call) => {
  const code = request.token;
  if (!code) throw new GoogleError('MISSING_CUSTOM_TOKEN');
  const asked = await readActionCode(services.db, code).catch(orInvalid);
  if (asked.kind !== 'PASSKEY') throw invalid();
  const opened = await signInByCode(services, call, 'passkey', (tx) =>
    lockAndConsume(tx, code, asked).catch(orInvalid),
  );
  return {
    kind: 'identitytoolkit#VerifyCustomTokenResponse',
    isNewUser: false,
    ...(await tokenFields(services, opened)),
  };
});

const invalid = () => new GoogleError('INVALID_CUSTOM_TOKEN');

function orInvalid(error: unknown): never {
  throw error instanceof GoogleError && error.message !== 'USER_DISABLED' ? invalid() : error;
}

/** Makes the browser known. @param consume marks the code as used, and returns its account, locked */
async function signInByCode(
  services: IdentityServices,
  { http, reply }: Call,
  provider: SignInProvider,
  consume: (tx: Transaction) => Promise<Account>,
) {
  const opened = await services.db.transaction(async (tx) => {
    const account = await consume(tx);
    const lastLoginAt = new Date();
    await tx.update(accounts).set({ lastLoginAt }).where(eq(accounts.uid, account.uid));
    return openSignIn(tx, account, provider, lastLoginAt);
  });
  const { uid, email } = opened.account;
  const knownBrowser = rememberBrowser(services, http, reply, opened.account);
  await forgetAccountAttempts(services.db, email, { ip: http.ip, knownBrowser });
  sessionCacheOf(services).forgetUid(uid);
  return opened;
}
