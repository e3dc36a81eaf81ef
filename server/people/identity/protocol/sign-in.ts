import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { findAccountByEmail, linkedProvidersOf, lockAccount } from '../accounts/data.ts';
import { countAttempt, forgetAttempts } from '../accounts/limits.ts';
import { isPassword } from '../accounts/passwords.ts';
import { GoogleError } from '../google-errors.ts';
import { accounts } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { knownBrowserOf } from '../sessions/known-browser.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { authenticate } from '../tokens/verify-id-token.ts';
import { presentAccount, readEmail, readPassword, text, verb } from './account-fields.ts';

const signInWithPasswordRequest = z.object({ email: text, password: text });

/**
 * `accounts:signInWithPassword`. An unknown address, an account without a password and a wrong password get the
 * same answer in the same time; USER_DISABLED needs the right password.
 * @throws {GoogleError} INVALID_LOGIN_CREDENTIALS, TOO_MANY_ATTEMPTS_TRY_LATER, USER_DISABLED
 */
export const signInWithPassword = verb(signInWithPasswordRequest, async (services, request, { http }) => {
  const email = readEmail(request.email);
  const password = readPassword(request.password);
  const found = await findAccountByEmail(services.db, email);
  const caller = { ip: http.ip, knownBrowser: knownBrowserOf(services, http, found) };
  const attempt = { uid: found?.uid, email, ip: http.ip };
  await countAttempt(services.db, email, caller).catch((error: unknown) => {
    if (error instanceof GoogleError) void noteSecurityEvent(services, { kind: 'locked-out', ...attempt });
    throw error;
  });
  const right = await isPassword(found?.passwordHash ?? null, password, http.ip);
  if (!found || !right) {
    void noteSecurityEvent(services, { kind: 'wrong-password', ...attempt });
    throw new GoogleError('INVALID_LOGIN_CREDENTIALS');
  }

  const opened = await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, found.uid);
    // Changed, or the account deleted, while the hash was computed.
    if (!account || account.passwordHash !== found.passwordHash)
      throw new GoogleError('INVALID_LOGIN_CREDENTIALS');
    if (account.disabled) throw new GoogleError('USER_DISABLED');
    const lastLoginAt = new Date();
    await tx.update(accounts).set({ lastLoginAt }).where(eq(accounts.uid, account.uid));
    await forgetAttempts(tx, email, caller);
    return openSignIn(tx, account, 'password', lastLoginAt);
  });
  const { account } = opened;
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: account.uid,
    email,
    displayName: account.displayName ?? '',
    registered: true,
    ...(await tokenFields(services, opened)),
  };
});

const lookUpRequest = z.object({ idToken: text });

/** `accounts:lookup`. @throws {IdTokenRefused} which signs the SDK out for good */
export const lookUp = verb(lookUpRequest, async (services, request) => {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { account } = await authenticate(services, request.idToken);
  const linked = await linkedProvidersOf(services.db, account.uid);
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [presentAccount(account, linked)],
  };
});
