import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createAccount, findAccountByEmail, lockAccount, revokeEverything } from '../accounts/data.ts';
import { limitPasswordChanges, limitSignUps } from '../accounts/limits.ts';
import { askedFrom, mailPasswordChanged } from '../accounts/mail-words.ts';
import { assertGoodPassword, hashPassword } from '../accounts/passwords.ts';
import { GoogleError } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { accounts } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { assertRecent, authenticate, requireValidAccount } from '../tokens/verify-id-token.ts';
import { readDisplayName, readEmail, readPassword, text, verb } from './account-fields.ts';

const signUpRequest = z.object({
  email: text,
  password: text,
  displayName: text,
  idToken: text,
  localId: text,
});

/** `accounts:signUp`; the SDK asks for the mail. @throws {GoogleError} EMAIL_EXISTS, WEAK_PASSWORD… */
export const signUp = verb(signUpRequest, async (services, request, { http }) => {
  if (request.localId) throw new GoogleError('UNEXPECTED_PARAMETER', 'User ID');
  if (!request.idToken && !request.email && !request.password) throw new GoogleError('ADMIN_ONLY_OPERATION');
  if (!request.email) throw new GoogleError('MISSING_EMAIL');
  const password = readPassword(request.password);
  const email = readEmail(request.email);
  await assertGoodPassword(services.config, password);
  if (request.idToken) return addPassword(services, request.idToken, { email, password, http });

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

/** The SDK's `linkWithCredential`: adds a password to an account that has none, for the same address. */
async function addPassword(
  services: IdentityServices,
  idToken: string,
  { email, password, http }: { email: string; password: string; http: FastifyRequest },
) {
  const { token, account: asked } = await authenticate(services, idToken);
  assertRecent(token);
  if (asked.email !== email || asked.passwordHash) {
    throw new GoogleError(asked.email === email ? 'EMAIL_EXISTS' : 'OPERATION_NOT_ALLOWED');
  }
  await limitPasswordChanges(services.db, asked.uid);
  const passwordHash = await hashPassword(password);
  const opened = await services.db.transaction(async (tx) => {
    const locked = requireValidAccount(await lockAccount(tx, asked.uid), token);
    if (locked.passwordHash) throw new GoogleError('EMAIL_EXISTS');
    const now = new Date();
    await tx
      .update(accounts)
      .set({ passwordHash, passwordUpdatedAt: now })
      .where(eq(accounts.uid, locked.uid));
    const account = await revokeEverything(tx, { ...locked, passwordHash, passwordUpdatedAt: now });
    await mailPasswordChanged(tx, services, account, askedFrom(http));
    return openSignIn(tx, account, 'password', now);
  });
  const { account } = opened;
  sessionCacheOf(services).forgetUid(account.uid);
  void noteSecurityEvent(services, { kind: 'password-changed', uid: account.uid, ip: http.ip });
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.uid,
    email,
    ...(await tokenFields(services, opened)),
  };
}
