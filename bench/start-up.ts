import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { median } from './statistics.ts';

/** From the start of the process to 'is ready', compared with a bare Node that does nothing: first start, then later ones. */
const LATER_STARTS = 3;
const root = path.resolve(import.meta.dirname, '..');

await buildIfNeeded(console.log);
const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const floor = await timed(['-e', ''], null);
const first = await timed(['dist/server/main.js'], /is ready/);
const later: number[] = [];
for (let n = 0; n < LATER_STARTS; n++) later.push(await timed(['dist/server/main.js'], /is ready/));
const typical = median(later);
console.log(
  `start-up: first ${first} ms (makes its database), later ${typical} ms, a bare node ${floor} ms: ${(typical / floor).toFixed(1)} of it`,
);
await rm(dataDir, { recursive: true, force: true });

/** Milliseconds until the pattern is printed, or until the process ends. */
async function timed(args: string[], pattern: RegExp | null): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '3977', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (pattern) {
    await new Promise<void>((resolve) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (pattern.test(output)) resolve();
      });
    });
  } else await ended;
  const took = Math.round(performance.now() - begun);
  child.kill('SIGTERM');
  await ended;
  return took;
}
