import { sql } from 'drizzle-orm';
import { tooMany } from '../errors.ts';
import type { Executor } from './db/database.ts';

export interface Limit {
  /** what is counted and for whom, e.g. `coupon:42` */
  key: string;
  /** allowed within one window */
  most: number;
  /** length of the window in seconds */
  window: number;
  /** message of the 429 */
  message: string;
}

/**
 * Adds to the key's current window. Counters are in the database, so that all processes share them and they survive a
 * restart.
 * @param amount 0 reads the count
 * @returns the new count, and the seconds until the window ends
 */
export async function count(
  db: Executor,
  key: string,
  window: number,
  amount = 1,
): Promise<{ count: number; endsIn: number }> {
  const { rows } = await db.execute<{ count: number; ends_in: number }>(sql`
    with w as (select to_timestamp(floor(extract(epoch from now()) / ${window}::float8) * ${window}::float8) as start)
    insert into rate_counters (key, window_start, count)
    select ${key}, w.start, ${amount}::int from w
    on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
    returning count, extract(epoch from window_start + make_interval(secs => ${window}::float8) - now())::float8 as ends_in`);
  const row = rows[0];
  if (!row) throw new Error('The rate counter gave no row.');
  return { count: row.count, endsIn: row.ends_in };
}

/** Adds one. @throws 429 with Retry-After when the limit is exceeded */
export async function enforce(db: Executor, limit: Limit): Promise<void> {
  const { count: now, endsIn } = await count(db, limit.key, limit.window);
  if (now > limit.most) throw tooMany(limit.message, endsIn);
}

/** Deletes past windows; the longest window is a day. */
export async function sweepCounters(db: Executor): Promise<void> {
  await db.execute(sql`delete from rate_counters where window_start < now() - interval '2 days'`);
}
