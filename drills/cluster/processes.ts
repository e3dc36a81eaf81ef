import { spawnSync } from 'node:child_process';

export function familyOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const parents = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = [pid];
  for (const member of family)
    family.push(...parents.flatMap(([child = 0, parent]) => (parent === member ? [child] : [])));
  return family;
}

/** Lets nothing that came of this process outlive it, but what has set itself apart. */
export function endAllAtExit(): void {
  process.on('exit', () => signalAll(familyOf(process.pid).slice(1), 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

/** A process that has ended meanwhile is left out. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
