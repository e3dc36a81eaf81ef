import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { readFileIfAny } from '../files/durable-files.ts';
import type { Cluster } from './cluster.ts';
import { PORT, SUPERUSER, startServer, stopServer } from './cluster.ts';
import { runAs } from './os-account.ts';
import { ROLE } from './program.ts';

/** Crash recovery replays at most the write-ahead log since the last checkpoint: a minute, on a slow disk five. */
const START_LIMIT_MS = 300_000;
/** After this, a server that runs without its socket file (something emptied /tmp) is restarted. */
const UNREACHABLE_LIMIT_MS = 5_000;

/**
 * Returns a superuser's session, starting the server when none answers. A server left by a killed process is found by
 * connecting. Call it under the cluster's lock.
 * @throws Error when the server does not answer within five minutes.
 */
export async function reachServer(
  cluster: Cluster,
  applicationName: string,
  log: (line: string) => void,
): Promise<Client> {
  const since = performance.now();
  let unreachableSince: number | undefined;
  for (;;) {
    const answer = await connect(cluster, applicationName);
    if (answer instanceof Client) return answer;
    if (performance.now() - since > START_LIMIT_MS) {
      throw new Error(`PostgreSQL in ${cluster.dir} takes no connections; see ${cluster.logFile}.`, {
        cause: answer.reason,
      });
    }
    if (answer.state === 'absent') {
      if ((await livingPostmaster(cluster)) === undefined) {
        await removeMistakenLocks(cluster);
        if (await startServer(cluster)) continue;
      } else {
        unreachableSince ??= performance.now();
        if (performance.now() - unreachableSince > UNREACHABLE_LIMIT_MS) {
          log('The running database has lost its socket; starting it anew.');
          await stopServer(cluster);
          unreachableSince = undefined;
        }
      }
    }
    await sleep(100);
  }
}

type NoSession = { state: 'absent' | 'busy'; reason: unknown };

/** Connects once as superuser. @throws Error when the server refuses us for good. */
export async function connect(cluster: Cluster, applicationName: string): Promise<Client | NoSession> {
  const client = new Client({
    host: cluster.socketDir,
    port: PORT,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
    application_name: applicationName,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
    return client;
  } catch (reason) {
    return { state: stateOf(reason, cluster), reason };
  }
}

function stateOf(reason: unknown, cluster: Cluster): NoSession['state'] {
  if (reason instanceof DatabaseError) {
    // Class 57P: starting, recovering or shutting down. 53300: all connections are in use.
    if (reason.code?.startsWith('57P') || reason.code === '53300') return 'busy';
    if (reason.code === '28P01') {
      throw new Error(
        `The database in ${cluster.dir} refuses the password in DATA_DIR/postgres-password: restore that ` +
          'file from the backup that the database came from.',
        { cause: reason },
      );
    }
    throw reason;
  }
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  if (code === 'EACCES' || code === 'EPERM') {
    throw new Error(`This user may not use the database's socket in ${cluster.socketDir}.`, {
      cause: reason,
    });
  }
  // Disconnected during the handshake, or timed out: it is stopping, or the machine is overloaded.
  return 'busy';
}

/**
 * The process that runs this cluster, or undefined. postmaster.pid alone is no proof: after a crash its number may belong
 * to another program (in a container it nearly always does). So the process's working folder is compared, which for a
 * postmaster is its data folder.
 */
async function livingPostmaster(cluster: Cluster): Promise<number | undefined> {
  const pid = await recordedPid(pidFile(cluster));
  return pid !== undefined && (await runs(cluster, pid)) ? pid : undefined;
}

/**
 * Removes PostgreSQL's lock files (pid file and socket lock) whose pid now belongs to another running program, because
 * PostgreSQL would take that for a running server and refuse to start. Files of a dead pid it replaces itself. Call it
 * when no server answers.
 */
async function removeMistakenLocks(cluster: Cluster): Promise<void> {
  for (const file of [pidFile(cluster), join(cluster.socketDir, `.s.PGSQL.${PORT}.lock`)]) {
    const pid = await recordedPid(file);
    if (pid !== undefined && isAlive(pid) && !(await runs(cluster, pid))) await rm(file, { force: true });
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.dir, 'postmaster.pid');
}

async function recordedPid(file: string): Promise<number | undefined> {
  const pid = Number.parseInt((await readFileIfAny(file)) ?? '', 10);
  return pid > 0 ? pid : undefined;
}

async function runs(cluster: Cluster, pid: number): Promise<boolean> {
  return isAlive(pid) && (await workingFolder(cluster, pid)) === (await realpath(cluster.dir));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Run as the server's own user: even root may lack the capability to inspect others' processes. */
async function workingFolder({ account }: Cluster, pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const { code, output } = await runAs(account, 'readlink', [`/proc/${pid}/cwd`]);
    return code === 0 ? output : undefined;
  }
  const { output } = await runAs(account, 'lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
  return /^n(.+)$/m.exec(output)?.[1];
}

/** Creates the product's role and database where they are missing. Call it under the cluster's lock. */
export async function ensureDatabase(session: Client, database: string, password: string): Promise<void> {
  const roles = await session.query('select from pg_roles where rolname = $1', [ROLE]);
  if (roles.rowCount === 0) {
    await session.query(
      `create role ${escapeIdentifier(ROLE)} login createdb password ${escapeLiteral(password)}`,
    );
  }
  const databases = await session.query('select from pg_database where datname = $1', [database]);
  if (databases.rowCount === 0) {
    await session.query(`create database ${escapeIdentifier(database)} owner ${escapeIdentifier(ROLE)}`);
  }
}

/** Whether sessions other than `applicationName` exist; retried, since an ended session is listed a moment longer. */
export async function isUsedByOthers(session: Client, applicationName: string): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const { rowCount } = await session.query(
      `select from pg_stat_activity where backend_type = 'client backend' and application_name <> $1`,
      [applicationName],
    );
    if (rowCount === 0) return false;
    if (attempt === 3) return true;
    await sleep(100);
  }
}
