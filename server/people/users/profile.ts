import { and, eq, gte, sql } from 'drizzle-orm';
import type { Language } from '../../../shared/languages.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { rememberLanguage } from './language-before.ts';
import { users } from './schema.ts';

/** @param displayName absent keeps it */
export async function copyProfile(
  tx: Transaction,
  uid: string,
  profile: { email: string; emailVerified: boolean; displayName?: string | null },
): Promise<void> {
  await tx.update(users).set(profile).where(eq(users.accountUid, uid));
}

/** Nobody has proved to own the person's address any more, so no reply is relayed to it. */
export async function withdrawProof(tx: Transaction, uid: string): Promise<void> {
  await tx.update(users).set({ emailVerified: false }).where(eq(users.accountUid, uid));
}

/** For mails to somebody who chose no language. */
export async function noteBrowserLanguage(db: Executor, uid: string, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ browserLanguage: language, ...rememberLanguage({ browserLanguage: language }) })
    .where(and(eq(users.accountUid, uid), sql`${users.browserLanguage} is distinct from ${language}`));
}

/**
 * Only the ledger does, together with its entries.
 * @param delta credits
 * @returns false, with nothing changed, when it would fall below zero
 */
export async function changeBalance(tx: Transaction, userId: number, delta: number): Promise<boolean> {
  const moved = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + ${delta}` })
    .where(and(eq(users.id, userId), gte(sql`${users.credits} + ${delta}`, 0)))
    .returning({ id: users.id });
  return moved.length > 0;
}
