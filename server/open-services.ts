import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '../packages/embedded-postgres/start.ts';
import { openAddressHash, readAddressHashKey } from './core/address-hash.ts';
import { type Config, hostUrls } from './core/config.ts';
import { type OpenDatabase, openDatabase } from './core/db/database.ts';
import { connectionTo, type DatabaseConnection } from './core/db/leader-client.ts';
import { assertMigrated, migrateDatabase } from './core/db/migrate.ts';
import { isPooled } from './core/db/pooler.ts';
import { NoDatabase, waitForDatabase } from './core/db/wait-for-database.ts';
import { Announcer } from './core/events/announcer.ts';
import { EventFeed } from './core/events/event-feed.ts';
import { Queue } from './core/jobs/queue.ts';
import { meteredStorage, meterPoolWaits } from './core/metered.ts';
import { Meters } from './core/meters.ts';
import { productVersion } from './core/project-folder.ts';
import { secretFile } from './core/secret-file.ts';
import { backupBucketOf, openStorage } from './core/storage/open-storage.ts';
import { createPhotoConverter } from './letters/photos/convert/converter.ts';
import { openMailTransport } from './mail/out/open-transport.ts';
import { on } from './on.ts';
import { openPayments } from './open-payments.ts';
import { type AllServices, ErasureList } from './pages/account/erasure-list.ts';
import { type OutsideAddresses, openIdentity } from './people/identity/identity-provider.ts';

const SECOND = 1_000;

const POOLER_WITHOUT_DIRECT_URL =
  'DATABASE_DIRECT_URL: wants the address of PostgreSQL itself, past the pooler; see docs/settings.md, Database.';

export interface OpenServices {
  services: AllServices;
  databaseDescription: string;
  close(): Promise<void>;
}

/** @throws {BadSettings} for a setting that cannot be used */
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
    const unlimited = await openConfiguredDatabase(config, log);
    closing.push(unlimited.close);
    await waitForDatabase(unlimited, log);
    if (await isPooled(unlimited.pool)) throw new NoDatabase(POOLER_WITHOUT_DIRECT_URL);
    const migrate = config.MIGRATE === 'at-start';
    if (migrate) await migrateDatabase(unlimited, { log });
    else await assertMigrated(unlimited, { back: config.MIGRATE === 'back' });
    const database = openPools(config, unlimited.connection, log);
    closing.push(database.close);
    closing.push(() => database.announcer.close());
    const addressHash = await openAddressHash(config, database.db);
    const queue = new Queue(database.pool, log, { migrate });
    await queue.start();
    closing.push(() => queue.stop());
    const events = new EventFeed(unlimited.connection, log);
    closing.push(() => events.close());
    const meters = new Meters(productVersion());
    meterPoolWaits(database.pool, meters);
    const mail = openMailTransport(config, database.db, log, meters);
    closing.push(() => mail.close());
    const sessionSecret = Buffer.from(config.SESSION_SECRET ?? (await secretFile(dataDir, 'session-secret')));
    const photos = createPhotoConverter();
    closing.push(() => photos.close());
    const storage = await openStorage(config, (error) =>
      log.warn({ err: error }, 'storage (S3_*) does not answer: pages go on, photos and letters wait'),
    );
    const opened = {
      config,
      log,
      db: database.db,
      longDb: database.longDb,
      pool: database.pool,
      queue,
      events,
      mail,
      storage: meteredStorage(storage, meters),
      photos,
      payments: openPayments(config, database.db, sessionSecret),
      identity,
      meters,
      sessionSecret,
      addressHash,
      erasures: new ErasureList(
        await readAddressHashKey(config, database.db),
        storage,
        backupBucketOf(config),
      ),
    };
    const services: AllServices = { ...opened, on: on(opened) };
    return { services, databaseDescription: unlimited.description, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns names of those applied now @throws {NoDatabase} when locks were not to be had, and behind a pooler */
export async function migrateConfigured(database: ConfiguredDatabase, log: Logger): Promise<string[]> {
  if (await isPooled(database.pool)) throw new NoDatabase(POOLER_WITHOUT_DIRECT_URL);
  const done = await migrateDatabase(database, { log });
  // The tables of the queue are made by its library.
  const queue = new Queue(database.pool, log);
  await queue.start();
  await queue.stop();
  return done;
}

interface ConfiguredDatabase extends OpenDatabase {
  /** not through a pooler */
  connection: DatabaseConnection;
  description: string;
}

/** Not migrated and without limits of time: past a pooler, `DATABASE_URL`, or the embedded one, stopped on close. */
async function openConfiguredDatabase(config: Config, log: Logger): Promise<ConfiguredDatabase> {
  const dataDir = path.resolve(config.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const { connection, description, stop } = await findDatabase(config, dataDir, log);
  const database = openDatabase(connection, brokenWhileIdle(log));
  const close = async () => {
    await database.close();
    await stop();
  };
  return { ...database, connection, description, close };
}

export async function withDatabase<Result>(
  { config, log }: { config: Config; log: Logger },
  work: (database: ConfiguredDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openConfiguredDatabase(config, log);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const brokenWhileIdle = (log: Logger) => (error: Error) =>
  log.warn({ err: error }, 'a database connection broke');

/** Connections of work that takes long: exports, sweeps, figures of the fleet. */
const LONG_CONNECTIONS = 4;
/** Milliseconds that such work waits for one of them. */
const LONG_WAIT_MS = 60_000;
/** Milliseconds that an answer may take beyond its statement. */
const ANSWER_MS = 1_000;
/** Milliseconds that a stop waits for queries. */
const CLOSED_WITHIN_MS = 5_000;
/** PostgreSQL frees the connections of a host that vanished after 40 seconds; Linux's default is more than two hours. */
const FREED_SOON = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

function openPools(config: Config, connection: DatabaseConnection, log: Logger) {
  const statement = config.DATABASE_STATEMENT_SECONDS * SECOND;
  // A wait for one lock has half of it, long work twelve times as much. A transaction may be idle for 1.5 times as much;
  // then PostgreSQL ends it, since its process may be gone, and frees its locks. 0 for no limit.
  const limitsOf = (most: number) => ({
    statement_timeout: most,
    lock_timeout: statement > 0 ? statement / 2 : 5 * SECOND,
    idle_in_transaction_session_timeout: 1.5 * statement,
    options: FREED_SOON,
  });
  const answeredWithin = (most: number) => (most > 0 ? { query_timeout: most + ANSWER_MS } : {});
  const connectionTimeoutMillis = 5 * SECOND;
  const onBroken = brokenWhileIdle(log);
  // With both set, DATABASE_URL is that of a pooler, which does not take limits with the connection.
  const pooled = Boolean(config.DATABASE_URL && config.DATABASE_DIRECT_URL);
  const onAnnounced = () => announcer.soon();
  const main = openDatabase(
    {
      ...answeredWithin(statement),
      ...(pooled ? connectionTo(config.DATABASE_URL ?? '') : { ...limitsOf(statement), ...connection }),
      max: config.DATABASE_POOL_SIZE,
      connectionTimeoutMillis,
    },
    onBroken,
    { prepares: !pooled, onAnnounced },
  );
  const announcer = new Announcer(main.pool, log);
  const long = openDatabase(
    {
      ...answeredWithin(12 * statement),
      ...limitsOf(12 * statement),
      ...connection,
      max: LONG_CONNECTIONS,
      connectionTimeoutMillis: LONG_WAIT_MS,
    },
    onBroken,
    { prepares: true, onAnnounced },
  );
  return {
    ...main,
    announcer,
    longDb: long.db,
    // Queries that run longer are cut off, as by a crash: those of long work may take two minutes.
    close: async () => {
      await Promise.race([
        Promise.all([main.close(), long.close()]),
        sleep(CLOSED_WITHIN_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Behind a pooler the role has limits; backups and migrations, which go past it, have none. */
const NO_LIMITS = `-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 ${FREED_SOON}`;

async function findDatabase(config: Config, dataDir: string, log: Logger) {
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const pooled = config.DATABASE_DIRECT_URL && config.DATABASE_URL;
  if (url) {
    const urls = hostUrls(url).map((each) => new URL(each));
    const hosts = urls.map(({ host }) => host).join(', ');
    return {
      connection: { ...connectionTo(url), ...(pooled ? { options: NO_LIMITS } : {}) },
      description: `PostgreSQL at ${hosts}${urls[0]?.pathname}${pooled ? ', and through a pooler' : ''}`,
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
