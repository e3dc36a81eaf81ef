import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../core/db/database.ts';
import type { Erasure } from '../../core/jobs/jobs.ts';
import type { Account } from './accounts/data.ts';
import type { IdentityServices } from './identity-provider.ts';
import { removePasskeys } from './passkeys/data.ts';
import { accounts, actionCodes, linkedProviders, sessions } from './schema.ts';
import { knownBrowserOf } from './sessions/known-browser.ts';

export type EraseCause = Erasure['cause'];

/**
 * Hands an account over to whoever proves its address first without being signed in to it. It may be a stranger's,
 * so every way in goes and the owner begins with nothing, unless the browser is known to the account. Call with
 * the account locked, and revoke everything afterwards.
 */
export async function handOver(
  tx: Transaction,
  services: IdentityServices,
  account: Account,
  http: FastifyRequest,
): Promise<Account> {
  const { uid } = account;
  await tx.delete(linkedProviders).where(eq(linkedProviders.uid, uid));
  await tx.delete(actionCodes).where(eq(actionCodes.uid, uid));
  await removePasskeys(tx, uid);
  if (knownBrowserOf(services, http, account) !== null) return account;
  // First, so that no write of a session that is over comes after the erasure (`holdSession`).
  await tx.delete(sessions).where(eq(sessions.uid, uid));
  await services.on.erase(tx, uid, 'account hand over');
  const profile = { displayName: null, photoUrl: null };
  await tx.update(accounts).set(profile).where(eq(accounts.uid, uid));
  return { ...account, ...profile };
}
