import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { JOBS } from '../../server/jobs.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres/start.ts';
import { migrateDatabase } from '../../server/platform/db/migrate.ts';
import { Queue } from '../../server/platform/jobs/queue.ts';
import { projectFolder } from '../../server/platform/project-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** postgres:// address of the test cluster's maintenance database */
    postgresUrl: string;
    /** name of the migrated database that each test file's own is copied from */
    templateDatabase: string;
  }
}

const TEMPLATE_LOCK = 7_305_210_419;
const TEMPLATES_KEPT = 8;
/** PostgreSQL, appendix A. */
const OBJECT_IN_USE = '55006';

/** One real PostgreSQL for all test files; each takes a copy of a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = path.join(projectFolder, 'node_modules', '.cache', 'slow-letters-tests');
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    // Test data needs no protection from a power cut; the product's own cluster keeps fsync on.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
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
  project.provide('postgresUrl', postgres.url);
  project.provide('templateDatabase', template);
  return () => postgres.stop();
}

async function makeTemplate(admin: pg.Client, connection: pg.ClientConfig, template: string): Promise<void> {
  const making = `${template}_making`;
  await admin.query(`drop database if exists ${making} with (force)`);
  await admin.query(`create database ${making}`);
  const database = openDatabase({ ...connection, database: making }, () => {});
  await migrateDatabase(database);
  const queue = new Queue(database.pool, pino({ level: 'silent' }), JOBS);
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
