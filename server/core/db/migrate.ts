import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { OpenDatabase } from './database.ts';
import { type Migration, ONE_WAY, readMigrations, unfinishedIndex } from './migration-files.ts';
import { NoDatabase } from './wait-for-database.ts';

const MIGRATION_LOCK = 7_305_210_418;

/** Milliseconds. */
const TIMES = {
  /** that one attempt waits for locks in all: queries that queue behind it for a table wait as long */
  locks: 1_000,
  /** between two attempts, in which these queries run */
  pause: 3_000,
  /** until it gives up */
  total: 300_000,
  /** between checks whether the process that migrates is done */
  poll: 500,
  /** between queries that keep the transaction with the migration lock from being ended as idle */
  alive: 15_000,
};
/** After which PostgreSQL ends the transaction of a process that vanished, and frees the migration lock. */
const VANISHED = '60s';
/** SQLSTATE of a wait for a lock that took too long and of a deadlock (PostgreSQL, appendix A). */
const LOCKED = new Set(['55P03', '40P01']);

/** Migrations that were applied: the table of drizzle-orm's migrator, which earlier versions used. */
const APPLIED = 'drizzle.__drizzle_migrations';

export interface MigrationOptions {
  log?: Logger;
  /** only so many migrations, for a restore of an older version */
  first?: number;
  /** the caller is filling the database: then half filled is no reason to refuse */
  filling?: boolean;
  /** for tests */
  migrations?: Migration[];
  times?: Partial<typeof TIMES>;
}

/**
 * Applies each migration in a transaction. One process migrates while others wait. A migration waits a second for
 * locks, then is rolled back, so that other queries go on, and tried again.
 * @param database not through a pooler
 * @returns names of those applied now
 * @throws {NoDatabase} naming who holds the locks; for a database of a newer version
 */
export async function migrateDatabase({ pool }: Pick<OpenDatabase, 'pool'>, options: MigrationOptions = {}) {
  const times = { ...TIMES, ...options.times };
  const known = options.migrations ?? (await readMigrations());
  const done: string[] = [];
  let waits = false;
  for (const migration of await pendingOf(pool, known, known.slice(0, options.first))) {
    for (const begun = performance.now(); ; ) {
      const outcome = await tryMigration(pool, known, migration, { ...options, times });
      if (outcome === 'applied') done.push(migration.name);
      if (outcome === 'applied' || outcome === 'not pending') break;
      if (outcome === 'other') {
        if (!waits) options.log?.warn('waiting for another process that migrates the database');
        waits = true;
        await sleep(times.poll);
        continue;
      }
      const holders = await longTransactions(pool);
      options.log?.warn({ migration: migration.name, holders }, 'a migration waits for locks');
      if (performance.now() - begun > times.total)
        throw new NoDatabase(
          `The migration ${migration.name} did not get its locks. End what holds them, and start again: ${holders.join('; ') || 'nothing is seen now'}.`,
          { cause: outcome },
        );
      await sleep(times.pause);
    }
  }
  if (!options.filling) await assertFilled(pool);
  return done;
}

/** @param back one release: newer migrations that only add are no reason to refuse @throws {NoDatabase} for any others */
export async function assertMigrated({ pool }: Pick<OpenDatabase, 'pool'>, { back = false } = {}) {
  const known = await readMigrations();
  const pending = await pendingOf(pool, known, known, back);
  if (pending.length > 0)
    throw new NoDatabase(
      `This version wants ${pending.length} more migrations of the database, the first is ${pending[0]?.name}. Run npm run admin -- migrate, or leave MIGRATE at at-start.`,
    );
  await assertFilled(pool);
}

/** Exists while a restore or a move fills a database, and names what is complete; the product does not start then. */
export const FILL_PROGRESS_TABLE = 'filling.progress';

/** @throws Error for a database whose restore or move is not finished */
async function assertFilled(pool: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ half_filled: boolean }>(
    `select to_regclass('${FILL_PROGRESS_TABLE}') is not null as half_filled`,
  );
  if (rows[0]?.half_filled)
    throw new Error(
      'This database is only half filled: the restore or move into it was cut off. Run the same command again.',
    );
}

/** @throws {NoDatabase} for migrations that this version does not know: it would pass over what they added */
async function pendingOf(
  pool: Pick<pg.ClientBase, 'query'>,
  known: Migration[],
  migrations = known,
  back = false,
): Promise<Migration[]> {
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('${APPLIED}') is not null as known`,
  );
  if (!rows[0]?.known) return migrations;
  const { rows: applied } = await pool.query<{ at: number; hash: string }>(
    `select created_at::float8 as at, hash from ${APPLIED}`,
  );
  const newer = applied.filter(({ at }) => !known.some(({ when }) => when === at));
  const isOneWay = newer.some(({ hash }) => hash.startsWith(ONE_WAY));
  if (newer.length > 0 && (!back || isOneWay))
    throw new NoDatabase(
      `The database was migrated by a newer version (${newer.length} migrations that this one does not know), and this one would pass over what they added: start that version or a later one, ${isOneWay ? 'or' : 'set MIGRATE=back to go back one release, or'} restore a backup of before.`,
    );
  return migrations.filter(({ when }) => applied.every(({ at }) => at < when));
}

type Outcome = 'applied' | 'not pending' | 'other' | Error;

/** @returns the error when a lock was not to be had in time */
async function tryMigration(
  pool: pg.Pool,
  known: Migration[],
  migration: Migration,
  { times, filling }: { times: typeof TIMES; filling?: boolean },
): Promise<Outcome> {
  const client = await pool.connect();
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '${VANISHED}'`,
    );
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [MIGRATION_LOCK],
    );
    if (!rows[0]?.locked) return 'other';
    await client.query(`create schema if not exists drizzle;
      create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`);
    if ((await pendingOf(client, known, [migration])).length === 0) return 'not pending';
    if (!filling) await assertFilled(client);
    if (migration.outside) await runOutside(pool, client, migration, times);
    else await runInside(client, migration, times);
    await client.query(`insert into ${APPLIED} (hash, created_at) values ($1, $2)`, [
      migration.hash,
      migration.when,
    ]);
    await client.query('commit');
    return 'applied';
  } catch (error) {
    if (error instanceof Error && 'code' in error && LOCKED.has(String(error.code))) return error;
    throw error;
  } finally {
    // Destroyed unless committed: that ends its transaction and frees the lock.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

async function runInside(client: pg.PoolClient, { statements }: Migration, times: typeof TIMES) {
  const until = performance.now() + times.locks;
  for (const statement of statements) {
    const left = Math.max(1, Math.floor(until - performance.now()));
    await client.query(`set local lock_timeout = ${left}`);
    await client.query(statement);
  }
}

/**
 * Runs each statement outside a transaction, while that of `holder` has the migration lock. They block no reads or writes
 * (`migration-rules.test.ts`), so they wait for locks without a limit. One that was cut off leaves an index that is not
 * valid: it is dropped and built anew.
 */
async function runOutside(
  pool: pg.Pool,
  holder: pg.PoolClient,
  { statements }: Migration,
  times: typeof TIMES,
): Promise<void> {
  const client = await pool.connect();
  let broken: unknown;
  const keepAlive = setInterval(() => {
    holder.query('select 1').catch((error: unknown) => {
      broken = error;
    });
  }, times.alive);
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    for (const statement of statements) {
      const index = unfinishedIndex(statement);
      if (index) {
        const { rows } = await client.query(
          `select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
          [index],
        );
        if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
      }
      await client.query(statement);
      if (broken) throw broken;
    }
  } finally {
    clearInterval(keepAlive);
    client.release(true);
  }
}

/** Those that last more than a second, for the operator; without query texts. */
async function longTransactions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ pid: number; program: string; seconds: number }>(`
    select pid, coalesce(application_name, '') as program,
      extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and xact_start < now() - interval '1 second' and pid <> pg_backend_pid()
    order by xact_start limit 5`);
  return rows.map(({ pid, program, seconds }) => `process ${pid} (${program}) for ${seconds} s`);
}
