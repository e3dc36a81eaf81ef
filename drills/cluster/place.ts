import { fork } from 'node:child_process';
import { chmod, chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, accountFor, isRoot } from '../../packages/embedded-postgres/os-account.ts';
import { postgresFolder } from './programs.ts';

export interface Place {
  folder: string;
  /** who runs its programs: PostgreSQL and PgBouncer refuse to run as root */
  account: Account | undefined;
  postgres: string;
  /** lets its logs be read afterwards */
  keep(): void;
}

/** A folder that goes with this process, however it ends, and with it whatever runs in it or was told of it. */
export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-cluster-'));
  const guard = fork(path.join(import.meta.dirname, 'place-guard.ts'), [folder], {
    ...{ detached: true, execArgv: [], stdio: 'ignore' },
  });
  const account = isRoot() ? await accountFor(folder) : undefined;
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);
  return { folder, account, postgres: postgresFolder() ?? '', keep: () => void guard.send('keep') };
}
