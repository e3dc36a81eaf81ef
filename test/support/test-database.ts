import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/core/db/database.ts';
import { createDatabaseOn, type TestDatabase } from './test-cluster.ts';

/** A database for the calling test file alone, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(inject('cluster'));
}

/** A database without tables; closing it drops it. */
export async function createEmptyDatabase(): Promise<OpenDatabase & { url: string }> {
  const { url, drop } = await createDatabaseOn(inject('cluster'), true);
  const database = openDatabase({ connectionString: url }, () => {});
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, url, close };
}
