import { type SQL, sql } from 'drizzle-orm';
import type { Correspondent, LetterTotals } from '../../shared/conversations.ts';
import type { Executor } from '../platform/db/database.ts';
import { isoTime } from '../platform/db/iso-time.ts';
import { listedForSender, posted } from '../platform/db/letter-visibility.ts';
import type { TimeCursor } from '../platform/db/page-cursor.ts';

export type FoundCorrespondent = Correspondent & { lastLetterId: number };

interface Row extends Record<string, unknown>, Correspondent {
  lastLetterId: string;
}

/** Null for a person without a product record, who has written to nobody. */
const userIdOf = (uid: string): SQL => sql`(select id from users where firebase_uid = ${uid})`;

/**
 * Addresses that a person wrote to, the latest letter first, each as its latest letter has it. Letters are scanned from
 * the newest on and the latest of each address is taken, by one index look-up each: a page costs about the same after
 * ten letters and ten thousand.
 * @param search part of the address or of any name it was written to under, in any case
 * @param after the latest letter to the last one of the page before
 */
export async function listCorrespondents(
  db: Executor,
  uid: string,
  { search, after, limit }: { search: string; after: TimeCursor | null; limit: number },
): Promise<FoundCorrespondent[]> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const found = search
    ? sql`and exists (
          select from letters named
          where named.user_id = ${userIdOf(uid)} and lower(named.recipient_email) = lower(l.recipient_email)
            and ${listedForSender(sql`named.status`)}
            and (named.recipient_name ilike ${pattern} or named.recipient_email ilike ${pattern}))`
    : sql``;
  const { rows } = await db.execute<Row>(sql`
    with shown as (
      select l.id, l.created_at, l.status, l.recipient_name as name, lower(l.recipient_email) as email
      from letters l
      where l.user_id = ${userIdOf(uid)} and ${listedForSender(sql`l.status`)}
        ${after ? sql`and (l.created_at, l.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
        and (
          select latest.id = l.id from letters latest
          where latest.user_id = ${userIdOf(uid)} and lower(latest.recipient_email) = lower(l.recipient_email)
            and ${listedForSender(sql`latest.status`)}
          order by latest.created_at desc, latest.id desc limit 1)
        ${found}
      order by l.created_at desc, l.id desc limit ${limit})
    select s.email, s.name, s.id as "lastLetterId", ${isoTime('s.created_at')} as "lastLetterAt",
      s.status as "lastLetterStatus", n.letters, ${isoTime('n.last_sent')} as "lastSentAt", n.unread
    from shown s cross join lateral (
      select count(*)::int as letters, max(o.sent_at) as last_sent,
        coalesce(sum((select count(*) from replies r
          where r.conversation_id = o.conversation_id and r.side = 'recipient' and r.read_at is null)), 0)::int
          as unread
      from letters o
      where o.user_id = ${userIdOf(uid)} and lower(o.recipient_email) = s.email and ${listedForSender(sql`o.status`)}) n
    order by s.created_at desc, s.id desc`);
  return rows.map((row) => ({ ...row, lastLetterId: Number(row.lastLetterId) }));
}

/** Totals over all letters; failed and bounced ones count as letters, but not as sent, nor do their photos. */
export async function countEverything(db: Executor, uid: string): Promise<LetterTotals> {
  const { rows } = await db.execute<LetterTotals & Record<string, unknown>>(sql`
    with written as materialized (
      select id, lower(recipient_email) as email, ${posted(sql`status`)} as posted
      from letters where user_id = ${userIdOf(uid)} and ${listedForSender(sql`status`)})
    select count(*)::int as letters, count(*) filter (where posted)::int as sent,
      (select count(*)::int from (select distinct email from written) emails) as recipients,
      (select count(*)::int from letter_photos lp join written w on w.id = lp.letter_id where w.posted) as photos
    from written`);
  const [totals] = rows;
  if (!totals) throw new Error('The query of the totals returned no row.');
  return totals;
}
