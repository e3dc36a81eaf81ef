import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { Queue } from '../jobs/queue.ts';
import type { OpenDatabase } from './database.ts';
import { assertMigrated, migrateDatabase } from './migrate.ts';
import { readMigration } from './migration-files.ts';

/** With pauses in which the test can look. */
const TIMES = { locks: 100, pause: 50, poll: 50, total: 20_000 };

let database: OpenDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.close());

const migrate = (...texts: string[]) => {
  const migrations = texts.map((text, n) => ({ name: `000${n}_test`, when: n + 1, ...readMigration(text) }));
  return migrateDatabase(database, { migrations, times: TIMES });
};
const rowsOf = async (text: string) => (await database.pool.query(text)).rows;
const LETTERS = 'create table letters (a text)';

it('migrations: one that waits for a reader makes way for everybody else, and is applied when the reader is done', async () => {
  await migrate(LETTERS);
  const reader = await database.pool.connect();
  await reader.query('begin; select * from letters');
  const migrated = migrate(LETTERS, 'alter table letters add column b text');
  // Each would wait for the reader, behind the migration.
  for (let n = 0; n < 20; n++) {
    await rowsOf('select 1 from letters');
    await sleep(20);
  }
  expect(await rowsOf("select 1 from pg_attribute where attname = 'b'")).toEqual([]);
  await reader.query('commit');
  reader.release();
  expect(await migrated).toEqual(['0001_test']);
  await rowsOf('select b from letters');
  expect(await migrate(LETTERS, 'alter table letters add column b text')).toEqual([]);
});

it('migrations: one that never gets its locks names who holds them', async () => {
  await migrate(LETTERS);
  const reader = await database.pool.connect();
  await reader.query('begin; select * from letters; select pg_sleep(1.1)');
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid');
  const migrations = [LETTERS, 'alter table letters add column b text'].map((text, n) => ({
    name: `000${n}_test`,
    when: n + 1,
    ...readMigration(text),
  }));
  await expect(migrateDatabase(database, { migrations, times: { ...TIMES, total: 0 } })).rejects.toThrow(
    `process ${rows[0]?.pid}`,
  );
  await reader.query('rollback');
  reader.release();
});

it('migrations: several processes apply each once', async () => {
  const both = await Promise.all([
    migrate(LETTERS, 'alter table letters add column b text'),
    migrate(LETTERS, 'alter table letters add column b text'),
  ]);
  expect(both.flat().sort()).toEqual(['0000_test', '0001_test']);
  expect(await rowsOf('select id from drizzle.__drizzle_migrations')).toHaveLength(2);
  expect(
    await rowsOf(
      "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    ),
  ).toEqual([]);
});

it('migrations: an index is built outside a transaction, while another process waits and after one that was cut off', async () => {
  await migrate(LETTERS);
  await database.pool.query("insert into letters values ('same'), ('same')");
  const outside =
    '-- outside a transaction\ncreate unique index concurrently if not exists letters_a on letters (a)';
  await expect(migrate(LETTERS, outside)).rejects.toThrow('could not create unique index');
  expect(await rowsOf("select indisvalid from pg_index where indexrelid = 'letters_a'::regclass")).toEqual([
    { indisvalid: false },
  ]);
  await database.pool.query('delete from letters');
  const both = await Promise.all([migrate(LETTERS, outside), migrate(LETTERS, outside)]);
  expect(both.flat()).toEqual(['0001_test']);
  expect(await rowsOf("select indisvalid from pg_index where indexrelid = 'letters_a'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

it('migrations: a version refuses tables of a newer one, also where it would add migrations of its own', async () => {
  await migrate(LETTERS, 'alter table letters add column b text', 'alter table letters add column c text');
  const sentence = /2 migrations that this one does not know.*: start that version or a later one/;
  await expect(migrate(LETTERS)).rejects.toThrow(sentence);
  const own = { name: '0001_own', when: 9, ...readMigration('alter table letters add column d text') };
  const first = { name: '0000_test', when: 1, ...readMigration(LETTERS) };
  await expect(migrateDatabase(database, { migrations: [first, own], times: TIMES })).rejects.toThrow(
    sentence,
  );
  expect(await rowsOf("select 1 from pg_attribute where attname = 'd'")).toEqual([]);
  expect(await rowsOf('select id from drizzle.__drizzle_migrations')).toHaveLength(3);
});

it('migrations: MIGRATE=never stops a start with a sentence while some are missing', async () => {
  await expect(assertMigrated(database)).rejects.toThrow('npm run admin -- migrate');
  await migrateDatabase(database);
  await assertMigrated(database);
  const log = pino({ level: 'silent' });
  await expect(new Queue(database.pool, log, { migrate: false }).start()).rejects.toThrow('job queue');
  for (const migrate of [true, false]) {
    const queue = new Queue(database.pool, log, { migrate });
    await queue.start();
    await queue.stop();
  }
  await database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1e15)`);
  await expect(assertMigrated(database)).rejects.toThrow('1 migrations that this one does not know');
  await assertMigrated(database, { back: true });
  const { hash } = readMigration(
    '-- contract: nothing reads it since 1.1.0\nalter table letters drop column b',
  );
  await database.pool.query('update drizzle.__drizzle_migrations set hash = $1 where created_at = 1e15', [
    hash,
  ]);
  await expect(assertMigrated(database, { back: true })).rejects.toThrow('does not know');
  await database.pool.query('update jobs.version set version = version + 1');
  await expect(new Queue(database.pool, log).start()).rejects.toThrow('newer than this version');
});
