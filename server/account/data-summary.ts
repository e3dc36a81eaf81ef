import { sql } from 'drizzle-orm';
import type { AccountDataSummary } from '../../shared/account-data.ts';
import type { Executor } from '../platform/db/database.ts';

/** What a person has here, counted. */
export async function countAccountData(db: Executor, uid: string): Promise<AccountDataSummary> {
  const { rows } = await db.execute<AccountDataSummary & Record<string, unknown>>(sql`
    with me as (select id, credits from users where firebase_uid = ${uid}),
    mine as (select l.id, l.status, l.conversation_id from letters l join me on me.id = l.user_id where l.status <> 'created')
    select (select count(*)::int from mine) as letters,
      (select count(*)::int from replies r where r.conversation_id in (select conversation_id from mine)) as replies,
      (select count(*)::int from recipients where owner_uid = ${uid}) as recipients,
      (select count(*)::int from photos where owner_uid = ${uid}) as photos,
      exists (select 1 from drafts where uid = ${uid}) as draft,
      (select count(*)::int from mine where status in ('queued', 'sending')) as "underWay",
      coalesce((select credits from me), 0) as credits,
      (select count(*)::int from checkouts c join me on me.id = c.user_id where c.status = 'paid') as purchases`);
  const [row] = rows;
  if (!row) throw new Error('The holdings were not counted.');
  return row;
}
