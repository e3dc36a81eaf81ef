import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECIPIENTS_EACH } from '../../../shared/limits.ts';
import { letterPayload, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { waitsForLock } from '../../../test/support/waits-for-lock.ts';
import type { Transaction } from '../../core/db/database.ts';
import { changeRecipient } from './data.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const save = (who: { headers: Record<string, string> }, name: string, email: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/recipients',
    headers: who.headers,
    payload: { name, email },
  });
const list = async (who: { headers: Record<string, string> }) =>
  (await product.app.inject({ url: '/api/recipients', headers: who.headers })).json<
    { name: string; email: string }[]
  >();

it('recipients: one entry per address, most recently used first, visible to its owner only', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  await save(maren, 'Ilse', 'ilse@example.org');
  await save(maren, 'Bea Lindqvist', 'bea@lindqvist.example');
  await sleep(2); // times are kept in milliseconds
  const renamed = await save(maren, '  Ilse  Brandt ', 'Ilse@Example.org');
  expect(renamed.statusCode).toBe(200);
  expect((await list(maren)).map(({ name, email }) => [name, email])).toEqual([
    ['Ilse Brandt', 'Ilse@Example.org'],
    ['Bea Lindqvist', 'bea@lindqvist.example'],
  ]);
  expect(await list(other)).toEqual([]);
});

it.each([
  ['de', ['Nora', 'Ñora', 'Nuria', 'Oscar']],
  ['es', ['Nora', 'Nuria', 'Ñora', 'Oscar']],
])('recipients: groups and files are in the order of names in %s', async (language, names) => {
  const maren = await signedIn(product);
  const headers = { ...maren.headers, 'accept-language': language };
  for (const name of ['Oscar', 'Ñora', 'Nuria', 'Nora']) {
    await save(maren, name, `${names.indexOf(name)}@example.org`);
    await product.app.inject({
      method: 'POST',
      url: '/api/recipient-groups',
      headers,
      payload: { name, recipientIds: [] },
    });
  }
  const read = async (url: string) => await product.app.inject({ url, headers });
  expect((await read('/api/recipient-groups')).json<{ name: string }[]>().map(({ name }) => name)).toEqual(
    names,
  );
  expect((await read('/api/recipients/export?format=csv')).body.match(/\d(?=@example)/g)).toEqual([
    '0',
    '1',
    '2',
    '3',
  ]);
});

it('recipients: keeps how somebody is called and where they live until it is changed or emptied', async () => {
  const maren = await signedIn(product);
  const post = async (payload: object) =>
    (
      await product.app.inject({
        method: 'POST',
        url: '/api/recipients',
        headers: maren.headers,
        payload: { name: 'Ilse Brandt', email: 'ilse@example.org', ...payload },
      })
    ).json<Saved>();
  expect(await post({ greetingName: ' Oma ' })).toMatchObject({ greetingName: 'Oma' });
  const { id, name, email } = await post({});
  expect(await list(maren)).toMatchObject([{ greetingName: 'Oma' }]);
  expect((await change(maren, id, { name, email, greetingName: 'Grandma' })).json()).toMatchObject({
    greetingName: 'Grandma',
  });
  expect((await change(maren, id, { name, email })).json()).toMatchObject({ greetingName: 'Grandma' });
  expect(await post({ greetingName: '' })).toMatchObject({ greetingName: '' });
  expect((await change(maren, id, { name, email, greetingName: 'a\nb' })).statusCode).toBe(400);
  expect((await change(maren, id, { name, email, timeZone: 'Europe/Paris' })).json()).toMatchObject({
    timeZone: 'Europe/Paris',
  });
  expect(await post({})).toMatchObject({ timeZone: 'Europe/Paris' });
  expect((await change(maren, id, { name, email, timeZone: 'Atlantis' })).statusCode).toBe(400);
  expect((await change(maren, id, { name, email, timeZone: null })).json()).toMatchObject({ timeZone: null });
});

it('recipients: refuses blank names and malformed addresses with a message', async () => {
  const maren = await signedIn(product);
  expect((await save(maren, ' ', 'a@b.example')).statusCode).toBe(400);
  const malformed = await save(maren, 'Ilse', 'ilse@example');
  expect(malformed.statusCode).toBe(400);
  expect(malformed.json()).toMatchObject({
    message: 'Please enter a valid email address',
    fields: { email: expect.any(String) },
  });
  expect(await list(maren)).toEqual([]);
});

interface Saved {
  id: number;
  name: string;
  email: string;
  greetingName: string;
}
const saved = async (who: { headers: Record<string, string> }, name: string, email: string) =>
  (await save(who, name, email)).json<Saved>();
const change = (who: { headers: Record<string, string> }, id: number | string, payload: object) =>
  product.app.inject({ method: 'PUT', url: `/api/recipients/${id}`, headers: who.headers, payload });
const remove = (who: { headers: Record<string, string> }, id: number | string) =>
  product.app.inject({ method: 'DELETE', url: `/api/recipients/${id}`, headers: who.headers });

it('recipients: changes an entry in place, and refuses the address of another entry', async () => {
  const maren = await signedIn(product);
  const ilse = await saved(maren, 'Ilse', 'ilse@example.org');
  await saved(maren, 'Bea Lindqvist', 'bea@lindqvist.example');
  const changed = await change(maren, ilse.id, { name: ' Ilse Brandt ', email: 'ILSE@example.org' });
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    {
      id: ilse.id,
      name: 'Ilse Brandt',
      email: 'ILSE@example.org',
      greetingName: '',
      timeZone: null,
      language: null,
    },
  ]);
  const taken = await change(maren, ilse.id, { name: 'Ilse', email: 'Bea@lindqvist.example' });
  expect([taken.statusCode, taken.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'ADDRESS_TAKEN',
      message: 'Bea Lindqvist has this address in your address book already.',
    }),
  ]);
  expect((await change(maren, ilse.id, { name: '', email: 'ilse@example.org' })).statusCode).toBe(400);
  expect((await list(maren)).map(({ name }) => name)).toEqual(['Bea Lindqvist', 'Ilse Brandt']);
});

// Through one process, calls of one person come one after the other.
it('recipients: of two entries that take one address at once in two processes, the second is refused', async () => {
  const maren = await signedIn(product);
  const [ilse, bea] = [
    await saved(maren, 'Ilse', 'i@example.org'),
    await saved(maren, 'Bea', 'b@example.org'),
  ];
  const { db } = product.services;
  const move = (tx: Transaction, { id, name }: Saved) =>
    changeRecipient(tx, maren.uid, { id, name, email: 'home@example.org' });
  const second = await db.transaction(async (tx) => {
    await move(tx, ilse);
    const asked = db.transaction((other) => move(other, bea)).catch((error: unknown) => error);
    await waitsForLock(db, 1);
    return { asked };
  });
  expect(await second.asked).toMatchObject({ code: 'ADDRESS_TAKEN' });
});

it('recipients: renaming or deleting one does not change sent letters', async () => {
  const maren = await userWithCredits(product);
  const ilse = await saved(maren, 'Ilse Brandt', 'ilse.brandt@example.org');
  const letter = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload: letterPayload([await storedPhoto(product, maren.uid)]),
  });
  const { id } = letter.json<{ id: number }>();
  await product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers: maren.headers });
  await change(maren, ilse.id, { name: 'Ilse Marsh', email: 'ilse@marsh.example' });
  expect((await remove(maren, ilse.id)).statusCode).toBe(204);
  const letters = await product.app.inject({ url: '/api/letters', headers: maren.headers });
  expect(letters.json()).toMatchObject([
    { id, recipientName: 'Ilse Brandt', recipientEmail: 'ilse.brandt@example.org' },
  ]);
});

it('recipients: deletes an entry once', async () => {
  const maren = await signedIn(product);
  const ilse = await saved(maren, 'Ilse', 'ilse@example.org');
  const first = await remove(maren, ilse.id);
  expect([first.statusCode, first.body]).toEqual([204, '']);
  expect((await remove(maren, ilse.id)).statusCode).toBe(404);
  expect(await list(maren)).toEqual([]);
});

it('recipients: returns 404 for another user’s entry, and 400 for a malformed id', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  const ilse = await saved(maren, 'Ilse', 'ilse@example.org');
  const theirs = await change(other, ilse.id, { name: 'Mine now', email: 'ilse@example.org' });
  expect(theirs.statusCode).toBe(404);
  expect((await remove(other, ilse.id)).statusCode).toBe(404);
  expect((await remove(other, 'one')).statusCode).toBe(400);
  expect((await list(maren)).map(({ name }) => name)).toEqual(['Ilse']);
});

it('recipients: needs sign-in', async () => {
  expect((await product.app.inject({ url: '/api/recipients' })).statusCode).toBe(401);
  const nobody = { headers: product.origin };
  expect((await save(nobody, 'Ilse', 'ilse@example.org')).statusCode).toBe(401);
  expect((await change(nobody, 1, { name: 'Ilse', email: 'ilse@example.org' })).statusCode).toBe(401);
  expect((await remove(nobody, 1)).statusCode).toBe(401);
});

it('recipients: an address book has an end, also for two entries at once', async () => {
  const { db } = product.services;
  const maren = await signedIn(product);
  await db.execute(sql`
    insert into recipients (owner_uid, name, email)
    select ${maren.uid}, 'Somebody', n || '@example.org' from generate_series(1, ${RECIPIENTS_EACH - 1}::int) n`);
  const answers = await Promise.all([
    save(maren, 'Ilse', 'ilse@example.net'),
    save(maren, 'Bea', 'bea@example.net'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
  expect(refused).toMatchObject({ code: 'ADDRESS_BOOK_FULL' });
  expect(refused.message).toContain('Please remove somebody');
  expect((await save(maren, 'Renamed', '1@example.org')).statusCode).toBe(200);
  expect((await list(maren)).length).toBe(RECIPIENTS_EACH);
  const other = await signedIn(product);
  expect((await save(other, 'Ilse', 'ilse@example.net')).statusCode).toBe(200);
});
