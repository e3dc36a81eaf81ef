import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../core/db/database.ts';

/**
 * Deletes messages that came in, in the caller's transaction. One raw message may have been addressed to several conversations
 * or gifts: its file is kept until the last is gone.
 * @param which condition on columns of `inbound_messages`
 * @returns keys of the files that nobody needs any more
 */
export async function eraseMessages(tx: Transaction, which: SQL): Promise<string[]> {
  const erased = await tx.execute<{ key: string }>(
    sql`delete from inbound_messages where ${which} returning storage_key as key`,
  );
  const keys = [...new Set(erased.rows.map(({ key }) => key))];
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) key
    where not exists (select 1 from inbound_messages m where m.storage_key = key)`);
  return rows.map(({ key }) => key);
}
