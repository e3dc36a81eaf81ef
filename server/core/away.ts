import { sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';

/** A server that is away, in a row of `fleet_state` that all processes share; its time is that of the next probe. */
export interface Away {
  failures: number;
  since: Date;
  /** what the server last said */
  response: string;
}

/**
 * @param within seconds until another process may probe, unless this one reports before
 * @param latest seconds; a probe that is planned later than that was planned by a clock since set back, and is due
 * @returns no failures for a server that is not away; `probes` is true for the one caller that is to probe
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

/** @param probed false changes nothing when a failure is noted already: of several at the beginning the first counts */
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

/** Lets the next caller probe. A millisecond ago, since the column rounds and must not round up to a time to come. */
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
