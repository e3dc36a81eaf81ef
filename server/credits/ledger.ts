import { and, eq, gte, sql } from 'drizzle-orm';
import { insufficientCredits } from '../errors.ts';
import type { Transaction } from '../platform/db/database.ts';
import { type LedgerKind, ledgerEntries } from '../platform/db/schema/credits.ts';
import { users } from '../platform/db/schema/users.ts';

export interface Entry {
  userId: number;
  /** credits: positive comes in, negative is spent */
  delta: number;
  kind: LedgerKind;
  /** what it is for; one entry for each kind and reference, ever */
  reference: string;
}

/**
 * Writes one entry and moves the balance with it. The caller's transaction carries both, so the balance is the
 * sum of the entries at every moment.
 * @returns false when that kind and reference is already in the ledger: nothing happened
 * @throws 402 INSUFFICIENT_CREDITS when the balance would fall below zero
 */
export async function writeEntry(tx: Transaction, entry: Entry): Promise<boolean> {
  const written = await tx
    .insert(ledgerEntries)
    .values(entry)
    .onConflictDoNothing()
    .returning({ id: ledgerEntries.id });
  if (written.length === 0) return false;
  const moved = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + ${entry.delta}` })
    .where(and(eq(users.id, entry.userId), gte(sql`${users.credits} + ${entry.delta}`, 0)))
    .returning({ id: users.id });
  if (moved.length === 0) throw insufficientCredits();
  return true;
}
