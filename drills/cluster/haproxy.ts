import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import type { Balancer } from '../chaos/balancer.ts';
import { type Daemon, startDaemon, until } from './daemon.ts';
import type { PatroniNode } from './patroni-node.ts';
import type { Place } from './place.ts';

/** Leads connections to whichever node leads, with the settings that Patroni's own example has. */
export function startDatabaseProxy(place: Place, nodes: PatroniNode[]): Promise<Balancer> {
  const servers = nodes.map(
    ({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} maxconn 400 check port ${apiPort}`,
  );
  return startHaproxy(place, 'haproxy-database', (port) => [
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout client 30m',
    '  timeout connect 4s',
    '  timeout server 30m',
    '  timeout check 5s',
    'listen database',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 3s fall 3 rise 2 on-marked-down shutdown-sessions',
    ...servers,
  ]);
}

/** Leads requests to web processes; asks each for `/readyz` every five seconds, and three noes in a row take it out. */
export function startWebProxy(place: Place, ports: number[]): Promise<Balancer> {
  return startHaproxy(place, 'haproxy-web', (port) => [
    'defaults',
    '  mode http',
    '  option redispatch',
    '  option forwardfor',
    '  timeout client 2m',
    '  timeout connect 4s',
    '  timeout server 2m',
    '  timeout tunnel 1h',
    '  timeout check 4s',
    'listen web',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /readyz',
    '  default-server inter 5s fall 3 rise 2',
    ...ports.map((each, n) => `  server web-${n + 1} 127.0.0.1:${each} check`),
  ]);
}

async function startHaproxy(
  place: Place,
  name: string,
  settings: (port: number) => string[],
): Promise<Balancer> {
  const port = await freePort();
  const file = path.join(place.folder, `${name}.cfg`);
  writeFileSync(file, `${['global', '  maxconn 2000', ...settings(port)].join('\n')}\n`);
  const daemon: Daemon = startDaemon('haproxy', ['-db', '-f', file], {
    ...place,
    cwd: place.folder,
    log: path.join(place.folder, `${name}.log`),
  });
  await listens(port, name);
  return { port, close: () => daemon.kill() };
}

export function listens(port: number, name: string): Promise<void> {
  const connects = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('close', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  return until(`${name} listens`, connects, 30);
}
