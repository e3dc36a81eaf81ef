import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { DatabaseConnection } from './leader-client.ts';
import { isTooLate, KEEPALIVE, LimitedClient } from './limited-client.ts';
import { prepareOftenRun } from './often-run.ts';
import { askEachHost, distrustIdle } from './pool-connect.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Executor = Database | Transaction;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** PostgreSQL cuts longer names (NAMEDATALEN). */
const HOST_CHARACTERS = 40;

export const applicationName = (what = ''): string =>
  `slow-letters${what} ${hostname().slice(0, HOST_CHARACTERS)} ${process.pid}`;

/**
 * @param onIdleError called when a connection broke while idle (a database restart); the pool replaces it
 * @param options `prepares` statements that run often; `onAnnounced` is called after each transaction that announced
 * something
 */
export function openDatabase(
  connection: pg.PoolConfig & Pick<DatabaseConnection, 'hosts'>,
  onIdleError: (error: Error) => void,
  { prepares = false, onAnnounced = () => {} }: { prepares?: boolean; onAnnounced?: () => void } = {},
): OpenDatabase {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: applicationName(),
    Client: LimitedClient,
    ...KEEPALIVE,
    ...connection,
  });
  distrustIdle(pool);
  if (connection.hosts !== undefined) askEachHost(pool, connection.hosts);
  pool.on('error', onIdleError);
  // A checked-out connection that breaks between queries emits an error, which without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (prepares) prepareOftenRun(pool);
  const db = drizzle({ client: pool, casing: 'snake_case' });
  db.transaction = transactionsOn(pool, onAnnounced);
  return { pool, db, close: () => pool.end() };
}

const currentTransaction = new AsyncLocalStorage<{ announced: boolean }>();

/** Does nothing outside of a transaction: what was announced is then sent some seconds later. */
export function noteAnnouncement(): void {
  const current = currentTransaction.getStore();
  if (current) current.announced = true;
}

/** Drizzle leaks a connection that breaks just before its `begin`. Here one whose transaction did not end is destroyed. */
function transactionsOn(pool: pg.Pool, onAnnounced: () => void): Database['transaction'] {
  const onClient = new WeakMap<pg.PoolClient, Database>();
  return async (work, config) => {
    const client = await pool.connect();
    let failure: unknown;
    try {
      const db = onClient.get(client) ?? drizzle({ client, casing: 'snake_case' });
      onClient.set(client, db);
      const current = { announced: false };
      const result = await currentTransaction.run(current, () => db.transaction(work, config));
      if (current.announced) onAnnounced();
      return result;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const isOver = client.getTransactionStatus() === 'I' && !isTooLate(failure);
      const reason = failure instanceof Error ? failure : true;
      client.release(isOver ? false : reason);
    }
  };
}
