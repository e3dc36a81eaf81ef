import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../packages/embedded-postgres/os-account.ts';
import { PATH } from './programs.ts';

export interface Daemon {
  pid: number;
  kill(): Promise<void>;
}

/** @param account as whom the program runs; this process's own when absent */
export function startDaemon(
  program: string,
  args: string[],
  { account, log, cwd }: { account: Account | undefined; log: string; cwd: string },
): Daemon {
  const child = spawn(program, args, {
    cwd,
    env: { PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const note = (text: string | Buffer) => appendFileSync(log, text);
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  child.once('error', (error) => note(`${error.message}\n`));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      note(`${program} ended: ${code ?? signal}\n`);
      resolve();
    });
  });
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  let reason: unknown;
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(250)) {
    try {
      if (await isSo()) return;
      reason = 'it is not so';
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(`${what}: not within ${seconds} s`, { cause: reason });
}
