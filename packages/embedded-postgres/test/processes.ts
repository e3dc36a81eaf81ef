import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, glob, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { EmbeddedPostgres } from '../start.ts';
import { startEmbeddedPostgres } from '../start.ts';

export const root = process.getuid?.() === 0;
export const nobody = { uid: 65534, gid: 65534 };
export const settings = { fsync: 'off' };

export const test = {
  place: '',
  dataDir: '',
  children: [] as ChildProcess[],
  handles: [] as EmbeddedPostgres[],
  removeAfterwards: [] as string[],
};

const here = join(import.meta.dirname, '..');

beforeEach(async () => {
  test.place = await mkdtemp(join(tmpdir(), 'slow-letters-test-'));
  await chmod(test.place, 0o755);
  test.dataDir = join(test.place, 'data');
});

afterEach(async () => {
  for (const handle of test.handles.splice(0)) await handle.stop();
  for (const child of test.children.splice(0)) child.kill('SIGKILL');
  for await (const file of glob('**/postgres-location.json', { cwd: test.place })) {
    test.removeAfterwards.push(JSON.parse(await readFile(join(test.place, file), 'utf8')).shelf);
  }
  for (const path of [test.place, ...test.removeAfterwards.splice(0)]) {
    for await (const file of glob('**/postmaster.pid', { cwd: path })) {
      const pid = await pidIn(join(path, file));
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    }
    await rm(path, { recursive: true, force: true, maxRetries: 10 });
  }
});

export async function start(extra: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const options = { dataDir: test.dataDir, log: () => undefined, settings, ...extra };
  const handle = await startEmbeddedPostgres(options);
  test.handles.push(handle);
  return handle;
}

export async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function pidIn(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

export function postmaster(location: string): Promise<number> {
  return pidIn(join(location, 'postmaster.pid'));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** pg_ctl waits for the pid file to go; the process itself takes a moment longer. */
export async function gone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 60_000);
}

export async function mode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

const program = `
  const [module, dataDir] = process.argv.slice(1);
  const { startEmbeddedPostgres } = await import(module);
  try {
    const server = await startEmbeddedPostgres({ dataDir, log() {}, settings: { fsync: 'off' } });
    console.log(JSON.stringify({ location: server.location, notice: server.notice }));
    await new Promise((resolve) => process.stdin.once('data', resolve).once('end', resolve));
    await server.stop();
    process.exit(0);
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
    process.exit(1);
  }`;

interface Answer {
  location: string;
  notice?: string;
  error?: string;
}

/** A process of its own that starts the database, says where, and stops it when told to, or when its starter is gone. */
export function launch(folder = test.dataDir, as: { uid?: number; gid?: number } = {}, source = here) {
  const module = join(source, 'start.ts');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...as,
  });
  test.children.push(child);
  const answer = once(createInterface(child.stdout), 'line').then(([line]): Answer => JSON.parse(line));
  const stop = async () => {
    child.stdin.write('stop\n');
    expect(await once(child, 'exit')).toEqual([0, null]);
  };
  return { child, answer, stop };
}
