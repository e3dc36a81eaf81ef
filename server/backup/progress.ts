import { Refusal } from '../admin/command.ts';
import type { Executor } from '../db/database.ts';
import type { Session } from './session.ts';

/**
 * A database that is being filled carries this table in a schema of its own, which names what fills it and what
 * has come in whole. It is dropped at the end; as long as it is there the product doesn't start on it.
 */
const TABLE = 'filling.progress';

/**
 * Claims an empty database, or goes on with one that the same source began to fill.
 * @param source what fills it
 * @returns the parts that have come in whole
 * @throws {Refusal} for a database that holds anything else
 */
export async function claim(session: Session, source: string): Promise<Set<string>> {
  const { rows } = await session.query<{ begun: boolean; relations: number }>(`
    select to_regclass('${TABLE}') is not null as begun,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'jobs', 'drizzle')) as relations`);
  const [state] = rows;
  if (!state?.begun) {
    if (state?.relations !== 0)
      throw new Refusal(
        'The database is not empty, and nothing was changed. Give a new one: another DATABASE_URL, or a DATA_DIR that does not exist yet.',
      );
    await session.query(`begin; create schema filling;
      create table ${TABLE} (part text primary key, source text not null); commit`);
    await session.query(`insert into ${TABLE} (part, source) values ('begun', $1)`, [source]);
  }
  const parts = await session.query<{ part: string; source: string }>(`select part, source from ${TABLE}`);
  const other = parts.rows.find((row) => row.source !== source);
  if (other)
    throw new Refusal(
      `This database is half filled from ${other.source}. Go on with that, or give an empty database.`,
    );
  return new Set(parts.rows.map(({ part }) => part));
}

/** Notes, in the caller's transaction, that a part is whole. */
export async function note(session: Session, source: string, part: string): Promise<void> {
  await session.query(`insert into ${TABLE} (part, source) values ($1, $2) on conflict do nothing`, [
    part,
    source,
  ]);
}

export async function finish(session: Session): Promise<void> {
  await session.query('drop schema filling cascade');
}

/** @throws Error for a database that a restore or a move has not filled to its end */
export async function assertWhole(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ half: boolean }>(`select to_regclass('${TABLE}') is not null as half`);
  if (rows[0]?.half)
    throw new Error(
      'This database is only half filled: the restore or move into it was cut off. Run the same command again.',
    );
}
