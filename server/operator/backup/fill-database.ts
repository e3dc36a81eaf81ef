import pg from 'pg';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../core/db/database.ts';
import { FILL_PROGRESS_TABLE, migrateDatabase } from '../../core/db/migrate.ts';
import { readMigrations } from '../../core/db/migration-files.ts';
import { Queue } from '../../core/jobs/queue.ts';
import { OperatorError } from '../command.ts';
import type { Sequence, Table } from './manifest.ts';
import { type Session, withSession } from './session.ts';
import { countRows, writeLines, writeSequences } from './tables.ts';

type SourceTable = Table & { sha256?: string };

const TABLES = 'tables';
const ROWS = 'rows';

export interface RowSource {
  /** an interrupted fill continues only from the same source */
  name: string;
  migrations: number;
  tables: SourceTable[];
  sequences: Sequence[];
  readLines(table: Table): AsyncIterable<string>;
  /** error for a table that does not match its digest; absent where the source has no digests */
  differs?(table: Table): OperatorError;
}

/**
 * All rows are written in one transaction, each table read back and compared by count and hash. Until it is finished the product
 * does not start on it; interrupted, it may be called again.
 * @param finish runs before the database counts as filled; again after an interruption
 * @throws {OperatorError} when the database is not empty, or the source is damaged
 */
export async function fillDatabase(
  database: OpenDatabase,
  source: RowSource,
  log: Logger,
  finish: () => Promise<void> = async () => {},
): Promise<number> {
  // After an error the connection is closed, which rolls back.
  const rows = await withSession(database, { snapshot: false }, async (session) => {
    const done = await beginFill(session, source.name);
    if (!done.has(TABLES)) {
      await prepareTables(database, source.migrations, log);
      await recordPart(session, source.name, TABLES);
    }
    await session.query('begin');
    let count = 0;
    for (const table of source.tables)
      count += done.has(ROWS) ? await countRows(session, table) : await fillTable(session, source, table);
    if (!done.has(ROWS)) await writeSequences(session, source.sequences);
    await recordPart(session, source.name, ROWS);
    await session.query('commit');
    return count;
  });
  await migrateDatabase(database, { log, filling: true });
  await finish();
  await withSession(database, { snapshot: false }, (session) => session.query('drop schema filling cascade'));
  return rows;
}

async function fillTable(session: Session, source: RowSource, table: SourceTable): Promise<number> {
  const { rows, sha256 } = await writeLines(session, table, source.readLines(table)).catch(
    (error: unknown) => {
      throw isBadData(error) ? (source.differs?.(table) ?? error) : error;
    },
  );
  if (source.differs && table.sha256 !== sha256) throw source.differs(table);
  return rows;
}

/** PostgreSQL, appendix A: classes 22 and 23. */
const isBadData = (error: unknown) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/** @returns the parts that are complete @throws {OperatorError} for a database that holds anything else */
async function beginFill(session: Session, source: string): Promise<Set<string>> {
  const { rows } = await session.query<{ begun: boolean; relations: number }>(`
    select to_regclass('${FILL_PROGRESS_TABLE}') is not null as begun,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'jobs', 'drizzle')) as relations`);
  const [state] = rows;
  if (!state?.begun) {
    if (state?.relations !== 0)
      throw new OperatorError(
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
    throw new OperatorError(
      `This database is half filled from ${other.source}. Go on with that, or give an empty database.`,
    );
  return new Set(parts.rows.map(({ part }) => part));
}

async function recordPart(session: Session, source: string, part: string): Promise<void> {
  await session.query(
    `insert into ${FILL_PROGRESS_TABLE} (part, source) values ($1, $2) on conflict do nothing`,
    [part, source],
  );
}

/** Rows that migrations insert are deleted: the source has them. @throws {OperatorError} for rows of a newer version */
export async function prepareTables(database: OpenDatabase, migrations: number, log: Logger): Promise<void> {
  const known = await readMigrations();
  if (migrations > known.length)
    throw new OperatorError(
      `The data is of a newer version (${migrations} migrations; this one knows ${known.length}). Install that version or a later one.`,
    );
  await migrateDatabase(database, { log, first: migrations, filling: true });
  await database.pool.query('delete from coupons; delete from credit_packages');
  const queue = new Queue(database.pool, log);
  await queue.start();
  await queue.stop();
}
