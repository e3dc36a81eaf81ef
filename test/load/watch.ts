import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** The operator's; at least 16 characters. */
export const METRICS_TOKEN = 'only-for-this-measure';

/** Clock ticks a second in /proc (`getconf CLK_TCK`), which is 100 on every Linux that Node runs on. */
const TICKS = 100;

/** What /metrics says of one process. */
export interface Reading {
  /** seconds of CPU so far */
  cpu: number;
  /** bytes */
  resident: number;
  heap: number;
  openFiles: number;
  /** timers, sockets and the like that keep the process alive */
  handles: number;
  /** milliseconds, since the last reading */
  loopDelay: number;
  connections: number;
  /** requests for a connection that have to wait, at this moment */
  waiting: number;
}

export async function readMetrics(url: string): Promise<Reading> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`/metrics: ${answer.status} ${text}`);
  const value = (line: string) => {
    const start = text.indexOf(`\n${line} `);
    return start < 0 ? 0 : Number(text.slice(start + line.length + 2, text.indexOf('\n', start + 1)));
  };
  const pool = (state: string) => value(`slow_letters_pool_connections{state="${state}"}`);
  return {
    cpu: value('process_cpu_seconds_total'),
    resident: value('process_resident_memory_bytes'),
    heap: value('nodejs_heap_size_used_bytes'),
    openFiles: value('process_open_fds'),
    handles: value('nodejs_active_resources_total'),
    loopDelay: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    connections: pool('used') + pool('idle'),
    waiting: pool('waited for'),
  };
}

/** Seconds of CPU of PostgreSQL and all its processes so far; null where there is no /proc. */
export async function databaseCpu(database: Pool): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = await statOf(String(rows[0]?.pid));
  if (!own) return null;
  let ticks = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await statOf(pid);
    if (!stat) continue;
    if (stat.parent === own.parent) ticks += stat.own;
    // Of those that have ended the postmaster keeps the account.
    if (pid === own.parent) ticks += stat.own + stat.children;
  }
  return ticks / TICKS;
}

/** Seconds of all cores so far, and of them those in which nothing ran, or only the disk; null where there is no /proc. */
export async function machineTime(): Promise<{ all: number; idle: number; disk: number } | null> {
  if (process.platform !== 'linux') return null;
  const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const ticks = first.split(/ +/).slice(1, 9).map(Number);
  const [idle = 0, disk = 0] = ticks.slice(3, 5);
  return { all: ticks.reduce((sum, each) => sum + each, 0) / TICKS, idle: idle / TICKS, disk: disk / TICKS };
}

/** proc(5): fields after the name, which stands in parentheses. @returns null for a process that is gone */
async function statOf(pid: string): Promise<{ parent: string; own: number; children: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index] ?? 0);
  return { parent: fields[1] ?? '', own: at(11) + at(12), children: at(13) + at(14) };
}
