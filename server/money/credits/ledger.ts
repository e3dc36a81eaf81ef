import type { Transaction } from '../../core/db/database.ts';
import { insufficientCredits } from '../../core/errors.ts';
import { announceBalance } from '../../core/events/announce.ts';
import { changeBalance } from '../../people/users/profile.ts';
import { ledgerEntries } from './schema.ts';

export type Entry = Pick<typeof ledgerEntries.$inferInsert, 'delta' | 'kind' | 'reference'>;

/** @returns false when an entry of that kind and reference exists: nothing was changed */
export const writeEntry = async (
  tx: Transaction,
  { userId, ...entry }: Entry & { userId: number },
): Promise<boolean> => (await writeEntries(tx, userId, [entry])) > 0;

/** @returns how many were added: one whose kind and reference exist changes nothing @throws 402 INSUFFICIENT_CREDITS */
export async function writeEntries(tx: Transaction, userId: number, entries: Entry[]): Promise<number> {
  const written = await tx
    .insert(ledgerEntries)
    .values(entries.map((entry) => ({ userId, ...entry })))
    .onConflictDoNothing()
    .returning({ delta: ledgerEntries.delta });
  if (written.length === 0) return 0;
  const delta = written.reduce((sum, entry) => sum + entry.delta, 0);
  if (!(await changeBalance(tx, userId, delta))) throw insufficientCredits();
  await announceBalance(tx, userId);
  return written.length;
}
