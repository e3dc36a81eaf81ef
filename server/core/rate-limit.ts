import { type SQL, sql } from 'drizzle-orm';
import type { Said } from '../../shared/words.ts';
import type { Executor } from './db/database.ts';
import { tooMany } from './errors.ts';

export interface Limit {
  /** what is counted and for whom, e.g. `coupon:42` */
  key: string;
  /** allowed within one window */
  most: number;
  /** length of the window in seconds */
  window: number;
  /** message of the 429 */
  message: Said;
}

const windowStart = (window: number) =>
  sql`to_timestamp(floor(extract(epoch from now()) / ${window}::float8) * ${window}::float8)`;

/**
 * Adds to the key's current window. Counters are in the database, so that all processes share them and they survive a
 * restart.
 * @returns the new count, and the seconds until the window ends
 */
export async function count(
  db: Executor,
  key: string,
  window: number,
  amount = 1,
): Promise<{ count: number; endsIn: number }> {
  const counted = await countEach(db, new Map([[key, amount]]), window);
  return { count: counted.counts.get(key) ?? amount, endsIn: counted.endsIn };
}

/**
 * As `count`, for several keys in one statement, which locks them in the order that they are given in.
 * @param amounts by key
 */
export async function countEach(
  db: Executor,
  amounts: Map<string, number>,
  window: number,
): Promise<{ counts: Map<string, number>; endsIn: number }> {
  const { rows } = await db.execute<{ key: string; count: number; ends_in: number }>(sql`
    insert into rate_counters (key, window_start, count)
    select key, ${windowStart(window)}, amount
    from unnest(${sql.param([...amounts.keys()])}::text[], ${sql.param([...amounts.values()])}::int[])
      with ordinality asked (key, amount, place)
    order by place
    on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
    returning key, count, extract(epoch from window_start + make_interval(secs => ${window}::float8) - now())::float8 as ends_in`);
  const [row] = rows;
  if (!row) throw new Error('The rate counter gave no row.');
  return { counts: new Map(rows.map((one) => [one.key, one.count])), endsIn: row.ends_in };
}

/** SQL of the count in the key's current window. @param key SQL */
export const countOf = (key: SQL, window: number): SQL<number> => sql`
  coalesce((select count from rate_counters where key = ${key} and window_start = ${windowStart(window)}), 0)`;

/** Takes one back from the key's newest window. @param since only if it began after that */
export async function uncount(db: Executor, key: string, since = new Date(0)): Promise<void> {
  await db.execute(sql`
    update rate_counters set count = greatest(count - 1, 0)
    where key = ${key} and window_start = (select max(window_start) from rate_counters where key = ${key})
      and window_start > ${since.toISOString()}::timestamptz`);
}

/** Takes back all that was counted under these keys. */
export async function forgetCounts(db: Executor, keys: string[]): Promise<void> {
  await db.execute(sql`delete from rate_counters where key = any(${sql.param(keys)}::text[])`);
}

/** Adds one. @throws 429 with Retry-After when the limit is exceeded */
export async function enforce(db: Executor, limit: Limit): Promise<void> {
  const { count: now, endsIn } = await count(db, limit.key, limit.window);
  if (now > limit.most) throw tooMany(limit.message, endsIn);
}

/** What a key may use up in one window, in any unit of which two thousand million are enough. */
export type Allowance = Omit<Limit, 'message'>;

/** An amount that was taken, to be given back if it is not needed after all. */
export interface Spent {
  key: string;
  amount: number;
  windowStart: string;
}

/**
 * Takes an amount of an allowance in one statement, so that requests at the same time never take more than there is.
 * @returns null, with nothing taken, when less than the amount is left
 */
export async function spend(
  db: Executor,
  { key, most, window }: Allowance,
  amount: number,
): Promise<Spent | null> {
  const { rows } = await db.execute<{ start: string }>(sql`
    insert into rate_counters (key, window_start, count)
    select ${key}, ${windowStart(window)}, ${amount}::int where ${amount}::int <= ${most}::int
    on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
      where rate_counters.count + excluded.count <= ${most}::int
    returning window_start::text as start`);
  const [row] = rows;
  return row ? { key, amount, windowStart: row.start } : null;
}

/** Gives back some of what was taken. @param amount at most what was taken and not given back yet */
export async function returnSpent(db: Executor, spent: Spent, amount: number = spent.amount): Promise<void> {
  if (amount <= 0) return;
  await db.execute(sql`update rate_counters set count = count - ${amount}::int
    where key = ${spent.key} and window_start = ${spent.windowStart}::timestamptz`);
}

/** Deletes past windows; the longest window is a day. */
export async function sweepCounters(db: Executor): Promise<void> {
  await db.execute(sql`delete from rate_counters where window_start < now() - interval '2 days'`);
}
