import { type SQL, sql } from 'drizzle-orm';
import type { Correspondent } from '../../shared/conversations.ts';
import type { Executor } from '../db/database.ts';
import type { TimeCursor } from '../page-cursor.ts';
import { iso } from './data.ts';

export type FoundCorrespondent = Correspondent & { lastLetterId: number };

interface Row extends Record<string, unknown>, Correspondent {
  lastLetterId: string;
}

/**
 * Whom a person wrote to, the latest letter first. Without a search the letters are walked from the newest on until
 * a page of different addresses is found, so that a page costs the same after ten letters and ten thousand.
 * @param search part of a name or an address, in any case
 * @param after the latest letter to the last one of the page before
 */
export async function listCorrespondents(
  db: Executor,
  userId: number,
  page: { search: string; after: TimeCursor | null; limit: number },
): Promise<FoundCorrespondent[]> {
  const { rows } = await db.execute<Row>(sql`
    with recursive shown as (${page.search ? searched(userId, page) : walked(userId, page)})
    select s.email, l.recipient_name as name, l.id as "lastLetterId", ${iso('l.created_at')} as "lastLetterAt",
      n.letters, ${iso('n.last_sent')} as "lastSentAt", n.unread
    from shown s join letters l on l.id = s.id
      cross join lateral (
        select count(*)::int as letters, max(o.sent_at) as last_sent,
          coalesce(sum((select count(*) from replies r
            where r.conversation_id = c.id and r.side = 'recipient' and r.read_at is null)), 0)::int as unread
        from conversations c join letters o on o.conversation_id = c.id
        where c.user_id = ${userId} and lower(c.recipient_email) = s.email and o.status <> 'created') n
    order by l.created_at desc, l.id desc`);
  return rows.map((row) => ({ ...row, lastLetterId: Number(row.lastLetterId) }));
}

/** Letters older than the cursor's, whose address has no newer one. Needs the alias l. */
function afterCursor(userId: number, after: TimeCursor | null): SQL {
  if (!after) return sql`true`;
  const place = sql`(${after.at}::timestamptz, ${after.id}::bigint)`;
  return sql`(l.created_at, l.id) < ${place} and not exists (
    select 1 from conversations c join letters newer on newer.conversation_id = c.id
    where c.user_id = ${userId} and lower(c.recipient_email) = lower(l.recipient_email)
      and newer.status <> 'created' and (newer.created_at, newer.id) >= ${place})`;
}

/** Each step finds the next letter to an address that was not met before. */
function walked(userId: number, { after, limit }: { after: TimeCursor | null; limit: number }): SQL {
  const next = (more: SQL) => sql`
    select l.id, l.created_at as at, lower(l.recipient_email) as email
    from letters l
    where l.user_id = ${userId} and l.status <> 'created' and ${more}
    order by l.created_at desc, l.id desc limit 1`;
  return sql`
    (select f.id, f.at, f.email, array[f.email] as met from (${next(afterCursor(userId, after))}) f)
    union all
    select f.id, f.at, f.email, met || f.email
    from shown, lateral (${next(sql`(l.created_at, l.id) < (shown.at, shown.id)
      and lower(l.recipient_email) <> all (shown.met) and ${afterCursor(userId, after)}`)}) f
    where cardinality(met) < ${limit}::int`;
}

function searched(
  userId: number,
  { search, after, limit }: { search: string; after: TimeCursor | null; limit: number },
): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`
    select id, at, email from (
      select distinct on (lower(l.recipient_email)) l.id, l.created_at as at, lower(l.recipient_email) as email
      from letters l
      where l.user_id = ${userId} and l.status <> 'created'
        and (l.recipient_name ilike ${pattern} or l.recipient_email ilike ${pattern})
        and ${afterCursor(userId, after)}
      order by lower(l.recipient_email), l.created_at desc, l.id desc) latest
    order by at desc, id desc limit ${limit}`;
}

/** Of everything a person sent. */
export async function countEverything(
  db: Executor,
  userId: number,
): Promise<{ letters: number; recipients: number; photos: number }> {
  const { rows } = await db.execute<{ letters: number; recipients: number; photos: number }>(sql`
    select coalesce(sum(n), 0)::int as letters, count(*)::int as recipients, coalesce(sum(photos), 0)::int as photos
    from (
      select count(*) as n,
        sum((select count(*) from letter_photos lp where lp.letter_id = l.id)) as photos
      from letters l where l.user_id = ${userId} and l.status <> 'created'
      group by lower(l.recipient_email)) by_recipient`);
  return rows[0] ?? { letters: 0, recipients: 0, photos: 0 };
}
