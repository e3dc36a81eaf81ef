import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { addressProofHandlers } from './address-proof-handlers.ts';
import type { Config } from './config.ts';
import { openMailTransport } from './delivery/open-transport.ts';
import { EventFeed } from './events/event-feed.ts';
import type { OutsideAddresses } from './identity/identity-provider.ts';
import { openIdentity } from './identity/identity-provider.ts';
import { JOBS } from './jobs.ts';
import { openPayments } from './open-payments.ts';
import { createPhotoConverter } from './photos/convert/converter.ts';
import { openAddressHash } from './platform/address-hash.ts';
import { type OpenDatabase, openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres/start.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { Queue } from './platform/jobs/queue.ts';
import { Meters } from './platform/meters.ts';
import { secretFile } from './platform/secret-file.ts';
import type { Services } from './platform/services.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { copyBlocks } from './recipients/copy-blocks.ts';

export interface OpenServices {
  services: Services;
  /** what the database is and where, for the start-up output */
  databaseDescription: string;
  close(): Promise<void>;
}

/**
 * Opens every service, in order; `close` closes them in reverse.
 * @param outside addresses of identity providers; tests give others
 * @throws {BadSettings} for a setting that cannot be used
 */
export async function openServices(
  config: Config,
  log: Logger,
  outside: Partial<OutsideAddresses> = {},
): Promise<OpenServices> {
  const identity = openIdentity(config, outside);
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const dataDir = path.resolve(config.DATA_DIR);
    const database = await openConfiguredDatabase(config, log);
    closing.push(database.close);
    await migrateDatabase(database);
    const addressHash = await openAddressHash(config, database.db);
    await copyBlocks(database.db, addressHash);
    const queue = new Queue(database.pool, log, JOBS);
    await queue.start();
    closing.push(() => queue.stop());
    const events = new EventFeed(database.connection, log);
    closing.push(() => events.close());
    const mail = openMailTransport(config, database.db, log);
    closing.push(() => mail.close());
    const sessionSecret = Buffer.from(config.SESSION_SECRET ?? (await secretFile(dataDir, 'session-secret')));
    const photos = createPhotoConverter();
    closing.push(() => photos.close());
    const services: Services = {
      config,
      log,
      db: database.db,
      pool: database.pool,
      queue,
      events,
      mail,
      storage: await openStorage(config, dataDir),
      photos,
      payments: openPayments(config, database.db, sessionSecret),
      identity,
      addressProofHandlers,
      meters: new Meters(),
      sessionSecret,
      addressHash,
    };
    return { services, databaseDescription: database.description, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface ConfiguredDatabase extends OpenDatabase {
  connection: pg.ClientConfig;
  /** what it is and where, for a person */
  description: string;
}

/**
 * Opens the database of the settings as it is, without migrating it: `DATABASE_URL`, else the embedded one, which is
 * started if need be and stopped again on close.
 */
export async function openConfiguredDatabase(config: Config, log: Logger): Promise<ConfiguredDatabase> {
  const dataDir = path.resolve(config.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const { connection, description, stop } = await findDatabase(config, dataDir, log);
  const database = openDatabase(connection, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  const close = async () => {
    await database.close();
    await stop();
  };
  return { ...database, connection, description, close };
}

async function findDatabase(config: Config, dataDir: string, log: Logger) {
  if (config.DATABASE_URL) {
    const { host, pathname } = new URL(config.DATABASE_URL);
    return {
      connection: { connectionString: config.DATABASE_URL },
      description: `PostgreSQL at ${host}${pathname}`,
      stop: async () => {},
    };
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log: (line) => log.debug(line) });
  return {
    connection: embedded.connection,
    description: `embedded PostgreSQL ${embedded.version} in ${embedded.location}${embedded.notice ? `\n             ${embedded.notice}` : ''}`,
    stop: () => embedded.stop(),
  };
}
