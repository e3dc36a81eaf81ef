import { type SQL, sql } from 'drizzle-orm';
import { NOTES_LISTED } from '../../../shared/automatic-notes.ts';
import type { Transaction } from '../../core/db/database.ts';
import { isoTime } from '../../core/db/iso-time.ts';

/** Rows of one mail to several addressees share its file. @returns keys of the files that no row names any more */
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

/** The newest automatic notes as a JSON array, the oldest of them first. @param conversationId of the surrounding query */
export const notesOf = (conversationId: SQL): SQL => sql`
  (select coalesce(json_agg(json_build_object('id', n.id, 'createdAt', ${isoTime('n.received_at')}, 'side', n.side,
      'kind', n.note->'kind', 'awayUntil', n.note->'awayUntil', 'subject', n.note->'subject', 'text', n.note->'text')
      order by n.received_at, n.id), '[]'::json)
   from (select id, received_at, side, note from inbound_messages
     where conversation_id = ${conversationId} and note is not null
     order by received_at desc, id desc limit ${NOTES_LISTED}) n)`;
