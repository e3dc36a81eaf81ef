import { sql } from 'drizzle-orm';
import type { Correspondent } from '../../shared/conversations.ts';
import { UPLOADS_PREFIX } from '../../shared/photos.ts';
import { personalise } from '../../templates/message.ts';
import type { Executor } from '../core/db/database.ts';
import { isoTime } from '../core/db/iso-time.ts';
import { listedForSender } from '../core/db/status-in.ts';
import { senderEmailFor } from '../letters/conversations.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { userIdOf } from '../people/users/schema.ts';
import { lettersTo } from './data.ts';

const WORDS = 160;

type LastMessage = NonNullable<Correspondent['last']>;

interface Row extends Record<string, unknown>, LastMessage {
  email: string;
  /** how a letter's writer calls its recipient; null for an answer */
  called: string | null;
}

/** @param emails lower-cased, of one page */
export async function lastMessages(
  db: Executor,
  person: Person,
  emails: readonly string[],
): Promise<ReadonlyMap<string, LastMessage>> {
  const { rows } = await db.execute<Row>(sql`
    with exchanged as materialized (
      select l.id, l.conversation_id, l.created_at, l.email_message as text, true as own,
        coalesce(l.greeting_name, l.recipient_name) as called, lower(l.recipient_email) as email
      from letters l
      where l.user_id = ${userIdOf(person.uid)} and ${listedForSender(sql`l.status`)}
        and lower(l.recipient_email) = any(${sql.param(emails)}::text[])
      union all
      ${lettersTo(
        person,
        sql`l.id, l.conversation_id, l.created_at, l.email_message as text, false as own,
          coalesce(l.greeting_name, l.recipient_name) as called, lower(${senderEmailFor(person)}) as email`,
      )}),
    last as (
      select addressed.email, message.* from unnest(${sql.param(emails)}::text[]) as addressed (email)
      cross join lateral (
        select * from (
          (select own, created_at, text, called, id as letter_id, null::bigint as reply_id from exchanged
           where exchanged.email = addressed.email order by created_at desc, id desc limit 1)
          union all
          (select (r.side = 'sender') = e.own, r.created_at, r.body, null, e.id, r.id
           from exchanged e join replies r on r.conversation_id = e.conversation_id
           where e.email = addressed.email order by r.created_at desc, r.id desc limit 1)) either
        order by created_at desc, reply_id desc nulls last limit 1) message)
    select email, own, ${isoTime('created_at')} as at, text, called,
      (select json_build_object('url', ${UPLOADS_PREFIX}::text || p.id || '.jpg', 'alt', pages.alt,
          'width', p.width, 'height', p.height)
       from (
         select photo_id, alt, position from reply_photos where reply_id = last.reply_id
         union all
         -- An answer without a photo has the picture of the letter that it answers.
         select photo_id, alt, 1000 + position from letter_photos where letter_id = last.letter_id
       ) pages join photos p on p.id = pages.photo_id order by pages.position limit 1) as photo
    from last`);
  return new Map(
    rows.map(({ email, called, text, ...row }) => [
      email,
      { ...row, text: firstWords(called === null ? text : personalise(text, { name: called })) },
    ]),
  );
}

const firstWords = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, WORDS);
