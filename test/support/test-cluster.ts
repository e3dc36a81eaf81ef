import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { openDatabase } from '../../server/core/db/database.ts';
import { migrateDatabase } from '../../server/core/db/migrate.ts';
import { Queue } from '../../server/core/jobs/queue.ts';
import { projectFolder } from '../../server/core/project-folder.ts';
import { startGuardedPostgres } from './guarded-postgres.ts';

/** The PostgreSQL of tests and journeys. */
export interface TestCluster {
  /** postgres:// address of its maintenance database */
  url: string;
  /** name of the migrated database that others are copied from */
  template: string;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const TEMPLATE_LOCK = 7_305_210_419;
const TEMPLATES_KEPT = 8;
/** PostgreSQL, appendix A. */
const OBJECT_IN_USE = '55006';

/** Starts the one real PostgreSQL of a run; each test file and each product of a journey takes a copy of its template. */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const dataDir = path.join(projectFolder, 'node_modules', '.cache', 'slow-letters-tests');
  await mkdir(dataDir, { recursive: true });
  const postgres = await startGuardedPostgres({
    dataDir,
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
  const template = `template_${await migrationsHash()}`;
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  // Two runs in one checkout share the cluster: one makes the template while the other waits.
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  await dropLeftovers(admin);
  const known = await admin.query('select 1 from pg_database where datname = $1', [template]);
  if (known.rowCount === 0) await makeTemplate(admin, postgres.connection, template);
  await admin.end();
  return { url: postgres.url, template, stop: postgres.stop };
}

interface JourneyCluster extends TestCluster {
  /** of the run: the products' data */
  folder: string;
}

/** Variable that tells the processes of a run of journeys their cluster. */
const JOURNEYS = 'JOURNEYS_CLUSTER';

/** Starts the cluster of a run of journeys: Playwright's `globalSetup`. @returns what stops it */
export async function startJourneyCluster(): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestCluster();
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-journeys-'));
  process.env[JOURNEYS] = JSON.stringify({ url, template, folder } satisfies JourneyCluster);
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
    `create database ${name}${empty ? '' : ` template ${cluster.template} strategy file_copy`}`,
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

async function makeTemplate(admin: pg.Client, connection: pg.ClientConfig, template: string): Promise<void> {
  const making = `${template}_making`;
  await admin.query(`drop database if exists ${making} with (force)`);
  await admin.query(`create database ${making}`);
  const database = openDatabase({ ...connection, database: making }, () => {});
  await migrateDatabase(database);
  const queue = new Queue(database.pool, pino({ level: 'silent' }));
  await queue.start();
  await queue.stop();
  await database.close();
  await admin.query(`alter database ${making} rename to ${template}`);
}

/**
 * Drops databases of runs that were killed, and all but the last few templates: tests of another branch may be running
 * on the same cluster.
 */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%'
     union all (select datname from pg_database where datname like 'template\\_%' order by oid desc offset $1)`,
    [TEMPLATES_KEPT],
  );
  for (const { datname } of rows) {
    const owner = /^test_(\d+)_/.exec(datname)?.[1];
    if (owner && isAlive(Number(owner))) continue;
    await admin.query(`drop database if exists "${datname}"`).catch((error: unknown) => {
      // In use by a process that outlived its run, or by another run: a later run drops it.
      if (!(error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE)) throw error;
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function migrationsHash(): Promise<string> {
  const folder = path.join(projectFolder, 'migrations');
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(await readFile(path.join(folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
