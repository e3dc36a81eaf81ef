import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true where a body may take minutes, as long as it makes progress: photos, raw mail */
    longBody?: boolean;
  }
}

/** Milliseconds. */
const CHECK_EVERY_MS = 5_000;
/** Of any other body, which is 256 KB at most. */
const SHORT_BODY_MS = 30_000;
/** A long body that brings fewer bytes within a window is ended: 500 bytes a second are a tenth of a weak phone line. */
const WINDOW_MS = 30_000;
const WINDOW_BYTES = 15_000;

interface Arriving {
  isLong: boolean;
  /** since the request's header, or the last window of a long body that brought enough */
  since: number;
  /** bytes that the connection had brought by then */
  bytes: number;
}

/** Answers 408 to a body that comes too slowly; Node's `requestTimeout` has to allow for a whole upload. */
export function endSlowBodies(app: FastifyInstance): void {
  const arriving = new Map<IncomingMessage, Arriving>();
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    // A request that a test injects has no connection.
    if (!(raw.socket instanceof Socket)) return;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
    const isLong = routeOptions.config.longBody === true;
    arriving.set(raw, { isLong, since: performance.now(), bytes: raw.socket.bytesRead });
    // After the last byte, or when the connection ends.
    raw.once('close', () => arriving.delete(raw));
  });
  const timer = setInterval(() => {
    for (const [raw, body] of arriving) check(raw, body);
  }, CHECK_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  function check(raw: IncomingMessage, body: Arriving): void {
    const now = performance.now();
    if (raw.complete) arriving.delete(raw);
    // With unread bytes in the stream the delay is ours, not the client's.
    else if (raw.readableLength > 0) body.since = now;
    else if (now - body.since < (body.isLong ? WINDOW_MS : SHORT_BODY_MS)) return;
    else if (body.isLong && raw.socket.bytesRead - body.bytes >= WINDOW_BYTES)
      Object.assign(body, { since: now, bytes: raw.socket.bytesRead });
    else {
      arriving.delete(raw);
      // What Node emits when its own limit is over; Fastify answers 408 and closes the connection.
      const tooSlow = Object.assign(new Error('The body arrives too slowly.'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      app.server.emit('clientError', tooSlow, raw.socket);
    }
  }
}
