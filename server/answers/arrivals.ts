import { type SQL, sql } from 'drizzle-orm';
import { ARRIVALS_SHOWN, type Arrival } from '../../shared/conversations.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import { UPLOADS_PREFIX } from '../../shared/photos.ts';
import { personalise } from '../../templates/message.ts';
import type { Executor } from '../core/db/database.ts';
import { isoTime } from '../core/db/iso-time.ts';
import { listedForSender } from '../core/db/status-in.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { userIdOf } from '../people/users/schema.ts';
import { lettersTo, senderEmailFor } from './data.ts';

/** Characters of the first words. */
const WORDS = 160;

interface Row extends Record<string, unknown>, Omit<Arrival, 'id'> {
  id: string;
  /** how a letter's writer calls its recipient */
  called: string;
  /** written to the person, not an answer to what they wrote */
  received: boolean;
}

/** The newest that came for a person: answers to their letters, letters written to them, and answers in those. */
export async function listArrivals(db: Executor, person: Person): Promise<Arrival[]> {
  const { rows } = await db.execute<Row>(sql`
    with came as (
      (select 'answer' as kind, r.id, r.conversation_id, l.recipient_name as name,
         lower(l.recipient_email) as email, r.created_at, l.id as letter_id, r.body as text, '' as called,
         r.read_at is null as unread, false as received
       from letters l join replies r on r.conversation_id = l.conversation_id
       where l.user_id = ${userIdOf(person.uid)}
         and ${listedForSender(sql`l.status`)} and r.side = 'recipient' ${newest('r')})
      union all
      (${lettersTo(
        person,
        sql`'letter' as kind, l.id, l.conversation_id, l.sender_name as name,
          lower(${senderEmailFor(person)}) as email, l.created_at, l.id as letter_id, l.email_message as text,
          coalesce(l.greeting_name, l.recipient_name) as called,
          false as unread, true as received`,
      )} ${newest('l')})
      union all
      (select 'answer' as kind, r.id, r.conversation_id, received.name, received.email, r.created_at, received.letter_id, r.body as text,
         '' as called, false as unread, true as received
       from (${lettersTo(person, sql`l.id as letter_id, l.conversation_id, l.sender_name as name, lower(${senderEmailFor(person)}) as email`)})
         received join replies r on r.conversation_id = received.conversation_id
       where r.side = 'sender' ${newest('r')})),
    shown as (select * from came order by created_at desc, id desc limit ${ARRIVALS_SHOWN})
    select kind, id, conversation_id as "conversationId", name, email, ${isoTime('created_at')} as "createdAt",
      text, called, unread, received,
      (select json_build_object('url', ${UPLOADS_PREFIX}::text || p.id || '.jpg', 'alt', pages.alt,
          'width', p.width, 'height', p.height)
       from (
         select photo_id, alt, position from reply_photos where kind = 'answer' and reply_id = shown.id
         union all
         -- An answer without a photo has the picture of the letter that it answers.
         select photo_id, alt, 1000 + position from letter_photos where letter_id = shown.letter_id
       ) pages join photos p on p.id = pages.photo_id order by pages.position limit 1) as photo
    from shown order by created_at desc, id desc`);
  return rows.map(({ called, received, name, ...row }) => ({
    ...row,
    name: received ? cleanSenderName(name) : name,
    id: Number(row.id),
    text: firstWords(row.kind === 'letter' ? personalise(row.text, { name: called }) : row.text),
  }));
}

const newest = (table: 'r' | 'l'): SQL =>
  sql.raw(`order by ${table}.created_at desc, ${table}.id desc limit ${ARRIVALS_SHOWN}`);

const firstWords = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, WORDS);
