import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { projectFolder } from '../../server/core/project-folder.ts';
import { builtProgram } from '../../test/support/built-program.ts';
import { freePort } from '../../test/support/free-port.ts';

/** A process that uses the real start of a server process, as tests do, and goes on. */
const STARTER = `
  import { startServerProcess } from './test/faults/server-process.ts';
  const [program, dataDir, port] = process.argv.slice(1);
  const server = await startServerProcess({ args: [program], env: { DATA_DIR: dataDir }, cwd: '.' }, Number(port));
  console.log(server.output);
  setInterval(() => {}, 60_000);`;

let main: string;
let place: string;
let started: number[] = [];
beforeAll(async () => {
  main = await builtProgram('main');
  place = await mkdtemp(path.join(tmpdir(), 'slow-letters-start-'));
  await chmod(place, 0o755);
});
afterEach(() => {
  for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
  started = [];
});
afterAll(() => rm(place, { recursive: true, force: true, maxRetries: 10 }));

async function launch(command: string, args: string[]): Promise<ChildProcess> {
  const child = await begin(command, args);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  await vi.waitFor(() => expect(output).toContain('is ready'), { timeout: 60_000, interval: 100 });
  started.push(...descendants(child.pid ?? 0), await postmaster());
  expect(started.filter(isAlive).length).toBeGreaterThan(1);
  return child;
}

async function begin(command: string, args: string[]): Promise<ChildProcess> {
  const { NODE_ENV: _, ...env } = process.env;
  const port = String(await freePort());
  const child = spawn(command, [...args, port], {
    cwd: projectFolder,
    env: {
      ...env,
      DATA_DIR: path.join(place, 'data'),
      PORT: port,
      INBOUND_SMTP_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which a terminal signals as one.
    detached: true,
  });
  started.push(child.pid ?? 0);
  return child;
}

/** The process numbers of all that a process started, and what these started. */
function descendants(pid: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.flatMap(([child = 0, its]) => (its === parent ? [child, ...below(child)] : []));
  return below(pid);
}

async function postmaster(): Promise<number> {
  for await (const file of glob('**/postmaster.pid', { cwd: place }))
    return Number.parseInt(await readFile(path.join(place, file), 'utf8'), 10);
  throw new Error(`No database runs in ${place}.`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const allGone = () =>
  vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 60_000, interval: 50 });

const ENDS = [
  ['start', 'SIGKILL', 'to npm'],
  ['start', 'SIGTERM', 'to npm'],
  // As Ctrl+C and the closing of a terminal do.
  ['start', 'SIGINT', 'to the group'],
  ['start', 'SIGHUP', 'to the group'],
  ['run dev', 'SIGKILL', 'to npm'],
] as const;

it.each(ENDS)('npm %s: %s %s ends the product and its database', async (script, signal, whom) => {
  const npm = await launch('npm', [...script.split(' '), '--']);
  process.kill(whom === 'to npm' ? (npm.pid ?? 0) : -(npm.pid ?? 0), signal);
  await allGone();
});

const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

it.each(STOPS)('%s while the database starts ends it as well', async (signal) => {
  // It must have been made before: the signal would meet initdb instead.
  (await launch(process.execPath, [main])).kill('SIGTERM');
  await allGone();
  const product = await begin(process.execPath, [main]);
  await vi.waitFor(async () => started.push(await postmaster()), { timeout: 60_000, interval: 10 });
  process.kill(signal === 'SIGTERM' ? (product.pid ?? 0) : -(product.pid ?? 0), signal);
  await allGone();
});

it('a server that a test started ends with its database when the test is killed', async () => {
  const test = await launch(process.execPath, [
    '--input-type=module',
    '-e',
    STARTER,
    main,
    path.join(place, 'data'),
  ]);
  test.kill('SIGKILL');
  await allGone();
});
