import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { drain, endConnectionsWhileDraining } from './drain.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function listening(): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: 'idle', bodyLimit: 10 });
  endConnectionsWhileDraining(app);
  // Answers before it has read what it was sent.
  app.addContentTypeParser('text/plain', (_request, _payload, done) => done(null));
  app.post('/refused', (_request, reply) => reply.code(400).send('no'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

async function connected(app: FastifyInstance): Promise<Socket> {
  const accepted = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

it('drain: does not wait for a connection without a request', async () => {
  const app = await listening();
  const socket = await connected(app);
  const ended = once(socket, 'close');
  await drain(app, 0);
  await ended;
});

it('drain: does not wait for a connection that becomes idle after the port closed', async () => {
  const app = await listening();
  const socket = await connected(app);
  socket.write(
    'POST /refused HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nhalf',
  );
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('400 Bad Request');
  const ended = once(socket, 'close');
  const drained = drain(app, 0);
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write('rest');
  await Promise.all([drained, ended]);
});
