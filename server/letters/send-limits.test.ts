import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Letter } from '../../shared/letters.ts';
import { letterPayload, storedPhoto } from '../../test/support/factories.ts';
import { type LetterWriter, newLetterWriter } from '../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** As if somebody had bought credits and sent so many letters so long ago. */
async function alreadySent({ person }: LetterWriter, count: number, ago: string): Promise<void> {
  await product.services.db.execute(sql`
    insert into ledger_entries (user_id, delta, kind, reference, created_at)
    select ${person.userId}::bigint, side.delta, side.kind, ${randomUUID()}::text || n, now() - ${ago}::interval
    from generate_series(1, ${count}::int) n, (values (1, 'grant'), (-1, 'letter')) side (delta, kind)`);
}

async function testLetterMail(
  writer: LetterWriter,
  recipientEmail = `${randomUUID()}@example.org`,
): Promise<number> {
  const photo = await storedPhoto(product, writer.person.uid);
  const made = await writer.call('POST', '/api/letters', letterPayload([photo], { recipientEmail }));
  return made.json<Letter>().id;
}

const send = (writer: LetterWriter, id: number) => writer.call('POST', `/api/letters/${id}/send`);

it('send limits: a verified account sends sixty letters an hour', async () => {
  const maren = await newLetterWriter(product);
  await alreadySent(maren, 59, '10 minutes');
  expect((await send(maren, await testLetterMail(maren))).statusCode).toBe(200);
  const refused = await send(maren, await testLetterMail(maren));
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    message: 'You can send 60 letters an hour. Please go on in a while.',
  });
  expect(refused.headers['retry-after']).toBe('3600');
  expect(await maren.balance()).toBe(4);
});

it('send limits: a verified account sends three hundred a day, yesterday’s not counted', async () => {
  const maren = await newLetterWriter(product);
  await alreadySent(maren, 300, '25 hours');
  await alreadySent(maren, 299, '2 hours');
  const last = await testLetterMail(maren);
  expect((await send(maren, last)).statusCode).toBe(200);
  const next = await testLetterMail(maren);
  const refused = await send(maren, next);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ message: 'You can send 300 letters a day. Please go on tomorrow.' });
  expect((await send(maren, last)).statusCode, 'one that is on its way is not sent again').toBe(200);
  expect(await maren.balance()).toBe(4);
});

it('send limits: unverified accounts together send five letters a day to one address, also concurrently', async () => {
  const address = `ilse.${randomUUID()}@example.org`;
  const writers = await Promise.all(
    Array.from({ length: 7 }, () => newLetterWriter(product, { verified: false })),
  );
  const spellings = [address, address.toUpperCase()];
  const letters = await Promise.all(writers.map((writer, n) => testLetterMail(writer, spellings[n % 2])));
  const answers = await Promise.all(writers.map((writer, n) => send(writer, letters[n] ?? 0)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.json<{ message: string }>().message).toMatch(/^This address has had many letters today/);
  const balances = await Promise.all(writers.map((writer) => writer.balance()));
  expect(balances.sort()).toEqual([4, 4, 4, 4, 4, 5, 5]);

  const verified = await newLetterWriter(product);
  expect((await send(verified, await testLetterMail(verified, address))).statusCode).toBe(200);
});
