import pg from 'pg';
import { inject } from 'vitest';

/**
 * Makes the database unavailable, as in a restart: connections are terminated and new ones refused.
 * @returns a function that makes it available again
 */
export async function forbidConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('cluster').url });
  await admin.connect();
  await admin.query(`alter database "${name}" allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return async () => {
    await admin.query(`alter database "${name}" allow_connections true`);
    await admin.end();
  };
}
