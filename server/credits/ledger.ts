import { and, eq, gte, sql } from 'drizzle-orm';
import { insufficientCredits } from '../errors.ts';
import { announceBalance } from '../events/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { type LedgerKind, ledgerEntries } from '../platform/db/schema/credits.ts';
import { users } from '../platform/db/schema/users.ts';

export interface Entry {
  userId: number;
  /** credits: positive is received, negative is spent */
  delta: number;
  kind: LedgerKind;
  /** what it is for; unique per kind */
  reference: string;
}

/**
 * Adds an entry and changes the balance by it, in the caller's transaction, so that the balance always equals the sum
 * of the entries.
 * @returns false when an entry of that kind and reference exists: nothing was changed
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
  await announceBalance(tx, entry.userId);
  return true;
}
