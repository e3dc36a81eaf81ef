import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { EmbeddedPostgres, startEmbeddedPostgres } from '../../packages/embedded-postgres/start.ts';

export type GuardedPostgres = Pick<EmbeddedPostgres, 'url' | 'connection' | 'stop'>;

/** What a run needs of PostgreSQL. */
export interface PostgresOptions extends Omit<Parameters<typeof startEmbeddedPostgres>[0], 'log'> {
  /** its folder is removed at its end */
  isTemporary?: boolean;
}

/**
 * An embedded PostgreSQL that a process of its own starts, and stops however this one ends, by `kill -9` too.
 * @throws when it does not start
 */
export async function startGuardedPostgres(options: PostgresOptions): Promise<GuardedPostgres> {
  const guard = fork(path.join(import.meta.dirname, 'postgres-guard.ts'), [JSON.stringify(options)], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(guard, 'exit');
  let complaint = '';
  guard.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const told = await Promise.race([once(guard, 'message'), ended.then(() => null)]);
  if (told === null) throw new Error(`PostgreSQL did not start:\n${complaint}`);
  return {
    ...told[0],
    stop: async () => {
      if (guard.connected) guard.disconnect();
      await ended;
    },
  };
}
