import type { Logger } from 'pino';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { Refusal } from '../cli/command.ts';
import { claim, finish, note } from './fill-progress.ts';
import { prepareTables } from './prepare-tables.ts';
import { digestOf, readLines, writeLines } from './rows.ts';
import { type Session, withSession } from './session.ts';
import { labelOf, listTables, readSequences, type Table, writeSequences } from './tables.ts';

/**
 * Copies everything into another, empty database as of one moment. Each table goes in whole or not at all and is
 * compared by count and hash. Cut off, it goes on where it was, after comparing what is there already.
 * @returns tables and rows that are there now
 * @throws {Refusal} when the product runs, the target is not empty, or the source changed since it was begun
 */
export async function moveDatabase(
  from: OpenDatabase,
  to: OpenDatabase,
  log: Logger,
): Promise<{ tables: number; rows: number }> {
  await assertStopped(from);
  return withSession(from, { snapshot: true }, async (source) => {
    const { rows } = await source.query<{ name: string; migrations: number }>(`
      select 'the database ' || current_database() || ' of cluster ' || system_identifier as name,
        (select count(*)::int from drizzle.__drizzle_migrations) as migrations
      from pg_control_system()`);
    const [{ name, migrations } = { name: '', migrations: 0 }] = rows;
    return withSession(to, { snapshot: false }, async (target) => {
      const done = await claim(target, name);
      if (!done.has('tables')) {
        await prepareTables(to, migrations, log);
        await note(target, name, 'tables');
      }
      const tables = await listTables(source);
      let count = 0;
      for (const table of tables) {
        count += done.has(labelOf(table))
          ? await compare(source, target, table)
          : await copy(source, target, table, name);
      }
      await writeSequences(target, await readSequences(source, tables));
      await finish(target);
      await migrateDatabase(to);
      return { tables: tables.length, rows: count };
    });
  });
}

async function copy(source: Session, target: Session, table: Table, name: string): Promise<number> {
  await target.query('begin');
  try {
    const { rows } = await writeLines(target, table, readLines(source, table));
    await note(target, name, labelOf(table));
    await target.query('commit');
    return rows;
  } catch (error) {
    await target.query('rollback');
    throw error;
  }
}

async function compare(source: Session, target: Session, table: Table): Promise<number> {
  await target.query('begin');
  const [there, here] = [await digestOf(target, table), await digestOf(source, table)];
  await target.query('commit');
  if (there.sha256 !== here.sha256)
    throw new Refusal(
      `${labelOf(table)} has changed since the move was begun. Give a new empty database and keep the product stopped.`,
    );
  return there.rows;
}

/** Whoever writes meanwhile would write to the database that is left behind. */
async function assertStopped({ pool }: OpenDatabase): Promise<void> {
  const { rows } = await pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name like 'slow-letters %'
       and application_name !~ $1`,
    [`^slow-letters ${process.pid}( |$)`],
  );
  if ((rows[0]?.others ?? 0) > 0)
    throw new Refusal('The product is running on this database. Stop every process of it first.');
}
