import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalAll } from './processes.ts';

// The process of `makePlace`. It belongs to no terminal and no group that a signal ends.
const [folder = ''] = process.argv.slice(2);
let kept = false;
process.on('message', () => {
  kept = true;
});
await once(process, 'disconnect');
for (let left = processesOf(); left.length > 0; left = processesOf()) {
  signalAll(left, 'SIGKILL');
  await sleep(100);
}
for (const [, mounted = ''] of read(() => readFileSync('/proc/self/mounts', 'utf8')).matchAll(/^\S+ (\S+)/gm))
  if (mounted.startsWith(`${folder}/`)) spawnSync('umount', ['-l', mounted]);
if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** Those that run in the folder, or have it in their arguments or environment. */
function processesOf(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && wordsOf(pid).includes(`${folder}/`));
}

function wordsOf(pid: number): string {
  return ['cmdline', 'environ']
    .map((file) => read(() => readFileSync(`/proc/${pid}/${file}`, 'utf8')))
    .concat(`${read(() => readlinkSync(`/proc/${pid}/cwd`))}/`)
    .join(' ');
}

/** Empty for a file that is not there, of a process that has ended, or of somebody else's. */
function read(reader: () => string): string {
  try {
    return reader();
  } catch {
    return '';
  }
}
