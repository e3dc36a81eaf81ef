import { z } from 'zod';
import { createAccount, findAccountByEmail } from '../accounts/data.ts';
import { limitSignUps } from '../accounts/limits.ts';
import { assertGoodPassword, hashPassword } from '../accounts/passwords.ts';
import { GoogleError } from '../google-errors.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { readDisplayName, readEmail, readPassword, text, verb } from './account-fields.ts';

const signUpRequest = z.object({
  email: text,
  password: text,
  displayName: text,
  idToken: text,
  localId: text,
});

/** `accounts:signUp`; the page requests the verification mail itself. @throws {GoogleError} EMAIL_EXISTS, WEAK_PASSWORD… */
export const signUp = verb(signUpRequest, async (services, request, { http }) => {
  // The SDK's `linkWithCredential`: an account without a password gets one by a mailed link.
  if (request.idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
  if (request.localId) throw new GoogleError('UNEXPECTED_PARAMETER', 'User ID');
  if (!request.email && !request.password) throw new GoogleError('ADMIN_ONLY_OPERATION');
  if (!request.email) throw new GoogleError('MISSING_EMAIL');
  const password = readPassword(request.password);
  const email = readEmail(request.email);
  await assertGoodPassword(services.config, password);

  const displayName = readDisplayName(request.displayName ?? '');
  const isKnown = (await findAccountByEmail(services.db, email)) !== null;
  await limitSignUps(services.db, services.config, http.ip, isKnown);
  if (isKnown) throw new GoogleError('EMAIL_EXISTS');
  const passwordHash = await hashPassword(password);
  const opened = await services.db.transaction(async (tx) => {
    const account = await createAccount(tx, { email, passwordHash, displayName, emailVerified: false });
    if (!account) throw new GoogleError('EMAIL_EXISTS');
    return openSignIn(tx, account, 'password', account.createdAt);
  });
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: opened.account.uid,
    email,
    ...(displayName ? { displayName } : {}),
    ...(await tokenFields(services, opened)),
  };
});
