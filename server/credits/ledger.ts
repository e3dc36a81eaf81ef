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
  await moveBalance(tx, entry.userId, entry.delta);
  return true;
}

/**
 * As `writeEntry`, for several new entries of one person at once.
 * @throws 402 INSUFFICIENT_CREDITS when the balance would fall below zero
 */
export async function writeEntries(
  tx: Transaction,
  userId: number,
  entries: Omit<Entry, 'userId'>[],
): Promise<void> {
  await tx.insert(ledgerEntries).values(entries.map((entry) => ({ userId, ...entry })));
  await moveBalance(
    tx,
    userId,
    entries.reduce((sum, { delta }) => sum + delta, 0),
  );
}

async function moveBalance(tx: Transaction, userId: number, delta: number): Promise<void> {
  const moved = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + ${delta}` })
    .where(and(eq(users.id, userId), gte(sql`${users.credits} + ${delta}`, 0)))
    .returning({ id: users.id });
  if (moved.length === 0) throw insufficientCredits();
  await announceBalance(tx, userId);
}
