import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/platform/db/database.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database for the calling test file alone, copied from the migrated template in some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${inject('templateDatabase')}`);
}

/** A database without tables; closing it drops it. */
export async function createEmptyDatabase(): Promise<OpenDatabase & { url: string }> {
  const { url, drop } = await createDatabase();
  const database = openDatabase({ connectionString: url }, () => {});
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, url, close };
}

async function createDatabase(options = ''): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`create database ${name} ${options}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

/** Retries, because an autovacuum worker may be in the database, which our role may not terminate. */
async function dropDatabase(name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runAsAdmin(`drop database if exists ${name} with (force)`);
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(200 * tries);
    }
  }
}

async function runAsAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
