import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundLetter } from '../../shared/conversations.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { foldEarlierLetters } from '../letters/folded.ts';
import { letters } from '../letters/schema.ts';
import { replies } from './schema.ts';
import { foldEarlierReplies } from './search-letters.ts';

let product: TestProduct;
let anna: Signed;
let wim: Signed;
let conversationId: string;

const call = (who: Signed, url: string, payload?: object) =>
  product.app.inject({ url, headers: who.headers, ...(payload ? { method: 'POST', payload } : {}) });

async function sent(who: Signed, more: Record<string, unknown>): Promise<string> {
  const photo = await storedPhoto(product, who.uid);
  const made = (await call(who, '/api/letters', letterPayload([photo], more))).json();
  await call(who, `/api/letters/${made.id}/send`, {});
  return made.conversationId;
}

const answer = (who: Signed, body: string) =>
  call(who, `/api/conversations/${conversationId}/replies`, { body });

async function found(who: Signed, search: string): Promise<FoundLetter[]> {
  const asked = await call(who, `/api/found-letters?search=${encodeURIComponent(search)}`);
  expect(asked.statusCode).toBe(200);
  return asked.json().found;
}

beforeAll(async () => {
  product = await startTestProduct();
  anna = await userWithCredits(product, { verified: true, displayName: 'Anna Łęcka' });
  wim = await userWithCredits(product, { verified: true });
  conversationId = await sent(anna, {
    recipientEmail: wim.email,
    recipientName: 'Łukasz Émile',
    greetingName: 'Opa',
    heading: 'From the Hauptstraße',
    emailMessage: `Dear {{recipientName}},\n\n${'We walked on. '.repeat(20)}The ＰＬＵＭ tree\nhas flowered. 夕方に手紙を書いた。`,
    photoAlts: ['A kettle on the stove'],
  });
  await sent(anna, {
    recipientEmail: 'tom@example.org',
    recipientName: 'Tom',
    emailMessage: 'Plums, and no more.',
  });
  await answer(wim, 'The kettle was read twice.');
  await answer(anna, 'Und die Äpfel?');
});
afterAll(() => product.close());

const places = (rows: FoundLetter[]) =>
  rows.map(({ kind, own, name, place, match }) => [kind, own, name, place, match]);

test('found letters: words of messages, answers, headings, descriptions and names, in any form that folds alike', async () => {
  expect(places(await found(anna, 'plum tree'))).toEqual([
    ['letter', true, 'Łukasz Émile', 'words', 'ＰＬＵＭ'],
  ]);
  expect(places(await found(anna, 'plum'))).toHaveLength(2);
  expect(places(await found(anna, '手紙'))).toEqual([['letter', true, 'Łukasz Émile', 'words', '手紙']]);
  expect(places(await found(anna, 'strasse'))).toEqual([['letter', true, 'Łukasz Émile', 'words', 'straße']]);
  expect(places(await found(anna, 'LUKASZ'))).toEqual([['letter', true, 'Łukasz Émile', 'name', 'Łukasz']]);
  expect(places(await found(anna, 'opa'))).toEqual([['letter', true, 'Łukasz Émile', 'words', 'Opa']]);
  expect(places(await found(anna, 'apfel'))).toEqual([['answer', true, 'Łukasz Émile', 'words', 'Äpfel']]);
  // The newest first.
  expect(places(await found(anna, 'kettle'))).toEqual([
    ['answer', false, 'Łukasz Émile', 'words', 'kettle'],
    ['letter', true, 'Łukasz Émile', 'photo', 'kettle'],
  ]);
  expect(await found(anna, 'recipientName')).toEqual([]);
  expect(await found(anna, '\u0301')).toEqual([]);
});

test('found letters: the place is shown with words around it, on one line', async () => {
  const [letter] = await found(anna, 'plum tree');
  expect(letter).toMatchObject({
    conversationId,
    before: '…walked on. We walked on. The ',
    match: 'ＰＬＵＭ',
    after: ' tree has flowered. 夕方に手紙を書いた。',
  });
});

test('found letters: whom they came to finds them as well, and nobody else', async () => {
  expect(places(await found(wim, 'flowered'))).toEqual([
    ['letter', false, 'Anna Łęcka', 'words', 'flowered'],
  ]);
  expect(places(await found(wim, 'apfel twice'))).toEqual([]);
  expect(places(await found(wim, 'twice'))).toEqual([['answer', true, 'Anna Łęcka', 'words', 'twice']]);
  expect(await found(wim, 'no more')).toEqual([]);
  const stranger = await userWithCredits(product, { verified: true });
  expect(await found(stranger, 'plum')).toEqual([]);
  const unproved = await userWithCredits(product, { verified: false });
  await sent(wim, { recipientEmail: unproved.email, emailMessage: 'A thimble.' });
  expect(await found(unproved, 'thimble')).toEqual([]);
});

test('found letters: at most fifty, and the query is bounded', async () => {
  const { body } = await call(anna, '/api/found-letters?search=plum');
  expect(JSON.parse(body)).toMatchObject({ more: false });
  for (const query of ['', '?search=', `?search=${'a'.repeat(201)}`])
    expect((await call(anna, `/api/found-letters${query}`)).statusCode, query).toBe(400);
});

test('found letters: those of earlier versions, once the schedule has come to them', async () => {
  const { db } = product.services;
  await db.update(letters).set({ folded: null });
  await db.update(replies).set({ folded: null });
  expect(await found(anna, 'kettle')).toEqual([]);
  // By name as they are written until then.
  const named = async (search: string) =>
    (await call(anna, `/api/correspondents?search=${encodeURIComponent(search)}`)).json().correspondents
      .length;
  expect([await named('ŁUKASZ'), await named('tom')]).toEqual([0, 1]);
  await foldEarlierLetters(db);
  await foldEarlierReplies(db);
  expect(await found(anna, 'kettle')).toHaveLength(2);
  expect([await named('lukasz'), await named('opa')]).toEqual([1, 1]);
  expect((await db.select().from(letters).where(eq(letters.recipientName, 'Tom')))[0]?.folded).toContain(
    'plums',
  );
});
