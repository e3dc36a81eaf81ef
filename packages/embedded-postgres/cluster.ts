import { createHash, randomBytes } from 'node:crypto';
import { appendFile, chmod, chown, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exists, readFileIfAny, syncPath, writeFileDurably } from '../files/durable-files.ts';
import { logSize, logTail, trimLog } from './log-file.ts';
import type { Account } from './os-account.ts';
import { isRoot, runAs } from './os-account.ts';
import { PROGRAM } from './program.ts';

export const SUPERUSER = 'postgres';
/** Only part of the socket's name: nothing listens on TCP. */
export const PORT = 5432;
/** Linux takes 107 bytes, macOS 103 (sun_path in sys/un.h, less the closing NUL). */
const SOCKET_PATH_LIMIT = 103;
const SETTINGS_FILE = `${PROGRAM}.conf`;

export interface Cluster {
  home: string;
  dir: string;
  logFile: string;
  socketDir: string;
  account: Account | undefined;
  /** More server settings, for tests. */
  settings: Record<string, string>;
  password: string;
  binaries: () => Promise<string>;
}

/** The folder for the socket: beside the cluster, or a short one when the path would be too long for a socket. */
export async function socketFolder(home: string): Promise<string> {
  const beside = join(home, 'run');
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT) return beside;
  const name = `${PROGRAM}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  // Root's /run can't be squatted by other users. The server touches its socket hourly, so that
  // cleaners of /tmp leave it alone.
  if (isRoot() && (await exists('/run'))) return join('/run', name);
  return join((await exists('/tmp')) ? '/tmp' : tmpdir(), name);
}

/**
 * The cluster's password: 192 random bits in DATA_DIR/postgres-password, mode 0600, written before the cluster is made.
 * @throws Error when there is a cluster and its password file is missing.
 */
export async function clusterPassword(dataDir: string, clusterDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  const kept = await readFileIfAny(file);
  if (kept !== null) return kept.trim();
  if (await exists(clusterDir)) {
    throw new Error(
      `${file} is missing, and the database in ${clusterDir} needs it: restore it from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFileDurably(file, `${password}\n`);
  return password;
}

/**
 * Makes the cluster (initdb): UTF-8, code point order whatever the machine's locale, password from the beginning. It is
 * made under another name and renamed, so that an interrupted initdb is never used.
 * @throws Error with initdb's output.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { account, home } = cluster;
  for (const name of await readdir(home)) {
    if (name.startsWith('making-')) await rm(join(home, name), { recursive: true, maxRetries: 20 });
  }
  const making = join(home, `making-${randomBytes(4).toString('hex')}`);
  await mkdir(making, { mode: 0o700 });
  if (account !== undefined) await chown(making, account.uid, account.gid);
  const passwordFile = join(making, 'password');
  await writeFileDurably(passwordFile, `${cluster.password}\n`, 0o600, account);
  const dir = join(making, 'cluster');
  const program = join(await cluster.binaries(), 'bin', 'initdb');
  const args = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  args.push('--no-instructions');
  if (cluster.settings.fsync === 'off') args.push('--no-sync');
  const { code, output } = await runAs(account, program, args, { cwd: making, env: { PGDATA: dir } });
  if (code !== 0) {
    throw new Error(
      `PostgreSQL could not make its database in ${home} (initdb: ${code}). Is there free space, and may ` +
        `${account?.name ?? 'this user'} write there? It said:\n${output}`,
    );
  }
  await appendFile(join(dir, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`);
  await syncPath(join(dir, 'postgresql.conf'));
  await rename(dir, cluster.dir);
  await syncPath(home);
  await rm(making, { recursive: true });
}

/**
 * Starts the server and waits until it takes connections. Call it under the cluster's lock, when none
 * answers.
 * @returns false when a server or its lock files are still there: connect, or try again.
 * @throws Error with the last lines of the server's log.
 */
export async function startServer(cluster: Cluster): Promise<boolean> {
  await makeSocketFolder(cluster);
  await writeSettings(cluster);
  await trimLog(cluster.logFile, cluster.account);
  const before = await logSize(cluster.logFile);
  // PGDATA and a relative log: pg_ctl passes -D and -l through a shell, in which a path may mean more.
  const { code, output } = await pgCtl(cluster, ['start', '-w', '-t', '60', '-l', 'postgres.log']);
  if (code === 0) return true;
  const tail = await logTail(cluster.logFile, before);
  if (/lock file "[^"]*" already exists|shared memory block \([^()]*\) is still in use/.test(tail))
    return false;
  // Recovery after a crash may take longer than pg_ctl waits, and a terminal that closes ends pg_ctl alone; it goes on.
  if (/did not start in time/.test(output) || /^SIG/.test(`${code}`)) return false;
  throw new Error(
    `PostgreSQL did not start (its data is in ${cluster.dir}): mend what its log names, then start again.\n` +
      `${output}\nThe end of ${cluster.logFile}:\n${tail}`,
  );
}

/** Stops the server: sessions end, everything is written. @throws Error when it doesn't within a minute. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const before = await logSize(cluster.logFile);
  const { code, output } = await pgCtl(cluster, ['stop', '-m', 'fast', '-w', '-t', '60']);
  if (code === 0) return;
  const tail = await logTail(cluster.logFile, before);
  throw new Error(`PostgreSQL in ${cluster.dir} did not stop: ${output}\n${tail}`);
}

async function pgCtl(cluster: Cluster, args: string[]) {
  const program = join(await cluster.binaries(), 'bin', 'pg_ctl');
  const place = { cwd: cluster.home, env: { PGDATA: cluster.dir } };
  return runAs(cluster.account, program, args, place);
}

async function makeSocketFolder({ socketDir, account }: Cluster): Promise<void> {
  const owner = account?.uid ?? process.getuid?.();
  if (!(await exists(socketDir))) {
    await mkdir(socketDir, { mode: 0o700 });
    if (account !== undefined) await chown(socketDir, account.uid, account.gid);
  }
  const info = await lstat(socketDir);
  if (!info.isDirectory() || info.uid !== owner) {
    throw new Error(
      `${socketDir}, where the database's socket goes, isn't ours: remove it, or move DATA_DIR.`,
    );
  }
  await chmod(socketDir, 0o700);
}

/** Written at each start, since DATA_DIR may have moved; the operator's own tuning stays in postgresql.conf. */
async function writeSettings(cluster: Cluster): Promise<void> {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    // A list of quoted names within the value (PostgreSQL 18, 19.3.1).
    unix_socket_directories: `"${cluster.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %u@%d ',
    ...cluster.settings,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'\n`,
  );
  const text = `# Written at each start; it wins over postgresql.conf.\n${lines.join('')}`;
  await writeFileDurably(join(cluster.dir, SETTINGS_FILE), text, 0o600, cluster.account);
}
