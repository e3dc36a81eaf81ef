import { type SQL, sql } from 'drizzle-orm';
import { NOTES_LISTED } from '../../../shared/automatic-notes.ts';
import { isoTime } from '../../core/db/iso-time.ts';

/**
 * The newest of what programs answered in a conversation, oldest first, as a JSON array of `automaticNote`.
 * @param conversationId column of the surrounding query, which decides who may see it
 */
export const notesOf = (conversationId: SQL): SQL => sql`
  (select coalesce(json_agg(json_build_object('id', n.id, 'createdAt', ${isoTime('n.received_at')}, 'side', n.side,
      'kind', n.note->'kind', 'awayUntil', n.note->'awayUntil', 'subject', n.note->'subject', 'text', n.note->'text')
      order by n.received_at, n.id), '[]'::json)
   from (select id, received_at, side, note from inbound_messages
     where conversation_id = ${conversationId} and note is not null
     order by received_at desc, id desc limit ${NOTES_LISTED}) n)`;
