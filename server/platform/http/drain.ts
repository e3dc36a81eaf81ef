import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const TICK_MS = 100;

const draining = new WeakSet<FastifyInstance>();
const connections = new WeakMap<FastifyInstance, Set<Socket>>();

/** True once the process was asked to stop: it still answers, and says that it is not ready for more. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app);

/** While draining each answer ends its connection, so that a proxy opens the next one elsewhere (RFC 9112, 9.6). */
export function endConnectionsWhileDraining(app: FastifyInstance): void {
  const open = new Set<Socket>();
  connections.set(app, open);
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining(app)) reply.header('connection', 'close');
  });
}

/**
 * Stops serving without failing anybody: `/ping` says 503 at once; for a while requests are still taken, until
 * whoever balances has noticed; then the port closes and what is in flight finishes.
 * @param seconds how long whoever balances may need to notice; 0 where nobody does
 */
export async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  draining.add(app);
  await sleep(seconds * 1_000);
  const closed = app.close();
  // Node ends what is idle at the moment of closing; a connection that falls idle later, for the rest of an upload
  // that was refused was still to be read, would be waited for until its keep-alive runs out.
  const ending = setInterval(() => {
    app.server.closeIdleConnections();
    endSilent(app);
  }, TICK_MS);
  try {
    await closed;
  } finally {
    clearInterval(ending);
  }
}

/** Browsers open connections ahead of need; to Node 24 one that never carried a request isn't idle. */
function endSilent(app: FastifyInstance): void {
  for (const socket of connections.get(app) ?? []) {
    if (socket.bytesRead === 0) socket.destroy();
  }
}
