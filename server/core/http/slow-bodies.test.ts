import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as soon } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

let app: FastifyInstance;
const sockets: Socket[] = [];

beforeEach(async () => {
  // Sockets keep to the real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app = Fastify();
  endSlowBodies(app);
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/short', async () => 'taken');
  app.post('/long', { config: { longBody: true } }, async ({ raw }) => String((await buffer(raw)).length));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
  vi.useRealTimers();
});

/** A request whose body of `length` bytes is sent by the test. */
async function begin(path: string, length: number, type = 'application/json') {
  const accepted = once(app.server, 'request');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const [request] = await accepted;
  /** Sends bytes while the connection is open, and waits until they have arrived. */
  const send = async (bytes: number) => {
    const { socket: received } = request;
    if (received.destroyed) return;
    const all = received.bytesRead + bytes;
    socket.write('1'.repeat(bytes));
    while (received.bytesRead < all && !received.destroyed) await soon();
  };
  const answered = async () => {
    await closed;
    return answer;
  };
  return { send, answered };
}

it.each(['/short', '/long', '/nowhere'])(
  'a body that arrives a byte a second at %s is ended with 408',
  async (path) => {
    const { send, answered } = await begin(
      path,
      10_000,
      path === '/long' ? 'application/octet-stream' : undefined,
    );
    for (let second = 0; second < 40; second += 5) {
      await send(5);
      vi.advanceTimersByTime(5_000);
    }
    expect(await answered()).toContain('408');
  },
);

it('a long body that makes progress is received, however long it takes', async () => {
  const { send, answered } = await begin('/long', 100_000, 'application/octet-stream');
  for (let sent = 0; sent < 100_000; sent += 10_000) {
    await send(10_000);
    vi.advanceTimersByTime(15_000);
  }
  expect(await answered()).toMatch(/200 OK[\s\S]*100000$/);
});

it('a body that was received is not ended while its answer takes long', async () => {
  const gate = Promise.withResolvers<void>();
  app.server.prependListener('request', (_request, response) => response.once('finish', gate.resolve));
  const { send, answered } = await begin('/short', 5);
  await send(5);
  await gate.promise;
  vi.advanceTimersByTime(60_000);
  expect(await answered()).toContain('taken');
});
