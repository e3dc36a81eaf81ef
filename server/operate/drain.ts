import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const draining = new WeakSet<FastifyInstance>();

/** True once the process was asked to stop: it still answers, and says that it is not ready for more. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app);

/** While draining each answer ends its connection, so that a proxy opens the next one elsewhere (RFC 9112, 9.6). */
export function endConnectionsWhileDraining(app: FastifyInstance): void {
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
  const ending = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await closed;
  } finally {
    clearInterval(ending);
  }
}
