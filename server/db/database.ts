import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
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
  return {
    pool,
    db: drizzle({ client: pool, schema, casing: 'snake_case' }),
    close: () => pool.end(),
  };
}
