import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { accounts, actionCodes, linkedProviders } from '../../platform/db/schema/identity.ts';
import {
  type Account,
  createAccount,
  findAccountByEmail,
  type LinkedProvider,
  linkedProvidersOf,
  lockAccount,
  revokeEverything,
  syncProfile,
} from '../accounts/data.ts';
import type { ProviderSignIn } from '../accounts/provider-sign-ins.ts';
import { GoogleError } from '../google-errors.ts';

export interface ProviderAccount {
  account: Account;
  linked: LinkedProvider[];
  isNewUser: boolean;
}

/**
 * The account that a provider's word opens: the one it is linked to, else the one with this address, else a new
 * one. Whoever signs up with a password may name anybody's address, so an account whose address was never
 * verified loses whatever it could be entered by until now. The account is left locked.
 * @returns null when an account has this address and the provider doesn't vouch for it
 * @throws {GoogleError} USER_DISABLED, USER_NOT_FOUND, INVALID_IDP_RESPONSE without an address to make one for
 */
export async function signInByProvider(
  tx: Transaction,
  said: ProviderSignIn,
  { mayCreate }: { mayCreate: boolean },
): Promise<ProviderAccount | null> {
  await lockSubject(tx, said);
  const link = await findLink(tx, said);
  if (link) {
    const account = enabled(await lockAccount(tx, link.uid));
    if (said.email && said.email !== link.email) await replaceLink(tx, account.uid, said);
    return finish(tx, account, said, false);
  }
  if (!said.email)
    throw new GoogleError('INVALID_IDP_RESPONSE', 'The provider did not share an email address.');
  const found = await findAccountByEmail(tx, said.email);
  if (!found && !mayCreate) throw new GoogleError('USER_NOT_FOUND');
  const created = found ? null : await createFrom(tx, said, said.email);
  if (created) {
    await replaceLink(tx, created.uid, said);
    return finish(tx, created, said, true);
  }
  // Found, or made by somebody else in this very moment.
  const uid = found?.uid ?? (await findAccountByEmail(tx, said.email))?.uid;
  const account = enabled(uid ? await lockAccount(tx, uid) : null);
  if (account.email !== said.email)
    throw new GoogleError('INVALID_IDP_RESPONSE', 'The account has just changed. Please try again.');
  if (!said.emailVerified) return null;
  const owned = account.emailVerified ? account : await takeOver(tx, account, said);
  await replaceLink(tx, owned.uid, said);
  return finish(tx, owned, said, false);
}

/**
 * One more way in to an account that is signed in and locked.
 * @throws {GoogleError} FEDERATED_USER_ID_ALREADY_LINKED, PROVIDER_ALREADY_LINKED
 */
export async function addLink(
  tx: Transaction,
  account: Account,
  said: ProviderSignIn,
): Promise<ProviderAccount> {
  await lockSubject(tx, said);
  if (await findLink(tx, said)) throw new GoogleError('FEDERATED_USER_ID_ALREADY_LINKED');
  const linked = await linkedProvidersOf(tx, account.uid);
  if (linked.some(({ providerId }) => providerId === said.providerId))
    throw new GoogleError('PROVIDER_ALREADY_LINKED');
  await replaceLink(tx, account.uid, said);
  return finish(tx, account, said, false);
}

/** Of two first sign-ins of one person at once the second waits and then finds the link. */
async function lockSubject(tx: Transaction, { providerId, subject }: ProviderSignIn): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} ${subject}`}, 730521))`,
  );
}

async function findLink(tx: Transaction, said: ProviderSignIn): Promise<LinkedProvider | null> {
  const mine = and(
    eq(linkedProviders.providerId, said.providerId),
    eq(linkedProviders.subject, said.subject),
  );
  const [link] = await tx.select().from(linkedProviders).where(mine);
  return link ?? null;
}

/** One link a provider and account: an address may have been given to another person at the provider. */
async function replaceLink(tx: Transaction, uid: string, said: ProviderSignIn): Promise<void> {
  const { providerId, subject, email } = said;
  await tx
    .delete(linkedProviders)
    .where(and(eq(linkedProviders.uid, uid), eq(linkedProviders.providerId, providerId)));
  await tx.insert(linkedProviders).values({ providerId, subject, uid, email });
}

function createFrom(tx: Transaction, said: ProviderSignIn, email: string): Promise<Account | null> {
  const { emailVerified, displayName } = said;
  return createAccount(tx, { email, emailVerified, displayName, passwordHash: null });
}

/** Password, other providers, open links, sessions and the profile go: they may be a squatter's. */
async function takeOver(tx: Transaction, account: Account, said: ProviderSignIn): Promise<Account> {
  const changes = {
    emailVerified: true,
    passwordHash: null,
    displayName: said.displayName,
    photoUrl: null,
  };
  await tx.update(accounts).set(changes).where(eq(accounts.uid, account.uid));
  await tx.delete(linkedProviders).where(eq(linkedProviders.uid, account.uid));
  await tx.delete(actionCodes).where(eq(actionCodes.uid, account.uid));
  return revokeEverything(tx, { ...account, ...changes });
}

async function finish(
  tx: Transaction,
  before: Account,
  said: ProviderSignIn,
  isNewUser: boolean,
): Promise<ProviderAccount> {
  const changes = { lastLoginAt: new Date(), displayName: before.displayName ?? said.displayName };
  await tx.update(accounts).set(changes).where(eq(accounts.uid, before.uid));
  const account = { ...before, ...changes };
  await syncProfile(tx, account);
  return { account, linked: await linkedProvidersOf(tx, account.uid), isNewUser };
}

function enabled(account: Account | null): Account {
  if (!account) throw new GoogleError('USER_NOT_FOUND');
  if (account.disabled) throw new GoogleError('USER_DISABLED');
  return account;
}
