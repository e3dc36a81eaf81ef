import { type SQL, sql } from 'drizzle-orm';
import type { Correspondent, LetterTotals } from '../../shared/conversations.ts';
import { STATUS } from '../../shared/letter-status.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import { fold } from '../../shared/text-order.ts';
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

/**
 * Letters are scanned from the newest on, with one index look-up an address: all pages cost the same.
 * @param after the latest letter of the last one of the page before
 */
export async function listCorrespondents(
  db: Executor,
  person: Person,
  { search, after, limit }: { search: string; after: TimeCursor | null; limit: number },
): Promise<FoundCorrespondent[]> {
  const userId = userIdOf(person.uid);
  const wanted = fold(search);
  // A letter that is not folded yet is found as it is written.
  const matches = (names: SQL, email: SQL) => sql`
    (strpos(${names}, ${wanted}) > 0 or strpos(lower(${email}), ${wanted}) > 0)`;
  const cut = sql`${after ? sql`and (l.created_at, l.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}`;
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
