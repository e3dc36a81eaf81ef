import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Letter } from '../../../shared/letters.ts';
import { alreadyCounted } from '../../../test/support/already-counted.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { type LetterWriter, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';

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

const send = (writer: LetterWriter, id: number, remoteAddress = '127.0.0.1') =>
  product.app.inject({
    method: 'POST',
    url: `/api/letters/${id}/send`,
    headers: writer.person.headers,
    remoteAddress,
  });

const sendBatch = async (writer: LetterWriter, people: number) => {
  const recipients = Array.from({ length: people }, () => ({
    name: 'Ilse',
    email: `${randomUUID()}@example.org`,
  }));
  const content = letterPayload([await storedPhoto(product, writer.person.uid)]);
  return writer.call('POST', '/api/letter-batches', { ...content, recipients });
};

const newWriters = (count: number) =>
  Promise.all(Array.from({ length: count }, () => newLetterWriter(product)));
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

it('send limits: a verified account sends sixty letters an hour', async () => {
  const maren = await newLetterWriter(product);
  await alreadySent(maren, 59, '10 minutes');
  const batch = await sendBatch(maren, 2);
  expect([batch.statusCode, batch.json()]).toMatchObject([
    429,
    { message: 'You can send 60 letters an hour, and 1 more is possible now. Please go on in a while.' },
  ]);
  expect((await send(maren, await testLetterMail(maren))).statusCode).toBe(200);
  const refused = await send(maren, await testLetterMail(maren));
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    message: 'You can send 60 letters an hour. Please go on in a while.',
  });
  expect(refused.headers['retry-after']).toBe('3600');
  expect(await maren.balance()).toBe(4);
});

it('send limits: an account creates so many letters an hour, though it sends none', async () => {
  const maren = await newLetterWriter(product);
  await testLetterMail(maren);
  await alreadyCounted(product, `created letters:${maren.person.uid}`, 118);
  expect(await testLetterMail(maren)).toBeGreaterThan(0);
  const photo = await storedPhoto(product, maren.person.uid);
  const refused = await maren.call('POST', '/api/letters', letterPayload([photo]));
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { message: 'That is a great many letters within one hour. Please go on in a while.' },
  ]);
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

it('send limits: an unverified account sends five letters a day, to several people all or none', async () => {
  const maren = await newLetterWriter(product, { displayName: 'Maren Oakes' });
  expect((await sendBatch(maren, 3)).statusCode).toBe(200);
  const refused = await sendBatch(maren, 3);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    {
      message:
        'Until your e-mail address is confirmed you can send 5 letters a day, and 2 more are possible today. Please confirm it by the link we mailed you.',
    },
  ]);
  expect((await sendBatch(maren, 2)).statusCode).toBe(200);
  expect(await maren.balance()).toBe(0);
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

it('send limits: one person writes to one mailbox only so often a day, in any spelling; the same letter again is free', async () => {
  const maren = await newLetterWriter(product);
  const name = randomUUID();
  const spellings = [`${name}@example.org`, `${name.toUpperCase()}@EXAMPLE.org`, `${name}+x@example.org`];
  const letters = await Promise.all(spellings.map((address) => testLetterMail(maren, address)));
  for (const id of [...letters, ...letters]) expect((await send(maren, id)).statusCode).toBe(200);
  await alreadyCounted(product, 'letters', 7);
  const refused = await send(maren, await testLetterMail(maren, `${name}+y@example.org`));
  expect(refused.statusCode).toBe(429);
  expect(refused.json<{ message: string }>().message).toBe(
    'You can send 10 letters a day to one address. Please go on tomorrow.',
  );
  expect((await send(maren, await testLetterMail(maren))).statusCode, 'another address').toBe(200);
  expect(await maren.balance()).toBe(1);
});

it('send limits: one sender takes one place of a mailbox’s new senders, in however many spellings', async () => {
  const name = randomUUID();
  const [maren, wim, late] = await newWriters(3);
  if (!maren || !wim || !late) throw new Error('Three writers were asked for.');
  for (const spelling of ['', '+x', '+y']) {
    const id = await testLetterMail(maren, `${name}${spelling}@example.org`);
    expect((await send(maren, id)).statusCode).toBe(200);
  }
  const address = `${name}@example.org`;
  await alreadyCounted(product, `new senders:${product.services.addressHash(address)}`, 28);
  expect((await send(wim, await testLetterMail(wim, address))).statusCode).toBe(200);
  expect((await send(late, await testLetterMail(late, address))).statusCode).toBe(429);
});

it('send limits: a mailbox gets letters of so many new senders a day, also concurrently; who wrote before is not held up', async () => {
  const name = randomUUID();
  const mother = await newLetterWriter(product);
  expect((await send(mother, await testLetterMail(mother, `${name}@example.org`))).statusCode).toBe(200);
  await alreadyCounted(product, 'new senders', 24);
  const socks = await newWriters(7);
  const letters = await Promise.all(socks.map((sock, n) => testLetterMail(sock, `${name}+${n}@example.org`)));
  const answers = await Promise.all(socks.map((sock, n) => send(sock, letters[n] ?? 0)));
  expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json<{ message: string }>().message).toMatch(/^This address has had many letters today/);
  expect((await send(mother, await testLetterMail(mother, `${name}@example.org`))).statusCode).toBe(200);
});

it('send limits: accounts younger than a day send so many letters a day from one network, also concurrently', async () => {
  const writers = await newWriters(5);
  const [first] = writers;
  if (!first) throw new Error('no writer');
  const letters = await Promise.all(writers.map((writer) => testLetterMail(writer)));
  const sendAt = (n: number) => send(writers[n] ?? first, letters[n] ?? 0, `203.0.113.${n + 1}`);
  expect((await sendAt(0)).statusCode).toBe(200);
  await alreadyCounted(product, "new accounts' letters", 57);
  const answers = await Promise.all([1, 2, 3, 4].map(sendAt));
  expect(statuses(answers)).toEqual([200, 200, 429, 429]);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json<{ message: string }>().message).toMatch(/^New accounts have sent many letters/);

  const sendFrom = async (address: string) =>
    (await send(first, await testLetterMail(first), address)).statusCode;
  expect(await sendFrom('203.0.114.1'), 'another network').toBe(200);
  expect(await sendFrom('10.0.0.1'), 'a private network').toBe(200);
  await product.services.db.execute(
    sql`update users set created_at = now() - interval '25 hours' where id = ${first.person.userId}`,
  );
  expect(await sendFrom('203.0.113.9'), 'an older account').toBe(200);
});
