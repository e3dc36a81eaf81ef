import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface SilentProxy {
  port: number;
  /**
   * Lets the open connections say nothing more: what comes is discarded, and nobody is told but the server, whose
   * keepalive has found out 40 seconds later. @returns how many
   */
  drop(): number;
  /** Lets no connection say anything, those that come later neither. */
  cut(): void;
  /** Ends the connections that were cut; new ones are as before. */
  mend(): void;
  close(): Promise<void>;
}

const SERVER_KEEPALIVE_MS = 40_000;

/** A TCP proxy on loopback whose connections can be cut as by a host that was switched off or a route that was lost. */
export async function startSilentProxy(to: NetConnectOpts): Promise<SilentProxy> {
  const open = new Set<{ sockets: [Socket, Socket]; silent: boolean }>();
  let isCut = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true });
    const pair: { sockets: [Socket, Socket]; silent: boolean } = { sockets: [near, far], silent: isCut };
    open.add(pair);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (!pair.silent) into.write(bytes);
      });
      from.on('end', () => {
        if (!pair.silent) into.end();
      });
      // What breaks on one side breaks on the other, unless nobody is told.
      from.on('error', () => {
        if (!pair.silent) into.destroy();
      });
      from.on('close', () => {
        if (!pair.silent) into.destroy();
        if (near.destroyed && far.destroyed) open.delete(pair);
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const drop = () => {
    const talking = [...open].filter(({ silent }) => !silent);
    for (const pair of talking) {
      pair.silent = true;
      setTimeout(() => pair.sockets[1].destroy(), SERVER_KEEPALIVE_MS).unref();
    }
    return talking.length;
  };
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
      for (const { sockets, silent } of open) if (silent) for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const { sockets } of open) for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
