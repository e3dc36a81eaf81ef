import path from 'node:path';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { projectFolder } from '../project-folder.ts';
import { assertFilled } from './assert-filled.ts';
import type { OpenDatabase } from './database.ts';

/** Key of the advisory lock; any number, the same in every process. */
const MIGRATION_LOCK = 7_305_210_418;

/**
 * Applies the numbered SQL in `migrations/` that this database has not seen. Several processes may start at
 * once: an advisory lock lets one migrate while the others wait and then find nothing to do.
 */
export async function migrateDatabase({ pool, db }: OpenDatabase): Promise<void> {
  const lock = await pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await assertFilled(db);
    await migrate(db, { migrationsFolder: path.join(projectFolder, 'migrations') });
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    lock.release();
  }
}
