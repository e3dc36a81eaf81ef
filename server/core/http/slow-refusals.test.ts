import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { slowRefusals } from './slow-refusals.ts';

it('refusals: one whose large body was not read is answered after small ones that came later', async () => {
  const app = Fastify({ bodyLimit: 1_000_000, forceCloseConnections: true });
  slowRefusals(app);
  app.post('/', { onRequest: async (_request, reply) => await reply.code(429).send('too many') }, () => null);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answered: number[] = [];
  const post = async (bytes: number) => {
    const { status } = await fetch(url, { method: 'POST', body: 'x'.repeat(bytes) });
    expect(status).toBe(429);
    answered.push(bytes);
  };
  const large = post(500_000);
  await sleep(100);
  await post(10);
  await large;
  expect(answered).toEqual([10, 500_000]);
  await app.close();
});
