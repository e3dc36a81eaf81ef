import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalAll } from '../cluster/processes.ts';

const ROOTS = [
  ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
  ['/sys/fs/cgroup', 'memory.max'],
] as const;
const RESTART_SECONDS = 2;

export interface MemoryLimit {
  /** of every process's command: the worker is limited, and started again when it ends */
  before: string[];
  set(megabytes: number): void;
  close(): Promise<void>;
}

/** As systemd's `MemoryMax=` with `Restart=always`, or the memory of a container: the kernel kills who takes more. */
export function limitWorker(name: string, megabytes: number): MemoryLimit {
  const [root, file] = ROOTS.find(([folder]) => existsSync(folder)) ?? ROOTS[1];
  const group = path.join(root, name);
  const members = path.join(group, 'cgroup.procs');
  mkdirSync(group);
  const set = (most: number) => writeFileSync(path.join(group, file), String(most * 1024 * 1024));
  set(megabytes);
  const script = `[ "$PROCESS_ROLE" = worker ] || exec "$@"
    echo $$ > ${members}
    while :; do "$@"; sleep ${RESTART_SECONDS}; done`;
  return {
    before: ['sh', '-c', script, 'sh'],
    set,
    async close() {
      for (let left = [0]; left.length > 0; await sleep(100)) {
        left = readFileSync(members, 'utf8').split('\n').filter(Boolean).map(Number);
        signalAll(left, 'SIGKILL');
      }
      rmdirSync(group);
    },
  };
}
