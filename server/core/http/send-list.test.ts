import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { inPages, onePart, ROWS_IN_A_TURN, sendList } from './send-list.ts';

const numbers = Array.from({ length: 2 * ROWS_IN_A_TURN + 7 }, (_, n) => ({ n }));
const page = async ({ cursor = 0, limit }: { cursor: number | undefined; limit: number }) =>
  numbers.slice(cursor, cursor + limit);

/** @returns the answer, and how many turns of the event loop passed until it was whole */
async function answered(parts: () => AsyncIterable<unknown[]>) {
  const app = Fastify();
  app.get('/', (_request, reply) => sendList(reply, 'maren', parts()));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  try {
    return { ...(await app.inject('/')), turns };
  } finally {
    isDone = true;
    await app.close();
  }
}

it.each([
  ['by pages', () => inPages(page, ({ n }) => n + 1)],
  ['from memory', () => onePart(async () => numbers)],
])('list %s: is whole, and others have turns between its parts', async (_how, parts) => {
  const { body, turns, statusCode } = await answered(parts);
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toEqual(numbers);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('list: empty', async () => {
  expect(
    (
      await answered(() =>
        inPages(
          async () => [],
          () => 0,
        ),
      )
    ).body,
  ).toBe('[]');
});

it('list: what fails before the first part is an error as any other', async () => {
  const failing = () => onePart(() => Promise.reject(new Error('away')));
  expect((await answered(failing)).statusCode).toBe(500);
});

it('list: what fails later ends the connection', async () => {
  const parts = async function* () {
    yield numbers;
    throw new Error('away');
  };
  await expect(answered(parts)).rejects.toThrow();
});

it('list: long ones of one person are read one after the other, others’ beside them', async () => {
  const app = Fastify();
  const underWay = new Map<string, number>();
  let most = 0;
  let together = 0;
  app.get<{ Params: { uid: string } }>('/:uid', ({ params: { uid } }, reply) =>
    sendList(
      reply,
      uid,
      inPages(
        async (at: { cursor: number | undefined; limit: number }) => {
          underWay.set(uid, (underWay.get(uid) ?? 0) + 1);
          most = Math.max(most, ...underWay.values());
          together = Math.max(together, [...underWay.values()].filter((n) => n > 0).length);
          await new Promise(setImmediate);
          underWay.set(uid, (underWay.get(uid) ?? 0) - 1);
          return page(at);
        },
        ({ n }) => n + 1,
      ),
    ),
  );
  const answers = await Promise.all(['/a', '/a', '/a', '/b'].map((url) => app.inject(url)));
  await app.close();
  expect(answers.map((answer) => JSON.parse(answer.body).length)).toEqual(Array(4).fill(numbers.length));
  expect([most, together]).toEqual([1, 2]);
});
