import { sql } from 'drizzle-orm';
import { GIFT_WAITS_HOURS } from '../../../shared/limits.ts';
import type { Executor } from '../../core/db/database.ts';
import { isoTime } from '../../core/db/iso-time.ts';

interface Giftable {
  credits: number;
  notBefore: string | null;
}

/**
 * bought − paid back − given + returned, at most the balance. Free credits are spent on letters alone, or
 * whoever makes many accounts could collect them. Lock the person's row where something follows from it.
 */
export async function giftableOf(db: Executor, userId: number): Promise<Giftable> {
  const { rows } = await db.execute<{ credits: number; notBefore: string | null }>(sql`
    with purchased as (
      select coalesce(sum(credits - taken_back - shortfall), 0) as credits,
        max(paid_at) + make_interval(hours => ${GIFT_WAITS_HOURS}::int) as not_before
      from checkouts where user_id = ${userId} and status = 'paid' and amount > 0
    ), given as (
      select coalesce(sum(delta), 0) as delta from ledger_entries
      where user_id = (select ${userId}::bigint) and kind in ('gift-given', 'gift-returned')
    )
    select greatest(0, least(u.credits, purchased.credits + given.delta))::int as credits,
      case when purchased.not_before > now() then ${isoTime('purchased.not_before')} end as "notBefore"
    from users u, purchased, given where u.id = ${userId}`);
  const [row] = rows;
  if (!row) throw new Error(`There is no user ${userId}.`);
  return row;
}
