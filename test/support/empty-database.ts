import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/platform/db/database.ts';

export interface EmptyDatabase extends OpenDatabase {
  url: string;
}

/** A database without a table in it; closing removes it. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase({ connectionString: url.href }, () => {});
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
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
