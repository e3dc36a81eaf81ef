import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import {
  type Account,
  createAccount,
  findAccountByEmail,
  type LinkedProvider,
  linkedProvidersOf,
  lockAccount,
  syncProfile,
} from '../accounts/data.ts';
import { limitSignUps } from '../accounts/limits.ts';
import type { ProviderSignIn } from '../accounts/provider-sign-ins.ts';
import { GoogleError } from '../google-errors.ts';
import { acceptProof } from '../hand-over.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { accounts, linkedProviders } from '../schema.ts';

export interface ProviderAccount {
  account: Account;
  isNewUser: boolean;
}

/**
 * The linked account, else the one with this address (handed over when it was never verified), else a new one. It
 * stays locked.
 * @returns null when an account has this address and the provider has not verified it
 * @throws {GoogleError} USER_DISABLED, USER_NOT_FOUND, TOO_MANY_ATTEMPTS_TRY_LATER, INVALID_IDP_RESPONSE
 */
export async function signInByProvider(
  tx: Transaction,
  services: IdentityServices,
  provided: ProviderSignIn,
  { mayCreate, http }: { mayCreate: boolean; http: FastifyRequest },
): Promise<ProviderAccount | null> {
  await lockSubject(tx, provided);
  const link = await findLink(tx, provided);
  if (link) {
    const account = requireEnabled(await lockAccount(tx, link.uid));
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
  if (account.email !== provided.email)
    throw new GoogleError('INVALID_IDP_RESPONSE', 'The account has just changed. Please try again.');
  if (!provided.emailVerified) return null;
  // A stranger may have chosen the password.
  const changes = { passwordHash: null, ...(displayName === null ? {} : { displayName }) };
  const owned = account.emailVerified ? account : await acceptProof(tx, services, account, http, changes);
  await replaceLink(tx, owned.uid, provided);
  return completeSignIn(tx, owned, provided, false);
}

/** Call with the account locked. @throws {GoogleError} FEDERATED_USER_ID_ALREADY_LINKED, PROVIDER_ALREADY_LINKED */
export async function addLink(
  tx: Transaction,
  account: Account,
  provided: ProviderSignIn,
): Promise<ProviderAccount> {
  await lockSubject(tx, provided);
  if (await findLink(tx, provided)) throw new GoogleError('FEDERATED_USER_ID_ALREADY_LINKED');
  const linked = await linkedProvidersOf(tx, account.uid);
  if (linked.some(({ providerId }) => providerId === provided.providerId))
    throw new GoogleError('PROVIDER_ALREADY_LINKED');
  await replaceLink(tx, account.uid, provided);
  return completeSignIn(tx, account, provided, false);
}

/** Of two concurrent first sign-ins of one person, the second waits and then finds the link. */
async function lockSubject(tx: Transaction, { providerId, subject }: ProviderSignIn): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} ${subject}`}, 730521))`,
  );
}

async function findLink(tx: Transaction, provided: ProviderSignIn): Promise<LinkedProvider | null> {
  const mine = and(
    eq(linkedProviders.providerId, provided.providerId),
    eq(linkedProviders.subject, provided.subject),
  );
  return first(tx.select().from(linkedProviders).where(mine));
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
