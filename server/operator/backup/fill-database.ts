import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Logger } from 'pino';
import { z } from 'zod';
import { JOBS } from '../../jobs.ts';
import { FILL_PROGRESS_TABLE } from '../../platform/db/assert-filled.ts';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { Queue } from '../../platform/jobs/queue.ts';
import { projectFolder } from '../../platform/project-folder.ts';
import { OperatorError } from '../operator-error.ts';
import { type Session, withSession } from './session.ts';
import {
  digestOf,
  digestOfLines,
  labelOf,
  type Sequence,
  type Table,
  writeLines,
  writeSequences,
} from './tables.ts';

/** Where rows come from: a snapshot on disk, or a transaction in another database. */
export interface RowSource {
  /** such as `the snapshot 2026-05-04…`; a fill that was cut off goes on only from the same one */
  name: string;
  /** migrations that its tables have seen */
  migrations: number;
  /** each after those it refers to; with its hash where that is known beforehand */
  tables: (Table & { sha256?: string })[];
  sequences: Sequence[];
  readLines(table: Table): AsyncIterable<string>;
  /** the error for rows that are not those the hash is of */
  differs(table: Table): OperatorError;
}

/**
 * Fills an empty database. Each table goes in whole or not at all and is read back and compared by count and hash. Cut
 * off, it goes on where it was, after comparing what is there already. Until the end the product refuses to start on it.
 * @param finish runs when all rows are in, before the database counts as filled
 * @returns how many rows there are
 * @throws {OperatorError} when the database is not empty, or the source is not what it was
 */
export async function fillDatabase(
  database: OpenDatabase,
  source: RowSource,
  log: Logger,
  finish: () => Promise<void> = async () => {},
): Promise<number> {
  const rows = await withSession(database, { snapshot: false }, async (session) => {
    const done = await claim(session, source.name);
    if (!done.has('tables')) {
      await prepareTables(database, source.migrations, log);
      await note(session, source.name, 'tables');
    }
    let count = 0;
    for (const table of source.tables) {
      await session.query('begin');
      try {
        count += done.has(labelOf(table))
          ? await compareTable(session, source, table)
          : await fillTable(session, source, table);
        await session.query('commit');
      } catch (error) {
        await session.query('rollback');
        throw error;
      }
    }
    await writeSequences(session, source.sequences);
    return count;
  });
  await finish();
  await withSession(database, { snapshot: false }, (session) => session.query('drop schema filling cascade'));
  await migrateDatabase(database);
  return rows;
}

async function fillTable(
  session: Session,
  source: RowSource,
  table: RowSource['tables'][number],
): Promise<number> {
  const { rows, sha256 } = await writeLines(session, table, source.readLines(table));
  if (table.sha256 !== undefined && table.sha256 !== sha256) throw source.differs(table);
  await note(session, source.name, labelOf(table));
  return rows;
}

async function compareTable(
  session: Session,
  source: RowSource,
  table: RowSource['tables'][number],
): Promise<number> {
  const { rows, sha256 } = await digestOf(session, table);
  const expected = table.sha256 ?? (await digestOfLines(source.readLines(table))).sha256;
  if (expected !== sha256) throw source.differs(table);
  return rows;
}

/**
 * Claims an empty database, or goes on with one that the same source began to fill.
 * @param source what fills it
 * @returns the parts that have come in whole
 * @throws {OperatorError} for a database that holds anything else
 */
async function claim(session: Session, source: string): Promise<Set<string>> {
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

/** Notes, in the caller's transaction, that a part is whole. */
async function note(session: Session, source: string, part: string): Promise<void> {
  await session.query(
    `insert into ${FILL_PROGRESS_TABLE} (part, source) values ($1, $2) on conflict do nothing`,
    [part, source],
  );
}

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/**
 * Makes the tables as they were after the first `migrations`, so that rows go into the columns they came from; later
 * migrations are applied to them afterwards. Seeds are taken out again: the rows bring their own.
 * @throws {OperatorError} for rows of a newer version
 */
async function prepareTables(database: OpenDatabase, migrations: number, log: Logger): Promise<void> {
  const source = path.join(projectFolder, 'migrations');
  const all = journal.parse(JSON.parse(await readFile(path.join(source, 'meta', '_journal.json'), 'utf8')));
  if (migrations > all.entries.length)
    throw new OperatorError(
      `The data is of a newer version (${migrations} migrations; this one knows ${all.entries.length}). Install that version or a later one.`,
    );
  const entries = all.entries.slice(0, migrations);
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-migrations-'));
  try {
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ ...all, entries }));
    for (const { tag } of entries)
      await copyFile(path.join(source, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await migrate(database.db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
  await database.pool.query('delete from coupons; delete from credit_packages');
  const queue = new Queue(database.pool, log, JOBS);
  await queue.start();
  await queue.stop();
}
