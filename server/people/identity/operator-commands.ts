import { asc, eq } from 'drizzle-orm';
import { badInput, notFound } from '../../core/errors.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccount,
  revokeEverything,
  syncProfile,
} from './accounts/data.ts';
import { mailLink } from './accounts/mail-words.ts';
import type { IdentityServices } from './identity-provider.ts';
import { accounts, linkedProviders } from './schema.ts';
import { sessionCacheOf } from './sessions/session-cache.ts';

/** Each returns the text to print, and throws a `ProductError` with a sentence. `who` is an address or a uid. */

export async function listAccounts(services: IdentityServices): Promise<string[][]> {
  assertEmbedded(services);
  const rows = await services.db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.uid));
  const links = await services.db.select().from(linkedProviders);
  return rows.map((account) => {
    const providers = links.filter(({ uid }) => uid === account.uid).map(({ providerId }) => providerId);
    return [
      account.uid,
      account.email,
      account.emailVerified ? 'verified' : 'not verified',
      account.disabled ? 'disabled' : 'enabled',
      [...(account.passwordHash ? ['password'] : []), ...providers].join(', ') || 'none',
      account.lastLoginAt.toISOString(),
    ];
  });
}

/** Sessions end within ten seconds in every process. */
export async function disableAccount(services: IdentityServices, who: string): Promise<string> {
  const { uid, email } = await requireAccount(services, who);
  await setAccountDisabled(services, uid, true);
  return `${email} is disabled and signed out everywhere.`;
}

export async function enableAccount(services: IdentityServices, who: string): Promise<string> {
  const { uid, email } = await requireAccount(services, who);
  await setAccountDisabled(services, uid, false);
  return `${email} is enabled and can sign in again.`;
}

export async function verifyAccount(services: IdentityServices, who: string): Promise<string> {
  const { uid, email } = await requireAccount(services, who);
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, uid);
    if (!account) throw notFound({ text: `${who} could not be found.` });
    await tx.update(accounts).set({ emailVerified: true }).where(eq(accounts.uid, uid));
    await syncProfile(tx, { ...account, emailVerified: true }, { clearsName: false });
    if (account.emailVerified) return;
    const proof = { uid, email: account.email, how: 'own session', first: true } as const;
    await services.on.proof(tx, proof);
  });
  sessionCacheOf(services).forgetUid(uid);
  return `${email} counts as verified.`;
}

/** Mails a link to choose a new password; the present password stays valid until then. */
export async function resetAccount(services: IdentityServices, who: string): Promise<string> {
  const account = await requireAccount(services, who);
  if (account.disabled) throw badInput({ text: `${account.email} is disabled. Enable it first.` });
  await services.db.transaction((tx) =>
    mailLink(tx, services, 'PASSWORD_RESET', account, { languages: [], from: null }),
  );
  return `A link to choose a new password is on its way to ${account.email}.`;
}

async function requireAccount(services: IdentityServices, who: string): Promise<Account> {
  assertEmbedded(services);
  const found = who.includes('@')
    ? await findAccountByEmail(services.db, who.trim().toLowerCase())
    : await findAccount(services.db, who.trim());
  if (!found) throw notFound({ text: `An account ${who || 'without an address'} could not be found.` });
  return found;
}

function assertEmbedded({ identity: { firebase } }: IdentityServices): void {
  if (firebase)
    throw badInput({ text: `Accounts are kept by Firebase: see the console of ${firebase.projectId}.` });
}

/** Another process may still accept a session cookie for the ten seconds of its cache. */
export async function setAccountDisabled(services: IdentityServices, uid: string, disabled: boolean) {
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, uid);
    if (!account) return;
    await tx.update(accounts).set({ disabled }).where(eq(accounts.uid, uid));
    if (disabled) await revokeEverything(tx, account);
  });
  sessionCacheOf(services).forgetUid(uid);
}
