import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type SilentProxy, startSilentProxy } from '../../test/faults/silent-proxy.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import type { Place } from './place.ts';
import { familyOf, signalAll } from './processes.ts';
import { PATH } from './programs.ts';

/** Seconds; the shortest of those that Patroni's documentation calls safe, where its defaults are 30, 10 and 10. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const PASSWORD = 'for a drill';

export interface PatroniNode {
  name: string;
  port: number;
  /** where others ask its Patroni */
  api: string;
  apiPort: number;
  settings: string;
  start(): void;
  /** SIGKILL to all of it at once, as by a power cut */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Nobody reaches it, and it reaches nobody; it goes on running. */
  cutOff(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param etcd port of the store in which the nodes agree who leads */
export async function makeNode(place: Place, name: string, etcd: number): Promise<PatroniNode> {
  const folder = path.join(place.folder, name);
  await mkdir(folder, { mode: 0o700 });
  if (place.account) await chown(folder, place.account.uid, place.account.gid);
  const own = { postgres: await freePort(), api: await freePort() };
  // Others reach it, and it reaches etcd, through these alone.
  const ways = {
    postgres: await startSilentProxy({ port: own.postgres, host: '127.0.0.1' }),
    api: await startSilentProxy({ port: own.api, host: '127.0.0.1' }),
    etcd: await startSilentProxy({ port: etcd, host: '127.0.0.1' }),
  };
  const proxies: SilentProxy[] = Object.values(ways);
  const settings = path.join(place.folder, `${name}.yml`);
  // JSON is YAML.
  writeFileSync(settings, JSON.stringify(settingsOf({ name, folder, own, ways, place }), null, 2));
  chmodSync(settings, 0o644);
  let patroni: Daemon | null = null;
  const family = () => {
    const postmaster = path.join(folder, 'data', 'postmaster.pid');
    const pids = patroni ? familyOf(patroni.pid) : [];
    // Patroni starts it so that it outlives Patroni.
    if (existsSync(postmaster)) pids.push(...familyOf(Number.parseInt(readFileSync(postmaster, 'utf8'), 10)));
    return pids;
  };
  return {
    name,
    port: ways.postgres.port,
    api: `http://127.0.0.1:${ways.api.port}`,
    apiPort: ways.api.port,
    settings,
    start: () => {
      const log = path.join(place.folder, `${name}.log`);
      patroni = startDaemon('patroni', [settings], { ...place, cwd: folder, log });
    },
    kill: async () => {
      signalAll(family(), 'SIGKILL');
      await patroni?.kill();
      patroni = null;
    },
    freeze: () => signalAll(family(), 'SIGSTOP'),
    thaw: () => signalAll(family(), 'SIGCONT'),
    cutOff: () => {
      for (const proxy of proxies) proxy.cut();
    },
    mend: () => {
      for (const proxy of proxies) proxy.mend();
    },
    close: async () => {
      for (const proxy of proxies) await proxy.close();
    },
  };
}

interface Own {
  name: string;
  folder: string;
  own: { postgres: number; api: number };
  ways: Record<'postgres' | 'api' | 'etcd', SilentProxy>;
  place: Place;
}

function settingsOf({ name, folder, own, ways, place }: Own): object {
  return {
    scope: 'letters',
    name,
    restapi: {
      listen: `127.0.0.1:${own.api}`,
      connect_address: `127.0.0.1:${ways.api.port}`,
    },
    // Else it would ask etcd for its address, and go there past the proxy.
    etcd3: { hosts: [`127.0.0.1:${ways.etcd.port}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 400,
            // A standby whose connection is lost without a word is noticed; meanwhile no commit is acknowledged.
            wal_sender_timeout: '10s',
            wal_receiver_timeout: '10s',
            wal_log_hints: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${own.postgres}`,
      connect_address: `127.0.0.1:${ways.postgres.port}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: place.postgres,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: SUPERUSER.username, password: SUPERUSER.password },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      parameters: { unix_socket_directories: folder },
    },
    ctl: { insecure: true },
  };
}

export const SUPERUSER = { username: 'postgres', password: PASSWORD };

export const ENVIRONMENT = { PATH, LC_ALL: 'C.UTF-8' };
