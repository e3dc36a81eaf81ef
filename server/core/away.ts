import { sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';

/** A row that all processes share, whose moment is that of the next probe. */
export interface Away {
  failures: number;
  since: Date;
  /** what it last said */
  response: string;
}

/**
 * @param within seconds until another process may probe, where this one is not heard of again
 * @param latest seconds; a moment later than that is of a clock that was set back
 * @returns no failures for a server that is not away; `probes` is true for the one caller whose turn it is
 */
export async function takeProbe(
  db: Executor,
  name: string,
  within: number,
  latest: number,
): Promise<{ failures: number; probes: boolean }> {
  const { rows } = await db.execute<{ failures: number; probes: boolean }>(sql`
    with probe as (update fleet_state set at = now() + make_interval(secs => ${within})
      where name = ${name} and not at between now() and now() + make_interval(secs => ${latest}) returning name)
    select (value->>'failures')::int as failures, exists (select from probe) as probes
    from fleet_state where name = ${name}`);
  return rows[0] ?? { failures: 0, probes: false };
}

/** @param probed false: of several failures at the beginning the first one counts */
export async function noteAway(
  db: Executor,
  name: string,
  { since, ...value }: Away,
  pause: number,
  probed: boolean,
): Promise<void> {
  await db.execute(sql`
    insert into fleet_state (name, value, at)
    values (${name}, ${JSON.stringify({ ...value, since })}::jsonb, now() + make_interval(secs => ${pause}))
    on conflict (name) do update set at = excluded.at, value = fleet_state.value || ${JSON.stringify(value)}::jsonb
      where ${probed}`);
}

/** A millisecond ago: the column rounds, and must not round up to a moment that is still to come. */
export async function probeNow(db: Executor, name: string): Promise<void> {
  await db.execute(sql`update fleet_state set at = now() - interval '1 ms' where name = ${name}`);
}

export async function findAway(db: Executor, name: string): Promise<Away | null> {
  const { rows } = await db.execute<{ value: Omit<Away, 'since'> & { since: string } }>(
    sql`select value from fleet_state where name = ${name}`,
  );
  const value = rows[0]?.value;
  return value ? { ...value, since: new Date(value.since) } : null;
}
