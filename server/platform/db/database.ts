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
 * @param onIdleError told of a connection that broke while idle (a database restart); the pool replaces it
 */
export function openDatabase(connection: pg.PoolConfig, onIdleError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: `slow-letters ${process.pid}`,
    ...connection,
  });
  pool.on('error', onIdleError);
  // One that is lent out and asked nothing at that moment tells only itself, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = drizzle({ client: pool, casing: 'snake_case' });
  db.transaction = transactionsOn(pool);
  return { pool, db, close: () => pool.end() };
}

/**
 * Drizzle gives a connection back only if its `begin` came through: one that broke just before would be missing
 * from the pool for ever, and a few restarts of the database would leave none. So we lend and take back ourselves.
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
