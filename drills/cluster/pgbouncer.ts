import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../test/support/free-port.ts';
import type { Balancer } from '../chaos/balancer.ts';
import { startDaemon } from './daemon.ts';
import { listens } from './haproxy.ts';
import type { Place } from './place.ts';

export interface Pgbouncer extends Balancer {
  /** Connections to the database are made anew, which a change of the role's settings needs. */
  reconnect(): Promise<void>;
}

export async function startPgbouncer(
  place: Place,
  database: number,
  { user, password, name }: { user: string; password: string; name: string },
  at?: number,
): Promise<Pgbouncer> {
  const port = at ?? (await freePort());
  const users = path.join(place.folder, 'pgbouncer-users.txt');
  const file = path.join(place.folder, 'pgbouncer.ini');
  writeFileSync(users, `"${user}" "${password}"\n`);
  const settings = [
    '[databases]',
    `${name} = host=127.0.0.1 port=${database} dbname=${name}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    `admin_users = ${user}`,
    'pool_mode = transaction',
    'max_client_conn = 1000',
    'default_pool_size = 40',
    // A server that does not answer a login is given up, and asked again soon.
    'server_connect_timeout = 5',
    'server_login_retry = 1',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const log = path.join(place.folder, 'pgbouncer.log');
  const daemon = startDaemon('pgbouncer', [file], { ...place, cwd: place.folder, log });
  await listens(port, 'pgbouncer');
  return {
    port,
    reconnect: async () => {
      const console = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'pgbouncer' });
      await console.connect();
      await console.query('reconnect');
      await console.end();
    },
    close: () => daemon.kill(),
  };
}
