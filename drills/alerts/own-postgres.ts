import { appendFileSync, mkdirSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { runAs } from '../../packages/embedded-postgres/os-account.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Daemon, startDaemon, until } from '../cluster/daemon.ts';
import type { Place } from '../cluster/place.ts';
import { familyOf, signalAll } from '../cluster/processes.ts';

export interface OwnPostgres {
  port: number;
  /** @returns its address */
  database(name: string, template?: string): Promise<string>;
  start(): Promise<void>;
  /** SIGKILL to all of it */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

/** @param folder of its data, which is there and empty */
export async function startOwnPostgres(place: Place, folder: string): Promise<OwnPostgres> {
  const data = path.join(folder, 'data');
  const { account, postgres } = place;
  mkdirSync(data, { mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const made = await runAs(account, path.join(postgres, 'initdb'), [
    ...['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
  ]);
  if (made.code !== 0) throw new Error(made.output);
  const port = await freePort();
  appendFileSync(
    path.join(data, 'postgresql.conf'),
    `port = ${port}\nunix_socket_directories = ''\nmax_connections = 400\nmin_wal_size = 32MB\nmax_wal_size = 64MB\n`,
  );
  const address = (name: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
  let daemon: Daemon;
  const family = () => familyOf(daemon.pid);
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: address('postgres') });
    // It may be killed meanwhile.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    const log = path.join(place.folder, `postgres-${port}.log`);
    daemon = startDaemon(path.join(postgres, 'postgres'), ['-D', data], { account, log, cwd: folder });
    await until('PostgreSQL answers', async () => (await run('select 1')).rowCount === 1, 60);
  };
  await start();
  return {
    port,
    start,
    database: async (name, template = 'template1') => {
      await run(`create database ${name} template ${template}`);
      return address(name);
    },
    kill: async () => {
      const all = family();
      signalAll(all, 'SIGKILL');
      await daemon.kill();
    },
    freeze: () => signalAll(family(), 'SIGSTOP'),
    thaw: () => signalAll(family(), 'SIGCONT'),
  };
}
