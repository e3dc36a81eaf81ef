import type { Transaction } from '../../core/db/database.ts';
import { stopLinks } from './schema.ts';

const ROWS_A_STATEMENT = 1000;

/** A link that is kept already stays as it is. */
export async function writeStopLinks(tx: Transaction, rows: (typeof stopLinks.$inferInsert)[]) {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx
      .insert(stopLinks)
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflictDoNothing();
}
