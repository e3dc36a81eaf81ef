import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { openDatabase } from '../../server/core/db/database.ts';
import { migrateDatabase } from '../../server/core/db/migrate.ts';
import { Queue } from '../../server/core/jobs/queue.ts';
import { type GuardedPostgres, startGuardedPostgres } from './guarded-postgres.ts';

/** The PostgreSQL of tests and journeys. */
export interface TestCluster {
  /** postgres:// address of its maintenance database */
  url: string;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const TEMPLATE = 'template_migrated';
/** Linux's folder in memory (tmpfs), where a container may have 64 MB of it. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

/** Starts the one real PostgreSQL of a run; each test file and each product of a journey takes a copy of its template. */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  // Hundreds of databases come and go, each of 700 files: in memory a run takes a tenth less time.
  const memory = await statfs(MEMORY).catch(() => null);
  const hasRoom = memory !== null && memory.bavail * memory.bsize > ROOM_BYTES;
  const postgres = await startGuardedPostgres({
    dataDir: await mkdtemp(path.join(hasRoom ? MEMORY : tmpdir(), 'slow-letters-tests-')),
    isTemporary: true,
    // Test data needs no protection from a power cut; the product's own cluster keeps fsync on.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      jit: 'off',
      max_connections: '200',
    },
  });
  await makeTemplate(postgres);
  return { url: postgres.url, stop: postgres.stop };
}

interface JourneyCluster extends TestCluster {
  /** of the run: the products' data */
  folder: string;
}

/** Variable that tells the processes of a run of journeys their cluster. */
const JOURNEYS = 'JOURNEYS_CLUSTER';

/** Starts the cluster of a run of journeys: Playwright's `globalSetup`. @returns what stops it */
export async function startJourneyCluster(): Promise<() => Promise<void>> {
  const { url, stop } = await startTestCluster();
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-journeys-'));
  process.env[JOURNEYS] = JSON.stringify({ url, folder } satisfies JourneyCluster);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** @returns the cluster of this run of journeys; null in a program that is none */
export function journeyCluster(): JourneyCluster | null {
  const told = process.env[JOURNEYS];
  return told === undefined ? null : JSON.parse(told);
}

/** Makes a database, from the template in some tens of milliseconds, or an empty one. */
export async function createDatabaseOn(cluster: TestCluster, empty = false): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(
    cluster,
    `create database ${name}${empty ? '' : ` template ${TEMPLATE} strategy file_copy`}`,
  );
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdmin(cluster, `drop database if exists ${name} with (force)`) };
}

export async function runAsAdmin({ url }: Pick<TestCluster, 'url'>, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

async function makeTemplate({ url, connection }: GuardedPostgres): Promise<void> {
  await runAsAdmin({ url }, `create database ${TEMPLATE}`);
  const database = openDatabase({ ...connection, database: TEMPLATE }, () => {});
  await migrateDatabase(database);
  const queue = new Queue(database.pool, pino({ level: 'silent' }));
  await queue.start();
  await queue.stop();
  await database.close();
}
