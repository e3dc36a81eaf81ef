import { type SQL, sql } from 'drizzle-orm';
import type { Said } from '../../shared/words.ts';
import type { Config } from './config.ts';
import type { Executor } from './db/database.ts';
import { tooMany } from './errors.ts';
import { LIMITS, type LimitName, type LimitRow } from './limits.ts';

/** In any unit: counters are 32-bit integers. */
export interface Limit {
  /** in the database: name of the counter, and for whom */
  key: string;
  most: number;
  /** seconds */
  window: number;
  sentence: LimitRow['sentence'];
}

/** @param who null where there is one count for all @param config needed where a setting holds the amount */
export function limit(name: LimitName, who: string | number | null, config?: Config): Limit {
  const { most, counter = name, sentence }: LimitRow = LIMITS[name];
  const { amount, window } = most;
  const asked = typeof amount === 'number' ? amount : config?.[amount];
  if (asked === undefined) throw new Error(`The limit '${name}' is a setting's.`);
  return { key: who === null ? counter : `${counter}:${who}`, most: asked, window, sentence };
}

/** Whose count a write is: a person's other programs use up none of the person's own. */
export const spenderOf = ({ uid, scopes }: { uid: string; scopes?: readonly string[] | null }): string =>
  scopes ? `${uid} programs` : uid;

/** What a person reads beyond a limit. @param left still possible, where more was asked for */
export function sentenceOf({ key, most, sentence }: Limit, left = 0): Said {
  if (!sentence) throw new Error(`The limit of '${key}' has no sentence.`);
  return typeof sentence === 'function' ? sentence(most, left) : sentence;
}

const windowStart = (window: number) =>
  sql`to_timestamp(floor(extract(epoch from now()) / ${window}::float8) * ${window}::float8)`;

/** In the database, so that all processes share it. @returns the new count, and the seconds until the window ends */
export async function count(
  db: Executor,
  { key, window }: Pick<Limit, 'key' | 'window'>,
  amount = 1,
): Promise<{ count: number; endsIn: number }> {
  const counted = await countEach(db, new Map([[key, amount]]), window);
  return { count: counted.counts.get(key) ?? amount, endsIn: counted.endsIn };
}

/** Several keys in one statement, which locks them in the order that they are given in. */
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

/** SQL of the count in the key's current window. @param who SQL of whose count it is */
export const countOf = (name: LimitName, who: SQL): SQL<number> => {
  const { most, counter = name }: LimitRow = LIMITS[name];
  return sql`
    coalesce((select count from rate_counters where key = concat(${counter}::text, ':', ${who}) and window_start = ${windowStart(most.window)}), 0)`;
};

/** Takes one back from the key's current window: one of a past window counts no more. */
export async function uncount(db: Executor, { key, window }: Limit): Promise<void> {
  await db.execute(sql`
    update rate_counters set count = greatest(count - 1, 0)
    where key = ${key} and window_start = ${windowStart(window)}`);
}

export async function forgetCounts(db: Executor, limits: Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key);
  await db.execute(sql`delete from rate_counters where key = any(${sql.param(keys)}::text[])`);
}

/** @throws 429 with Retry-After when the limit is exceeded */
export async function enforce(db: Executor, limited: Limit, amount = 1): Promise<void> {
  const { count: now, endsIn } = await count(db, limited, amount);
  if (now > limited.most) throw tooMany(sentenceOf(limited, limited.most - (now - amount)), endsIn);
}

export interface Spent {
  key: string;
  amount: number;
  windowStart: string;
}

/** In one statement, so that concurrent requests never take more than there is. @returns null when less is left */
export async function spend(
  db: Executor,
  { key, most, window }: Omit<Limit, 'sentence'>,
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
