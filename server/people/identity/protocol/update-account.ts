import { and, eq, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../../../../shared/durations.ts';
import { lockAndConsume, readActionCode } from '../accounts/action-codes.ts';
import {
  type Account,
  findAccountByEmail,
  linkedProvidersOf,
  lockAccount,
  revokeEverything,
  syncProfile,
} from '../accounts/data.ts';
import { limitPasswordChanges, returnSignUp } from '../accounts/limits.ts';
import { askedFrom, mailReader, mailWarning } from '../accounts/mail-words.ts';
import { addressGivenUpMail, addressTakenMail, passwordChangedMail } from '../accounts/mails.ts';
import { assertGoodPassword, hashPassword } from '../accounts/passwords.ts';
import { GoogleError } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { accounts, actionCodes } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { assertRecent, authenticate, requireValidAccount } from '../tokens/verify-id-token.ts';
import { presentProfile, readDisplayName, readEmail, readPhotoUrl, text, verb } from './account-fields.ts';

const updateAccountRequest = z.object({
  idToken: text,
  oobCode: text,
  email: text,
  password: text,
  displayName: text,
  photoUrl: text,
  deleteAttribute: z.array(z.string()).nullish(),
  deleteProvider: z.array(z.string()).nullish(),
  disableUser: z.boolean().nullish(),
  customAttributes: text,
});
type UpdateAccountRequest = z.infer<typeof updateAccountRequest>;
type Changes = Partial<Pick<Account, 'displayName' | 'photoUrl' | 'passwordHash' | 'passwordUpdatedAt'>>;

/**
 * `accounts:update`: changes profile or password, or applies a mailed code. A new password revokes all tokens and
 * sessions and returns new tokens for this browser.
 * @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN, WEAK_PASSWORD, OPERATION_NOT_ALLOWED…
 */
export const updateAccount = verb(updateAccountRequest, async (services, request, { http }) => {
  if (request.customAttributes != null) throw new GoogleError('INSUFFICIENT_PERMISSION');
  if (request.oobCode) {
    // The cookie counts only with our own Origin, since another site can make the browser send it.
    const isOurs = http.headers.origin === new URL(services.config.publicUrl).origin;
    const sessionUid = isOurs ? (http.person?.uid ?? null) : null;
    const uid = request.idToken ? (await authenticate(services, request.idToken)).account.uid : sessionUid;
    return applyActionCode(services, request.oobCode, uid, http);
  }
  if (!request.idToken) throw new GoogleError('INVALID_REQ_TYPE', 'Unsupported request parameters.');
  if (request.disableUser != null || request.deleteProvider?.length)
    throw new GoogleError('OPERATION_NOT_ALLOWED');
  const { account: asked, token } = await authenticate(services, request.idToken);
  if (request.email && readEmail(request.email) !== asked.email) {
    throw new GoogleError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.');
  }
  const changes = profileChanges(request);
  const { password } = request;
  if (password) {
    assertRecent(token);
    await assertGoodPassword(services.config, password);
    await limitPasswordChanges(services.db, asked.uid);
    changes.passwordHash = await hashPassword(password);
    changes.passwordUpdatedAt = new Date();
  }

  const { account, linked, opened } = await services.db.transaction(async (tx) => {
    let account = requireValidAccount(await lockAccount(tx, asked.uid), token);
    if (Object.keys(changes).length > 0) {
      await tx.update(accounts).set(changes).where(eq(accounts.uid, account.uid));
      account = { ...account, ...changes };
      await syncProfile(tx, account);
    }
    if (password) {
      account = await revokeEverything(tx, account);
      await mailWarning(tx, services, account, http, passwordChangedMail);
    }
    const signedInAt = new Date(token.authTime * 1000);
    const opened = password ? await openSignIn(tx, account, 'password', signedInAt) : null;
    return { account, linked: await linkedProvidersOf(tx, account.uid), opened };
  });
  sessionCacheOf(services).forgetUid(account.uid);
  if (password) void noteSecurityEvent(services, { kind: 'password-changed', uid: account.uid, ip: http.ip });
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    ...presentProfile(account, linked),
    ...(opened ? await tokenFields(services, opened) : {}),
  };
});

function profileChanges(request: UpdateAccountRequest): Changes {
  const changes: Changes = {};
  if (request.displayName != null) changes.displayName = readDisplayName(request.displayName);
  if (request.photoUrl != null) changes.photoUrl = readPhotoUrl(request.photoUrl);
  for (const attribute of request.deleteAttribute ?? []) {
    if (attribute === 'DISPLAY_NAME') changes.displayName = null;
    else if (attribute === 'PHOTO_URL') changes.photoUrl = null;
    else throw new GoogleError('OPERATION_NOT_ALLOWED');
  }
  return changes;
}

/**
 * A mailed code is accepted only from a person signed in to that account: its owner may have clicked a link that a
 * stranger caused. A refused attempt does not use it up.
 * @throws {GoogleError} LOGIN_REQUIRED, USER_MISMATCH, INVALID_OOB_CODE, EXPIRED_OOB_CODE, EMAIL_EXISTS
 */
async function applyActionCode(
  services: IdentityServices,
  oobCode: string,
  uid: string | null,
  http: FastifyRequest,
) {
  const asked = await readActionCode(services.db, oobCode);
  const { kind, newEmail } = asked;
  if (kind !== 'VERIFY_EMAIL' && (kind !== 'VERIFY_AND_CHANGE_EMAIL' || newEmail === null))
    throw new GoogleError('INVALID_OOB_CODE');
  if (uid === null)
    throw new GoogleError('LOGIN_REQUIRED', 'Please sign in to the account first, then open the link again.');
  if (uid !== asked.uid) throw new GoogleError('USER_MISMATCH', 'This link belongs to another account.');
  const { account, linked } = await services.db.transaction(async (tx) => {
    const before = await lockAndConsume(tx, oobCode, asked);
    // Of two concurrent changes to one address, the later fails on the unique index.
    if (newEmail !== null && (await findAccountByEmail(tx, newEmail))) throw new GoogleError('EMAIL_EXISTS');
    const proved = { email: newEmail ?? before.email, emailVerified: true };
    const account = { ...before, ...proved };
    await tx.update(accounts).set(proved).where(eq(accounts.uid, uid));
    await syncProfile(tx, account);
    const first = !before.emailVerified;
    if (first && newEmail === null && Date.now() - before.createdAt.getTime() < DAY_MS)
      await returnSignUp(tx, services.config, http.ip);
    if (first || newEmail !== null)
      await services.on.proof(tx, { uid, email: proved.email, how: 'own session', first });
    if (newEmail !== null) {
      // Its other links no longer work, and both addresses are told.
      const others = and(eq(actionCodes.uid, uid), ne(actionCodes.codeHash, asked.codeHash));
      await tx.delete(actionCodes).where(others);
      await mailWarning(tx, services, before, http, addressGivenUpMail);
      const { config, queue } = services;
      const reader = await mailReader(tx, config, uid);
      await queue.enqueue(tx, 'send-mail', addressTakenMail(config, reader, newEmail, askedFrom(http)));
    }
    return { account, linked: await linkedProvidersOf(tx, uid) };
  });
  sessionCacheOf(services).forgetUid(uid);
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    ...presentProfile(account, linked),
    ...(newEmail === null ? {} : { newEmail }),
  };
}
