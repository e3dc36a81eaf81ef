import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Where a query runs: on its own, or within the caller's transaction. */
export type Executor = Database | Transaction;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a pool on the product's database.
 * @param onIdleError called when a connection broke while idle (a database restart); the pool replaces it
 */
export function openDatabase(connection: pg.PoolConfig, onIdleError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: `slow-letters ${process.pid}`,
    ...connection,
  });
  pool.on('error', onIdleError);
  // A checked-out connection that breaks between queries emits an error, which without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = drizzle({ client: pool, casing: 'snake_case' });
  db.transaction = transactionsOn(pool);
  return { pool, db, close: () => pool.end() };
}

/**
 * Drizzle releases a connection only if its `begin` succeeded: one that broke just before would be lost to the pool, and
 * a few restarts of the database would use it up. So connections are acquired and released here.
 */
function transactionsOn(pool: pg.Pool): Database['transaction'] {
  const onClient = new WeakMap<pg.PoolClient, Database>();
  return async (work, config) => {
    const client = await pool.connect();
    try {
      const db = onClient.get(client) ?? drizzle({ client, casing: 'snake_case' });
      onClient.set(client, db);
      return await db.transaction(work, config);
    } finally {
      client.release();
    }
  };
}
