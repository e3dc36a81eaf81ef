import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import {
  type Account,
  createAccount,
  findAccountByEmail,
  type LinkedProvider,
  lockAccount,
  syncProfile,
} from '../accounts/data.ts';
import { limitSignUps } from '../accounts/limits.ts';
import { consumeProviderSignIn, type ProviderSignIn } from '../accounts/provider-sign-ins.ts';
import { APPLE_PROVIDER_ID } from '../apple/apple-provider.ts';
import { GoogleError } from '../google-errors.ts';
import { acceptProof } from '../hand-over.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { accounts, linkedProviders } from '../schema.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { text, verb } from './account-fields.ts';

const signInWithIdpRequest = z.object({
  requestUri: text,
  postBody: text,
  idToken: text,
  autoCreate: z.boolean().nullish(),
});
type SignInWithIdpRequest = z.infer<typeof signInWithIdpRequest>;

/**
 * `accounts:signInWithIdp`: sign-in with Apple, by the one-time credential of our callback
 * (`provider-sign-ins.ts`).
 * @throws {GoogleError} OPERATION_NOT_ALLOWED, INVALID_IDP_RESPONSE, USER_DISABLED, USER_NOT_FOUND…
 */
export const signInWithIdp = verb(signInWithIdpRequest, async (services, request, { http }) => {
  // The SDK's `linkWithCredential`.
  if (request.idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
  const credential = readCredential(services, request);
  const outcome = await services.db.transaction(async (tx) => {
    const provided = await consumeProviderSignIn(tx, APPLE_PROVIDER_ID, credential);
    const mayCreate = request.autoCreate !== false;
    const signed = await signInByProvider(tx, services, provided, { mayCreate, http });
    if (!signed) return { provided, signed: null };
    const opened = await openSignIn(tx, signed.account, APPLE_PROVIDER_ID, new Date());
    return { provided, signed: { ...opened, isNewUser: signed.isNewUser } };
  });
  const { provided, signed } = outcome;
  if (!signed) return { ...present(provided), needConfirmation: true };
  const { account, isNewUser } = signed;
  sessionCacheOf(services).forgetUid(account.uid);
  return {
    ...present(provided),
    localId: account.uid,
    ...(account.email === provided.email ? { emailVerified: account.emailVerified } : {}),
    ...(isNewUser ? { isNewUser } : {}),
    ...(await tokenFields(services, signed)),
  };
});

function present({ providerId, subject, email, emailVerified, displayName }: ProviderSignIn) {
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: subject,
    ...(email ? { email, emailVerified } : {}),
    ...(displayName ? { displayName, fullName: displayName } : {}),
    rawUserInfo: JSON.stringify({ sub: subject, ...(email ? { email, email_verified: emailVerified } : {}) }),
  };
}

function readCredential({ identity }: IdentityServices, { requestUri, postBody }: SignInWithIdpRequest) {
  if (!requestUri) throw new GoogleError('MISSING_REQUEST_URI');
  if (!URL.canParse(requestUri)) throw new GoogleError('INVALID_REQUEST_URI');
  const fields = new URLSearchParams(postBody ?? new URL(requestUri).search);
  const providerId = fields.get('providerId');
  if (!providerId)
    throw new GoogleError('INVALID_CREDENTIAL_OR_PROVIDER_ID', 'Invalid IdP response/credential.');
  if (providerId !== APPLE_PROVIDER_ID || !identity.apple)
    throw new GoogleError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.');
  const credential = fields.get('id_token');
  if (!credential) throw new GoogleError('INVALID_IDP_RESPONSE', 'The credential is missing.');
  return credential;
}

interface ProviderAccount {
  account: Account;
  isNewUser: boolean;
}

/**
 * Signs in to the linked account, else to the one with this address (handed over if that was never verified), else to
 * a new one, and keeps it locked.
 * @returns null when an account has this address and the provider has not verified it
 * @throws {GoogleError} USER_DISABLED, USER_NOT_FOUND, TOO_MANY_ATTEMPTS_TRY_LATER, INVALID_IDP_RESPONSE
 */
async function signInByProvider(
  tx: Transaction,
  services: IdentityServices,
  provided: ProviderSignIn,
  { mayCreate, http }: { mayCreate: boolean; http: FastifyRequest },
): Promise<ProviderAccount | null> {
  await lockSubject(tx, provided);
  const link = await findLink(tx, provided);
  if (link) {
    const account = requireEnabled(await lockAccount(tx, link.uid));
    // Read again under the account's lock: whoever proved its address meanwhile removed every link.
    if (!(await findLink(tx, provided))) throw justChanged();
    if (provided.email && provided.email !== link.email) await replaceLink(tx, account.uid, provided);
    return completeSignIn(tx, account, provided, false);
  }
  if (!provided.email)
    throw new GoogleError('INVALID_IDP_RESPONSE', 'The provider did not share an email address.');
  const found = await findAccountByEmail(tx, provided.email);
  if (!found && !mayCreate) throw new GoogleError('USER_NOT_FOUND');
  if (!found) await limitSignUps(tx, services.config, http.ip);
  const { email, emailVerified, displayName } = provided;
  const fresh = { email, emailVerified, displayName, passwordHash: null };
  const created = found ? null : await createAccount(tx, fresh);
  if (created) {
    await replaceLink(tx, created.uid, provided);
    const signedIn = await completeSignIn(tx, created, provided, true);
    if (emailVerified)
      await services.on.proof(tx, { uid: created.uid, email, how: 'elsewhere', first: true });
    return signedIn;
  }
  // Found, or created by a concurrent request.
  const uid = found?.uid ?? (await findAccountByEmail(tx, provided.email))?.uid;
  const account = requireEnabled(uid ? await lockAccount(tx, uid) : null);
  if (account.email !== provided.email) throw justChanged();
  if (!provided.emailVerified) return null;
  // A stranger may have chosen the password.
  const changes = { passwordHash: null, ...(displayName === null ? {} : { displayName }) };
  const owned = account.emailVerified ? account : await acceptProof(tx, services, account, http, changes);
  await replaceLink(tx, owned.uid, provided);
  return completeSignIn(tx, owned, provided, false);
}

const justChanged = () =>
  new GoogleError('INVALID_IDP_RESPONSE', 'The account has just changed. Please try again.');

/** Of two concurrent first sign-ins of one person, the second waits and then finds the link. */
async function lockSubject(tx: Transaction, { providerId, subject }: ProviderSignIn): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} ${subject}`}, 730521))`,
  );
}

async function findLink(tx: Transaction, provided: ProviderSignIn): Promise<LinkedProvider | null> {
  const isThisLink = and(
    eq(linkedProviders.providerId, provided.providerId),
    eq(linkedProviders.subject, provided.subject),
  );
  return first(tx.select().from(linkedProviders).where(isThisLink));
}

/** One link per provider and account: the provider may have given the address to another person. */
async function replaceLink(tx: Transaction, uid: string, provided: ProviderSignIn): Promise<void> {
  const { providerId, subject, email } = provided;
  await tx
    .delete(linkedProviders)
    .where(and(eq(linkedProviders.uid, uid), eq(linkedProviders.providerId, providerId)));
  await tx.insert(linkedProviders).values({ providerId, subject, uid, email });
}

async function completeSignIn(
  tx: Transaction,
  before: Account,
  provided: ProviderSignIn,
  isNewUser: boolean,
): Promise<ProviderAccount> {
  const changes = { lastLoginAt: new Date(), displayName: before.displayName ?? provided.displayName };
  await tx.update(accounts).set(changes).where(eq(accounts.uid, before.uid));
  const account = { ...before, ...changes };
  await syncProfile(tx, account);
  return { account, isNewUser };
}

function requireEnabled(account: Account | null): Account {
  if (!account) throw new GoogleError('USER_NOT_FOUND');
  if (account.disabled) throw new GoogleError('USER_DISABLED');
  return account;
}
