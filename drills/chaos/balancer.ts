import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  port: number;
  close(): Promise<void>;
}

/** @param backends ports of the loopback address, tried in turn, each connection beginning at the next */
export async function startBalancer(backends: number[]): Promise<Balancer> {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    turn++;
    reach(backends.map((_, n) => backends[(turn + n) % backends.length] ?? 0)).then(
      (backend) => {
        backend.on('error', () => client.destroy());
        backend.once('close', () => client.destroy());
        client.once('close', () => backend.destroy());
        if (client.destroyed) backend.destroy();
        else client.pipe(backend).pipe(client);
      },
      () => client.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const client of open) client.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function reach(ports: number[]): Promise<Socket> {
  const [port, ...others] = ports;
  if (port === undefined) throw new Error('No process takes the connection.');
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    // That process is down: the next one may be up.
    return reach(others);
  }
}
