import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';

/** The leader renews its lease every few seconds. */
const LEASE_SECONDS = 30;
/** Until a failed turn is due again. */
const RETRY_SECONDS = 5 * 60;

/** A time that was written while the clock was ahead. To wait for it could stop everything for years. */
const IN_FUTURE = sql`fleet_state.at > now() + interval '1 minute'`;

const thisProcess = randomUUID();

/** While the leader changes, two may lead for a moment: what a leader does must be safe to do twice. */
export async function claimLead(db: Executor, holder: string = thisProcess): Promise<boolean> {
  const value = JSON.stringify({ holder });
  const { rows } = await db.execute(sql`
    insert into fleet_state (name, value, at) values ('leader', ${value}::jsonb, now())
    on conflict (name) do update set value = excluded.value, at = now()
    where fleet_state.value = excluded.value
      or fleet_state.at < now() - make_interval(secs => ${LEASE_SECONDS}) or ${IN_FUTURE}
    returning 1`);
  return rows.length > 0;
}

/** @returns whether no process has led for so many milliseconds; false when none ever led */
export async function isLeaderless(db: Executor, milliseconds: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from fleet_state
    where name = 'leader' and at < now() - make_interval(secs => ${milliseconds / 1_000}::float8)`);
  return rows.length > 0;
}

interface Turn {
  /** milliseconds since it was taken; negative after the clock was set back */
  age: number;
  /** a former leader took it and did not end it, and it was not taken over yet */
  isAbandoned: boolean;
}

export async function readTurns(db: Executor, holder: string = thisProcess): Promise<Map<string, Turn>> {
  const { rows } = await db.execute<{ name: string; age: number; isAbandoned: boolean }>(sql`
    select substr(name, 7) as name, (extract(epoch from now() - at) * 1000)::float8 as age,
      ${isAbandonedFor(holder)} as "isAbandoned"
    from fleet_state where starts_with(name, 'turn: ')`);
  return new Map(rows.map(({ name, ...turn }) => [name, turn]));
}

/** Only the leader asks, so another holder has lost the lead. A turn is taken over once; then it waits until it is due. */
const isAbandonedFor = (holder: string) =>
  sql`coalesce(fleet_state.value->>'by' <> ${holder} and not fleet_state.value ? 'again', false)`;

/** @param every milliseconds, for the whole fleet @returns false when it is neither due nor abandoned */
export async function takeTurn(db: Executor, name: string, every: number, holder: string = thisProcess) {
  const { rows } = await db.execute(sql`
    insert into fleet_state (name, value, at) values (${`turn: ${name}`}, jsonb_build_object('by', ${holder}::text), now())
    on conflict (name) do update set at = now(),
      value = excluded.value || case when ${isAbandonedFor(holder)} then '{"again": true}' else '{}' end::jsonb
    where ${isAbandonedFor(holder)}
      or fleet_state.at <= now() - make_interval(secs => ${every / 1_000}::float8) or ${IN_FUTURE}
    returning 1`);
  return rows.length > 0;
}

export async function endTurn(db: Executor, name: string, holder: string = thisProcess): Promise<void> {
  await db.execute(sql`
    update fleet_state set value = '{}' where name = ${`turn: ${name}`} and value->>'by' = ${holder}`);
}

/** A failed turn is due after `RETRY_SECONDS`, or at its usual time if that is sooner. */
export async function repeatTurn(db: Executor, name: string, every: number): Promise<void> {
  await db.execute(sql`
    update fleet_state set at = least(at, now() - make_interval(secs => ${every / 1_000 - RETRY_SECONDS}::float8))
    where name = ${`turn: ${name}`}`);
}
