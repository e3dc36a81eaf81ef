import { chmod, chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, accountFor, isRoot } from '../../packages/embedded-postgres/os-account.ts';
import { claimFolder, PREFIX } from './leftovers.ts';
import { postgresFolder } from './programs.ts';

export interface Place {
  folder: string;
  /** who runs its programs: PostgreSQL and PgBouncer refuse to run as root */
  account: Account | undefined;
  postgres: string;
}

export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), PREFIX));
  claimFolder(folder);
  const account = isRoot() ? await accountFor(folder) : undefined;
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);
  return { folder, account, postgres: postgresFolder() ?? '' };
}
