import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const TICK_MS = 100;

const draining = new WeakSet<FastifyInstance>();
const connections = new WeakMap<FastifyInstance, Set<Socket>>();

/** The process still answers requests, and `/readyz` says 503. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app);

/** Ends connections, so that a proxy opens the next one elsewhere (RFC 9112, 9.6). */
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

/** `/readyz` says 503 at once; the port closes once a load balancer has noticed. @param seconds 0 without one */
export async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  draining.add(app);
  await sleep(seconds * 1_000);
  const closed = app.close();
  // Node closes connections that are idle at this moment; one that becomes idle later, such as after the rest of a
  // refused upload was read, would be waited for until its keep-alive timeout.
  const ending = setInterval(() => {
    app.server.closeIdleConnections();
    closeUnused(app);
  }, TICK_MS);
  try {
    await closed;
  } finally {
    clearInterval(ending);
  }
}

/** Browsers open connections in advance; Node 24 does not count one without a request as idle. */
function closeUnused(app: FastifyInstance): void {
  for (const socket of connections.get(app) ?? []) {
    if (socket.bytesRead === 0) socket.destroy();
  }
}
