import { FILL_PROGRESS_TABLE } from '../../platform/db/assert-filled.ts';
import { Refusal } from '../cli/command.ts';
import type { Session } from './session.ts';

/**
 * Claims an empty database, or goes on with one that the same source began to fill.
 * @param source what fills it
 * @returns the parts that have come in whole
 * @throws {Refusal} for a database that holds anything else
 */
export async function claim(session: Session, source: string): Promise<Set<string>> {
  const { rows } = await session.query<{ begun: boolean; relations: number }>(`
    select to_regclass('${FILL_PROGRESS_TABLE}') is not null as begun,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'jobs', 'drizzle')) as relations`);
  const [state] = rows;
  if (!state?.begun) {
    if (state?.relations !== 0)
      throw new Refusal(
        'The database is not empty, and nothing was changed. Give a new one: another DATABASE_URL, or a DATA_DIR that does not exist yet.',
      );
    await session.query(`begin; create schema filling;
      create table ${FILL_PROGRESS_TABLE} (part text primary key, source text not null); commit`);
    await session.query(`insert into ${FILL_PROGRESS_TABLE} (part, source) values ('begun', $1)`, [source]);
  }
  const parts = await session.query<{ part: string; source: string }>(
    `select part, source from ${FILL_PROGRESS_TABLE}`,
  );
  const other = parts.rows.find((row) => row.source !== source);
  if (other)
    throw new Refusal(
      `This database is half filled from ${other.source}. Go on with that, or give an empty database.`,
    );
  return new Set(parts.rows.map(({ part }) => part));
}

/** Notes, in the caller's transaction, that a part is whole. */
export async function note(session: Session, source: string, part: string): Promise<void> {
  await session.query(
    `insert into ${FILL_PROGRESS_TABLE} (part, source) values ($1, $2) on conflict do nothing`,
    [part, source],
  );
}

export async function finish(session: Session): Promise<void> {
  await session.query('drop schema filling cascade');
}
