import { globSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signalAll } from './processes.ts';

export const PREFIX = 'slow-letters-cluster-';
const OWNER = 'run.pid';

export const claimFolder = (folder: string): void =>
  writeFileSync(path.join(folder, OWNER), String(process.pid));

/**
 * Ends whatever runs in a folder of a run that was killed, or has it in its arguments or environment.
 * @returns the folders, which are gone
 */
export function removeLeftovers(): string[] {
  const left = globSync(path.join(tmpdir(), `${PREFIX}*`)).filter((folder) => !isOwned(folder));
  for (const folder of left) {
    signalAll(processesOf(folder), 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  return left;
}

function isOwned(folder: string): boolean {
  const owner = read(() => readFileSync(path.join(folder, OWNER), 'utf8'));
  return owner !== '' && wordsOf(Number(owner)).includes('drills/');
}

const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && wordsOf(pid).includes(`${folder}/`));

const wordsOf = (pid: number): string =>
  ['cmdline', 'environ']
    .map((file) => read(() => readFileSync(`/proc/${pid}/${file}`, 'utf8')))
    .concat(read(() => readlinkSync(`/proc/${pid}/cwd`)))
    .join(' ');

/** Empty for a file that is not there, of a process that has ended, or of somebody else's. */
function read(reader: () => string): string {
  try {
    return reader();
  } catch {
    return '';
  }
}
