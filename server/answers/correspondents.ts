import { type SQL, sql } from 'drizzle-orm';
import type { Correspondent, LetterTotals } from '../../shared/conversations.ts';
import { STATUS } from '../../shared/letter-status.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import { UPLOADS_PREFIX } from '../../shared/photos.ts';
import { fold } from '../../shared/text-order.ts';
import { personalise } from '../../templates/message.ts';
import { answeredHere } from '../core/db/came-to.ts';
import type { Database, Executor } from '../core/db/database.ts';
import { isoTime } from '../core/db/iso-time.ts';
import type { TimeCursor } from '../core/db/page-cursor.ts';
import { listedForSender } from '../core/db/status-in.ts';
import { senderEmailFor } from '../letters/conversations.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { userIdOf } from '../people/users/schema.ts';
import { lettersTo } from './data.ts';
import { totalsOf } from './letter-totals.ts';

export type FoundCorrespondent = Omit<Correspondent, 'last'> & { lastLetterId: number };

interface Row extends Record<string, unknown>, Omit<Correspondent, 'last'> {
  lastLetterId: string;
}

/** Letters are scanned from the newest, one index look-up an address. @param page.cursor the last one of the page before */
export async function listCorrespondents(
  db: Executor,
  person: Person,
  { search, cursor, limit }: { search: string; cursor: TimeCursor | undefined; limit: number },
): Promise<FoundCorrespondent[]> {
  const userId = userIdOf(person.uid);
  const wanted = fold(search);
  // A letter that is not folded yet is found as it is written.
  const matches = (names: SQL, email: SQL) => sql`
    (strpos(${names}, ${wanted}) > 0 or strpos(lower(${email}), ${wanted}) > 0)`;
  const cut = sql`${cursor ? sql`and (l.created_at, l.id) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)` : sql``}`;
  const inOrder = sql`order by l.created_at desc, l.id desc limit ${limit}`;
  const { rows } = await db.execute<Row>(sql`
    with came as materialized (
      ${lettersTo(
        person,
        sql`l.id, l.created_at, l.sender_name as name,
        coalesce(split_part(l.folded, E'\\n', 2), lower(l.sender_name)) as names, lower(${senderEmailFor(person)}) as email`,
      )}),
    named as materialized (
      select distinct lower(l.recipient_email) as email from letters l
      where l.user_id = ${userId} and ${listedForSender(sql`l.status`)}
        and ${matches(sql`coalesce(split_part(l.folded, E'\\n', 1), lower(l.recipient_name))`, sql`l.recipient_email`)}),
    shown as (
      (select l.id, l.created_at, l.status, l.recipient_name as name, lower(l.recipient_email) as email
       from letters l
       where l.user_id = ${userId} and ${listedForSender(sql`l.status`)} ${cut}
         and (
           select latest.id = l.id from letters latest
           where latest.user_id = ${userId} and lower(latest.recipient_email) = lower(l.recipient_email)
             and ${listedForSender(sql`latest.status`)}
           order by latest.created_at desc, latest.id desc limit 1)
         ${search ? sql`and lower(l.recipient_email) in (select email from named)` : sql``} ${inOrder})
      union all
      -- Who only wrote to them. A sender who has not verified an address has no page under it.
      (select l.id, l.created_at, ${STATUS.sent}::text as status, l.name, l.email
       from (select distinct on (email) * from came where email <> '' order by email, created_at desc, id desc) l
       where not exists (
           select from letters written
           where written.user_id = ${userId} and lower(written.recipient_email) = l.email
             and ${listedForSender(sql`written.status`)}) ${cut}
         ${
           search
             ? sql`and exists (select from came named
                 where named.email = l.email and ${matches(sql`named.names`, sql`named.email`)})`
             : sql``
         } ${inOrder})
      order by created_at desc, id desc limit ${limit})
    select shown.email, shown.name, shown.id as "lastLetterId",
      (select conversation_id from letters where letters.id = shown.id) as "conversationId", ${isoTime('shown.created_at')} as "lastLetterAt",
      shown.status as "lastLetterStatus", counted.letters, ${isoTime('counted.last_sent')} as "lastSentAt", counted.unread,
      (select count(*)::int from came where came.email = shown.email) as received
    from shown cross join lateral (
      select count(*)::int as letters, max(letter.sent_at) as last_sent,
        coalesce(sum((select count(*) from replies r
          where r.conversation_id = letter.conversation_id and r.side = 'recipient' and r.read_at is null)), 0)::int
          as unread
      from letters letter
      where letter.user_id = ${userId} and lower(letter.recipient_email) = shown.email
        and ${listedForSender(sql`letter.status`)}) counted
    order by shown.created_at desc, shown.id desc`);
  return rows.map(({ name, ...row }) => ({
    ...row,
    // Of somebody who was never written to it is the name with which they signed.
    name: row.letters === 0 ? cleanSenderName(name) : name,
    lastLetterId: Number(row.lastLetterId),
  }));
}

export async function countEverything(db: Database, person: Person): Promise<LetterTotals> {
  const { answers: _, ...totals } = await totalsOf(db, userIdOf(person.uid));
  const { rows } = await db.execute<{ received: number }>(lettersTo(person, sql`count(*)::int as received`));
  return { ...totals, received: rows[0]?.received ?? 0 };
}

const WORDS = 160;

type LastMessage = NonNullable<Correspondent['last']>;

interface LastRow extends Record<string, unknown>, LastMessage {
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
  const { rows } = await db.execute<LastRow>(sql`
    with exchanged as materialized (
      select l.id, l.conversation_id, l.created_at, l.email_message as text, true as own,
        coalesce(l.greeting_name, l.recipient_name) as called, lower(l.recipient_email) as email, l.queued_at, l.recipient_email
      from letters l
      where l.user_id = ${userIdOf(person.uid)} and ${listedForSender(sql`l.status`)}
        and lower(l.recipient_email) = any(${sql.param(emails)}::text[])
      union all
      ${lettersTo(
        person,
        sql`l.id, l.conversation_id, l.created_at, l.email_message as text, false as own,
          coalesce(l.greeting_name, l.recipient_name) as called, lower(${senderEmailFor(person)}) as email, l.queued_at, l.recipient_email`,
      )}),
    last as (
      select addressed.email, message.* from unnest(${sql.param(emails)}::text[]) as addressed (email)
      cross join lateral (
        select * from (
          (select own, created_at, text, called, id as letter_id, null::bigint as reply_id from exchanged
           where exchanged.email = addressed.email order by created_at desc, id desc limit 1)
          union all
          (select (r.side = 'sender') = l.own, r.created_at, r.body, null, l.id, r.id
           from exchanged l join replies r on r.conversation_id = l.conversation_id
           where l.email = addressed.email and (l.own or ${answeredHere}) order by r.created_at desc, r.id desc limit 1)) either
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
