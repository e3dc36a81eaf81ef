import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiError } from '../../../shared/errors.ts';
import type { Letter } from '../../../shared/letters.ts';
import { alreadyCounted } from '../../../test/support/already-counted.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { suppress } from './suppressions.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const newAddress = () => `${randomUUID()}@example.org`;

/** Somebody who writes to addresses, some of which are refused. */
async function newAsker() {
  const writer = await newLetterWriter(product);
  const photo = await storedPhoto(product, writer.person.uid);
  return {
    ...writer,
    create: (recipientEmail: string) =>
      writer.call('POST', '/api/letters', letterPayload([photo], { recipientEmail })),
    async refusedAddresses(count: number) {
      const addresses = Array.from({ length: count }, newAddress);
      for (const address of addresses)
        await suppress(product.services.db, writer.person.userId, address, { text: 'It is unknown.' });
      return addresses;
    },
  };
}

it('refused addresses: beyond the limit every address gets the same answer, also from concurrent calls', async () => {
  const asker = await newAsker();
  const letters: number[] = [];
  for (let n = 0; n < 4; n++) letters.push((await asker.create(newAddress())).json<Letter>().id);

  const refused = await asker.refusedAddresses(6);
  expect((await asker.create(refused[0] ?? '')).statusCode).toBe(409);
  await alreadyCounted(product, 'refused addresses', 17);
  const answers = await Promise.all(refused.slice(1).map((address) => asker.create(address)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([409, 409, 429, 429, 429]);

  const [letter] = letters;
  const calls = [
    await asker.create(refused[0] ?? ''),
    await asker.create(newAddress()),
    await asker.call('POST', `/api/letters/${letter}/send`),
    await asker.call('POST', `/api/letters/${letter}/retry`, { recipientEmail: newAddress() }),
  ];
  for (const answer of calls) {
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      message: 'Many of the addresses that you tried today take no letters. Please go on tomorrow.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  const other = await newAsker();
  expect((await other.create(newAddress())).statusCode).toBe(200);
});

it('refused addresses: a letter to several people names no more of them than are left of the day', async () => {
  const asker = await newAsker();
  const photo = await storedPhoto(product, asker.person.uid);
  const ask = async (addresses: string[]) => {
    const recipients = addresses.map((email) => ({ name: 'Ilse', email }));
    const answer = await asker.call('POST', '/api/letter-batches', { ...letterPayload([photo]), recipients });
    return [answer.statusCode, answer.json<ApiError>().refused?.length];
  };
  const refused = await asker.refusedAddresses(6);
  expect(await ask([...refused.slice(0, 2), newAddress()])).toEqual([409, 2]);
  await alreadyCounted(product, 'refused addresses', 17);
  expect(await ask(refused.slice(2, 5))).toEqual([429, undefined]);
  // What it would have named is as used up as what it did.
  expect(await ask([newAddress(), newAddress()])).toEqual([429, undefined]);
  expect((await asker.create(newAddress())).statusCode).toBe(429);
});

it('refused addresses: other answers do not count, whatever they are', async () => {
  const asker = await newAsker();
  const [refused = ''] = await asker.refusedAddresses(1);
  for (let n = 0; n < 2; n++) expect((await asker.create(refused)).statusCode).toBe(409);
  await alreadyCounted(product, 'refused addresses', 17);
  for (let n = 0; n < 4; n++) expect((await asker.create(newAddress())).statusCode).toBe(200);
  for (let n = 0; n < 4; n++)
    expect((await asker.call('POST', '/api/letters/999999999/send')).statusCode).toBe(404);
  expect((await asker.create(refused)).statusCode).toBe(409);
  expect((await asker.create(refused)).statusCode).toBe(429);
});
