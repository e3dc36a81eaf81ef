import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';

/** After which another process may lead when the leader said nothing more; it renews every few seconds. */
const LEASE_SECONDS = 30;
/** Until a turn that failed is due again, in seconds. */
const AGAIN_SECONDS = 5 * 60;

/** Noted by a clock that was ahead and is right again; waiting for that time could stop everything for years. */
const IN_FUTURE = sql`fleet_state.at > now() + interval '1 minute'`;

const me = randomUUID();

/** By the clock of the database. Around a change two may lead for a moment, so what they do must be safe to do twice. */
export async function claimLead(db: Executor, holder: string = me): Promise<boolean> {
  const value = JSON.stringify({ holder });
  const { rows } = await db.execute(sql`
    insert into fleet_state (name, value, at) values ('leader', ${value}::jsonb, now())
    on conflict (name) do update set value = excluded.value, at = now()
    where fleet_state.value = excluded.value
      or fleet_state.at < now() - make_interval(secs => ${LEASE_SECONDS}) or ${IN_FUTURE}
    returning 1`);
  return rows.length > 0;
}

/** @returns whether the one that led last has said nothing for so many milliseconds; false where none ever led */
export async function isLeaderless(db: Executor, milliseconds: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from fleet_state
    where name = 'leader' and at < now() - make_interval(secs => ${milliseconds / 1_000}::float8)`);
  return rows.length > 0;
}

interface Turn {
  /** milliseconds since it was taken; negative after the clock was set back */
  age: number;
  /** its holder no longer leads and has not finished it, and nobody has taken it up since */
  isAbandoned: boolean;
}

export async function readTurns(db: Executor, holder: string = me): Promise<Map<string, Turn>> {
  const { rows } = await db.execute<{ name: string; age: number; isAbandoned: boolean }>(sql`
    select substr(name, 7) as name, (extract(epoch from now() - at) * 1000)::float8 as age,
      ${isAbandonedFor(holder)} as "isAbandoned"
    from fleet_state where starts_with(name, 'turn: ')`);
  return new Map(rows.map(({ name, ...turn }) => [name, turn]));
}

/** Taken up once after its process ended: one under which a second ends as well waits for its time. The leader asks. */
const isAbandonedFor = (holder: string) =>
  sql`coalesce(fleet_state.value->>'by' <> ${holder} and not fleet_state.value ? 'again', false)`;

/** Once in so many milliseconds for the fleet; one whose process ended is taken up. @returns false when not due */
export async function takeTurn(db: Executor, name: string, every: number, holder: string = me) {
  const { rows } = await db.execute(sql`
    insert into fleet_state (name, value, at) values (${`turn: ${name}`}, jsonb_build_object('by', ${holder}::text), now())
    on conflict (name) do update set at = now(),
      value = excluded.value || case when ${isAbandonedFor(holder)} then '{"again": true}' else '{}' end::jsonb
    where ${isAbandonedFor(holder)}
      or fleet_state.at <= now() - make_interval(secs => ${every / 1_000}::float8) or ${IN_FUTURE}
    returning 1`);
  return rows.length > 0;
}

export async function endTurn(db: Executor, name: string, holder: string = me): Promise<void> {
  await db.execute(sql`
    update fleet_state set value = '{}' where name = ${`turn: ${name}`} and value->>'by' = ${holder}`);
}

/** A failed turn is due again in five minutes, or when it would be if that is sooner. */
export async function repeatTurn(db: Executor, name: string, every: number): Promise<void> {
  await db.execute(sql`
    update fleet_state set at = least(at, now() - make_interval(secs => ${every / 1_000 - AGAIN_SECONDS}::float8))
    where name = ${`turn: ${name}`}`);
}
