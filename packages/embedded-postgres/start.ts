import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { exists } from '../files/durable-files.ts';
import { findPackage, runnableBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { clusterPassword, createCluster, PORT, socketFolder, stopServer } from './cluster.ts';
import { withFileLock } from './file-lock.ts';
import { trimLog } from './log-file.ts';
import type { Placement } from './placement.ts';
import { placeCluster, prepareDataDir } from './placement.ts';
import { PROGRAM, ROLE } from './program.ts';
import { connect, ensureDatabase, isUsedByOthers, reachServer } from './reach-server.ts';

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  database?: string;
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** For pg's Pool and Client. `application_name` tells our sessions from those of other processes. */
  connection: {
    host: string;
    port: number;
    user: string;
    password: string;
    database: string;
    application_name: string;
  };
  /** For tools: a postgres:// URL with the socket's folder in its query. */
  url: string;
  version: string;
  location: string;
  /** Printed at start when binaries or data had to be placed outside DATA_DIR. */
  notice?: string;
  /**
   * Stops the server unless another process uses it. End your own pools first. May be called twice; the process stays
   * alive until it is called.
   * @throws Error when the server doesn't stop within a minute.
   */
  stop(): Promise<void>;
}

const LOG_CHECK_MS = 60 * 60 * 1000;

/**
 * Starts the PostgreSQL cluster of `dataDir`, or adopts one that runs. The handle keeps one session open, which
 * tells other processes that the server is in use; when it breaks, the server is started again.
 * @throws Error that says what to do, with the end of the server's log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, database = ROLE } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  const lock = <T>(work: () => Promise<T>) => withFileLock(join(dataDir, 'postgres.lock'), log, work);
  const applicationName = `${PROGRAM} ${process.pid} ${randomBytes(4).toString('hex')}`;

  let session: Client | undefined;
  let stopped: Promise<void> | undefined;
  let notice: string | undefined;

  const { cluster, version } = await lock(async () => {
    const placement = await placeCluster(dataDir, log);
    if (placement.shelf !== dataDir) notice = describePlacement(placement, dataDir);
    const cluster = await describeCluster(placement, dataDir, options.settings ?? {});
    if (!(await exists(cluster.dir))) await createCluster(cluster);
    const first = await reachServer(cluster, applicationName, log);
    try {
      await ensureDatabase(first, database, cluster.password);
      const { rows } = await first.query<{ version: string }>(
        `select split_part(current_setting('server_version'), ' ', 1) as version`,
      );
      keepSession(first, cluster);
      return { cluster, version: rows[0]?.version ?? 'unknown' };
    } catch (error) {
      await first.end();
      throw error;
    }
  });

  const logCheck = setInterval(() => {
    trimLog(cluster.logFile, cluster.account).catch((error: Error) => log(error.message));
  }, LOG_CHECK_MS).unref();

  function keepSession(client: Client, cluster: Cluster): void {
    session = client;
    client.on('error', (error) => log(`The database's session broke: ${error.message}`));
    client.once('end', () => {
      session = undefined;
      if (stopped === undefined) void recover(cluster);
    });
  }

  /** Never makes a new cluster: when the data is gone, an empty database would hide that. */
  async function recover(cluster: Cluster): Promise<void> {
    for (let pause = 200; stopped === undefined; pause = Math.min(pause * 2, 15_000)) {
      try {
        if (!(await exists(cluster.dir))) return log(`The database in ${cluster.dir} is gone.`);
        return await lock(async () => {
          if (stopped === undefined) keepSession(await reachServer(cluster, applicationName, log), cluster);
        });
      } catch (error) {
        log(`The database isn't back yet: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(pause, undefined, { ref: false });
    }
  }

  async function stopUnlessUsed(): Promise<void> {
    clearInterval(logCheck);
    await lock(async () => {
      const last = session ?? (await connect(cluster, applicationName));
      if (!(last instanceof Client)) return;
      const used = await isUsedByOthers(last, applicationName);
      await last.end();
      if (used) log('The database goes on running: another process uses it.');
      else await stopServer(cluster);
    });
  }

  const { password } = cluster;
  const host = cluster.socketDir;
  const query = new URLSearchParams({ host });
  return {
    connection: { host, port: PORT, user: ROLE, password, database, application_name: applicationName },
    url: `postgres://${ROLE}:${password}@localhost:${PORT}/${encodeURIComponent(database)}?${query}`,
    version,
    location: cluster.dir,
    ...(notice === undefined ? {} : { notice }),
    stop: () => {
      stopped ??= stopUnlessUsed();
      return stopped;
    },
  };
}

async function describeCluster(
  { account, home, shelf }: Placement,
  dataDir: string,
  settings: Record<string, string>,
): Promise<Cluster> {
  const dir = join(home, 'cluster');
  const source = await findPackage();
  return {
    home,
    dir,
    logFile: join(home, 'postgres.log'),
    socketDir: await socketFolder(home),
    account,
    settings,
    password: await clusterPassword(dataDir, dir),
    binaries: () => runnableBinaries(source, account, shelf),
  };
}

function describePlacement({ account, home }: Placement, dataDir: string): string {
  return (
    `PostgreSQL may not run as root, and ${account?.name ?? 'its user'}, who runs it, has no way into ${dataDir}: ` +
    `the database lives in ${home}, and a copy of PostgreSQL's programs beside it if they too are out of ` +
    `reach. Back it up together with ${dataDir}.`
  );
}
