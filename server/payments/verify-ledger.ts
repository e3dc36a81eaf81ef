import { sql } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';

/**
 * Checks the ledger: every balance is the sum of its entries, every paid purchase was granted once, and credits taken
 * back for it are in the ledger.
 * @returns a sentence per error; none when the ledger is consistent
 */
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
  const orphans = await db.execute<{ id: string; reference: string }>(sql`
    select e.id, e.reference from ledger_entries e
    where e.kind = 'purchase' and not exists (select 1 from checkouts c where c.id::text = e.reference)`);
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
    ...orphans.rows.map((row) => `entry ${row.id}: there is no purchase ${row.reference}`),
  ];
}
