import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Bytes; what a page of ours sends without a file is smaller. */
const LARGE_BODY = 32 * 1024;
const WAIT_MS = 500;
/** Further answers are given without a wait. */
const WAITING_MAX = 500;

/**
 * A refusal for too many requests (429), whose body was not read, waits half a second. Node reads the rest of a body
 * once it is answered, and hundreds of them a second are work for the collector of memory, which delays everybody.
 * Until then the connection's buffers are full and its client waits.
 */
export function slowRefusals(app: FastifyInstance): void {
  let waiting = 0;
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const isLarge = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) >= LARGE_BODY;
    if (reply.statusCode !== 429 || raw.complete || !isLarge || waiting >= WAITING_MAX) return;
    waiting += 1;
    await sleep(WAIT_MS);
    waiting -= 1;
  });
}
