import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const PACKAGES = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const;

/** The newest of Debian's folders with PostgreSQL's own programs, which are on nobody's PATH. */
export function postgresFolder(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(`${folder}/postgres`))
    .sort((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))[0];
}

export function missingPackages(): string[] {
  const missing: string[] = Object.entries(PACKAGES)
    .filter(([, program]) => !isInstalled(program))
    .map(([name]) => name);
  return postgresFolder() ? missing : [...missing, 'postgresql'];
}

/** Debian's services are in /usr/sbin, which an ordinary user's PATH lacks. */
export const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

const isInstalled = (program: string): boolean =>
  spawnSync('which', [program], { env: { PATH } }).status === 0;
