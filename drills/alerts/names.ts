import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const KNOWN = '127.0.0.1 localhost\n';

/** What a process takes for its `/etc/hosts` and resolver, at which nothing listens. */
export interface Names {
  /** before its program; needs root */
  before: string[];
  /** mail.example.org is this machine, or is not found */
  set(isFound: boolean): Promise<void>;
}

export async function ownNames(folder: string): Promise<Names> {
  const [hosts, resolver] = [path.join(folder, 'hosts'), path.join(folder, 'resolv.conf')];
  const set = (isFound: boolean) => writeFile(hosts, KNOWN + (isFound ? '127.0.0.1 mail.example.org\n' : ''));
  await set(false);
  await writeFile(resolver, 'nameserver 127.0.0.1\noptions attempts:1 timeout:1\n');
  const mount = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolver} /etc/resolv.conf && exec "$@"`;
  return { before: ['unshare', '--mount', 'sh', '-c', mount, 'sh'], set };
}
