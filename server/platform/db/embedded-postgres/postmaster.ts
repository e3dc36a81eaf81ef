import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { port } from './cluster.ts';
import { isMissing } from './files.ts';
import { runAs } from './os-account.ts';

/**
 * The process that runs this cluster, or undefined. postmaster.pid alone proves nothing: after a crash its
 * number may be another program's (in a container it nearly always is), so the process is asked where it
 * works, which for a postmaster is its data folder.
 */
export async function livingPostmaster(cluster: Cluster): Promise<number | undefined> {
  const pid = await recordedPid(pidFile(cluster));
  return pid !== undefined && (await runs(cluster, pid)) ? pid : undefined;
}

/**
 * Removes lock files of PostgreSQL (its pid file and its socket's) whose number now belongs to some other
 * living program: PostgreSQL would take that for a running server and refuse to start. A dead one's files
 * PostgreSQL replaces by itself. Call it when no server answers.
 */
export async function removeMistakenLocks(cluster: Cluster): Promise<void> {
  for (const file of [pidFile(cluster), join(cluster.socketDir, `.s.PGSQL.${port}.lock`)]) {
    const pid = await recordedPid(file);
    if (pid !== undefined && isAlive(pid) && !(await runs(cluster, pid))) await rm(file, { force: true });
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.dir, 'postmaster.pid');
}

async function recordedPid(file: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
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

/** Asked as the server's own user: even root may lack the capability to look at others' processes. */
async function workingFolder({ account }: Cluster, pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const { code, output } = await runAs(account, 'readlink', [`/proc/${pid}/cwd`]);
    return code === 0 ? output : undefined;
  }
  const { output } = await runAs(account, 'lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
  return /^n(.+)$/m.exec(output)?.[1];
}
