import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../core/db/database.ts';
import type { Erasure } from '../../core/jobs/jobs.ts';
import { type Account, revokeEverything, syncProfile } from './accounts/data.ts';
import type { IdentityServices } from './identity-provider.ts';
import { removePasskeys } from './passkeys/data.ts';
import { accounts, actionCodes, linkedProviders, sessions } from './schema.ts';
import { knownBrowserOf } from './sessions/known-browser.ts';

export type EraseCause = Erasure['cause'];

/**
 * For an address that was proved without a session of the account: applies the changes, revokes everything, and hands
 * the account over if its address was not verified before. Call with the account locked.
 */
export async function acceptProof(
  tx: Transaction,
  services: IdentityServices,
  before: Account,
  http: FastifyRequest,
  changes: Partial<Account> = {},
): Promise<Account> {
  const { uid, email, emailVerified } = before;
  const cleared = emailVerified ? {} : await handOver(tx, services, before, http);
  const proved = { ...cleared, ...changes, emailVerified: true };
  await tx.update(accounts).set(proved).where(eq(accounts.uid, uid));
  const account = await revokeEverything(tx, { ...before, ...proved });
  await syncProfile(tx, account);
  if (!emailVerified) await services.on.proof(tx, { uid, email, how: 'elsewhere', first: true });
  return account;
}

/**
 * A stranger may have made the account: removes linked providers, mailed codes and passkeys; and, unless the browser is
 * known to the account, also its content. @returns the fields to clear: name, picture and password
 */
async function handOver(
  tx: Transaction,
  services: IdentityServices,
  account: Account,
  http: FastifyRequest,
): Promise<Partial<Account>> {
  const { uid } = account;
  await tx.delete(linkedProviders).where(eq(linkedProviders.uid, uid));
  await tx.delete(actionCodes).where(eq(actionCodes.uid, uid));
  await removePasskeys(tx, uid);
  if (knownBrowserOf(services, http, account) !== null) return {};
  // First, so that no write of a session that is over comes after the erasure (`holdSession`).
  await tx.delete(sessions).where(eq(sessions.uid, uid));
  await services.on.erase(tx, uid, 'account hand over');
  return { displayName: null, photoUrl: null, passwordHash: null };
}
