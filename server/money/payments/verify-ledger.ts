import { sql } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';

/** @returns a sentence for each balance, purchase or gift that its entries do not add up to, and each stray entry */
export async function verifyLedger(db: Executor): Promise<string[]> {
  const balances = await db.execute<{ id: string; email: string; credits: number; total: number }>(sql`
    select u.id, u.email, u.credits, coalesce(sum(e.delta), 0)::int as total
    from users u left join ledger_entries e on e.user_id = u.id
    group by u.id having u.credits <> coalesce(sum(e.delta), 0) order by u.id`);
  const purchases = await db.execute<{ id: string; credits: number; granted: number }>(sql`
    select c.id, c.credits, coalesce(sum(e.delta), 0)::int as granted
    from checkouts c left join ledger_entries e
      on e.kind = 'purchase' and e.reference = c.id::text and e.user_id = c.user_id
    group by c.id
    having coalesce(sum(e.delta), 0) <> case when c.status = 'paid' then c.credits else 0 end`);
  const returns = await db.execute<{ id: string; takenBack: number; entered: number }>(sql`
    select c.id, c.taken_back as "takenBack", coalesce(-sum(e.delta), 0)::int as entered
    from checkouts c left join ledger_entries e
      on e.kind = 'refund' and e.user_id = c.user_id and split_part(e.reference, ':', 1) = c.id::text
    group by c.id having c.taken_back <> coalesce(-sum(e.delta), 0)`);
  const gifts = await db.execute<{ id: string; status: string; entries: string | null }>(sql`
    select g.id, g.status, string_agg(e.kind || ' ' || e.delta || ' of ' || e.user_id, ', ' order by e.id) as entries
    from gifts g left join ledger_entries e
      on e.kind in ('gift-given', 'gift-claimed', 'gift-returned') and e.reference = g.id::text
    group by g.id
    having count(*) filter (where e.kind = 'gift-given' and e.user_id = g.giver_id and e.delta = -g.credits) <> 1
      or count(*) filter (where e.kind = 'gift-claimed' and e.user_id = g.claimed_by and e.delta = g.credits)
        <> case when g.status = 'claimed' then 1 else 0 end
      or count(*) filter (where e.kind = 'gift-returned' and e.user_id = g.giver_id and e.delta = g.credits)
        <> case when g.status = 'returned' then 1 else 0 end
      or count(e.id) <> case when g.status = 'waiting' then 1 else 2 end`);
  const strays = await db.execute<{ id: string; reference: string; of: string }>(sql`
    select e.id, e.reference, case e.kind when 'purchase' then 'purchase' else 'gift' end as of from ledger_entries e
    where e.kind in ('purchase', 'gift-given', 'gift-claimed', 'gift-returned')
      and not exists (select from checkouts c where e.kind = 'purchase' and c.id::text = e.reference)
      and not exists (select from gifts g where e.kind <> 'purchase' and g.id::text = e.reference)`);
  return [
    ...balances.rows.map(
      (row) => `${row.email}: the balance says ${row.credits}, the entries say ${row.total}`,
    ),
    ...purchases.rows.map(
      (row) => `purchase ${row.id} of ${row.credits} credits: ${row.granted} were granted`,
    ),
    ...returns.rows.map(
      (row) =>
        `purchase ${row.id}: ${row.takenBack} credits count as taken back, the entries say ${row.entered}`,
    ),
    ...gifts.rows.map((row) => `gift ${row.id} is ${row.status}, but has ${row.entries ?? 'no entries'}`),
    ...strays.rows.map(({ id, of, reference }) => `entry ${id}: there is no ${of} ${reference}`),
  ];
}
