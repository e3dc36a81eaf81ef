import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of the calling test file's own, copied from the migrated template in some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ${inject('templateDatabase')}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropPatiently(name) };
}

/** Autovacuum may look in at the wrong moment, and its session is not ours to end. */
async function dropPatiently(name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await administer(`drop database if exists ${name} with (force)`);
    } catch (error) {
      if (tries === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200 * tries));
    }
  }
}

async function administer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
