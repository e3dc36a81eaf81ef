import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { letters } from '../letters/schema.ts';

let product: TestProduct;
let maren: Signed;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await userWithCredits(product, { verified: true });
});
afterAll(() => product.close());

const get = (url: string, who: Signed) => product.app.inject({ url, headers: who.headers });

async function testLetterMail(who: Signed, more: { recipientEmail: string; recipientName?: string }) {
  const post = (url: string, payload?: object) =>
    product.app.inject({ method: 'POST', url, headers: who.headers, ...(payload ? { payload } : {}) });
  const photo = await storedPhoto(product, who.uid);
  const made = (await post('/api/letters', letterPayload([photo], more))).json<{
    id: number;
    conversationId: string;
  }>();
  await post(`/api/letters/${made.id}/send`);
  return {
    ...made,
    answer: (body: string) => post(`/api/conversations/${made.conversationId}/replies`, { body }),
  };
}

test('correspondents: letters and answers that came stand with what was sent to the same person, and say what was last', async () => {
  const anna = await userWithCredits(product, { verified: true });
  const wim = await userWithCredits(product, { verified: true });
  const stranger = await userWithCredits(product, { verified: true });
  const sent = await testLetterMail(anna, { recipientEmail: wim.email, recipientName: 'Wim' });
  const received = await testLetterMail(wim, { recipientEmail: anna.email.toUpperCase() });
  const answer = await product.app.inject({
    method: 'POST',
    url: `/api/conversations/${sent.conversationId}/replies`,
    headers: wim.headers,
    payload: { body: 'Twice at the\n\nwindow.' },
  });
  expect(answer.statusCode).toBe(200);
  await received.answer('One more thing.');

  const lastOf = async (who: Signed, search: string) =>
    (await get(`/api/correspondents?search=${encodeURIComponent(search)}`, who)).json().correspondents[0]
      ?.last;
  expect(await lastOf(anna, wim.email)).toMatchObject({ own: false, text: 'One more thing.' });
  expect(await lastOf(wim, anna.email)).toMatchObject({ own: true, text: 'One more thing.' });
  // An answer without a photo has a picture of its letter.
  expect((await lastOf(anna, wim.email)).photo.url).toMatch(/^\/uploads\//);
  const withWim = (path: string) => get(`${path}=${sent.conversationId}`, anna);
  expect((await withWim('/api/received-letters?from')).json()).toMatchObject({
    letters: [{ id: received.id, senderEmail: wim.email, conversationId: received.conversationId }],
    nextCursor: null,
  });
  expect((await withWim('/api/replies?recipient')).json()).toMatchObject([
    { body: 'One more thing.', letterId: received.id, own: false, unread: false },
    { body: 'Twice at the\n\nwindow.', letterId: sent.id, own: false, unread: true },
  ]);

  for (const from of [wim.email, received.conversationId])
    expect((await get(`/api/received-letters?from=${encodeURIComponent(from)}`, stranger)).json()).toEqual({
      letters: [],
      nextCursor: null,
    });
  // Whoever has not verified an address is not told what came for it.
  const nadia = await userWithCredits(product, { verified: false });
  await testLetterMail(wim, { recipientEmail: nadia.email });

  // Who only wrote to them has an entry among those they wrote to, found by name and on the next page.
  await testLetterMail(stranger, { recipientEmail: anna.email });
  const listed = async (query: string) => (await get(`/api/correspondents?${query}`, anna)).json();
  const first = await listed('limit=1');
  expect(first).toMatchObject({
    correspondents: [{ email: stranger.email, letters: 0, received: 1, lastSentAt: null }],
  });
  expect(await listed(`limit=1&cursor=${first.nextCursor}`)).toMatchObject({
    correspondents: [{ email: wim.email, name: 'Wim', letters: 1, received: 1, unread: 1 }],
    nextCursor: null,
  });
  const search = encodeURIComponent(stranger.email.toUpperCase());
  expect((await listed(`search=${search}`)).correspondents).toHaveLength(1);
  expect((await get('/api/letter-totals', anna)).json()).toMatchObject({ letters: 1, received: 2 });
  for (const path of ['/api/correspondents', '/api/letter-totals'])
    expect((await get(path, nadia)).body, path).not.toMatch(/@|"received":[1-9]/);
});

describe('GET /api/correspondents', () => {
  test('lists by page, the latest letter first, and searches', async () => {
    const anna = await userWithCredits(product, { verified: true });
    for (const [n, name] of ['Ilse', 'Tom', 'Wim', 'Tom'].entries()) {
      await testLetterMail(anna, {
        recipientEmail: `${n % 2 ? name.toUpperCase() : name}@Example.org`,
        recipientName: `${name} 10%_${n}`,
      });
    }
    const page = async (query: string) => (await get(`/api/correspondents?${query}`, anna)).json();
    const first = await page('limit=2');
    expect(first).toMatchObject({
      correspondents: [
        { email: 'tom@example.org', name: 'Tom 10%_3', letters: 2, unread: 0, lastSentAt: null },
        { email: 'wim@example.org', letters: 1 },
      ],
    });
    expect((await get('/api/letter-totals', anna)).json()).toEqual({
      letters: 4,
      sent: 4,
      recipients: 3,
      photos: 4,
      received: 0,
    });
    expect(await page(`limit=2&cursor=${first.nextCursor}`)).toMatchObject({
      correspondents: [{ email: 'ilse@example.org' }],
      nextCursor: null,
    });
    const found = async (search: string) =>
      (await page(`search=${encodeURIComponent(search)}`)).correspondents.map(
        (entry: { email: string }) => entry.email,
      );
    expect(await found('TOM')).toEqual(['tom@example.org']);
    expect(await found('@example')).toHaveLength(3);
    expect(await found('10%_')).toHaveLength(3);
    expect(await found('%3')).toEqual([]);
    expect((await get('/api/correspondents?cursor=abc', anna)).statusCode).toBe(400);
    expect((await product.app.inject({ url: '/api/correspondents' })).statusCode).toBe(401);
  });

  test('is empty for a new account', async () => {
    const newcomer = await signedIn(product);
    expect((await get('/api/correspondents', newcomer)).json()).toEqual({
      correspondents: [],
      nextCursor: null,
    });
    expect((await get('/api/letter-totals', newcomer)).json()).toEqual({
      letters: 0,
      sent: 0,
      recipients: 0,
      photos: 0,
      received: 0,
    });
    expect((await get('/api/unread', newcomer)).json()).toEqual({ total: 0, recipients: [] });
  });

  test('has the status of the latest letter to each address', async () => {
    const anna = await userWithCredits(product, { verified: true });
    const first = await testLetterMail(anna, { recipientEmail: 'ilse@example.org' });
    await testLetterMail(anna, { recipientEmail: 'ilse@example.org' });
    const { id } = await testLetterMail(anna, { recipientEmail: 'tom@example.org' });
    const set = (letterId: number, status: string) =>
      product.services.db.update(letters).set({ status }).where(eq(letters.id, letterId));
    await set(first.id, 'bounced');
    await set(id, 'failed');
    expect((await get('/api/correspondents', anna)).json().correspondents).toMatchObject([
      { email: 'tom@example.org', lastLetterStatus: 'failed' },
      { email: 'ilse@example.org', lastLetterStatus: 'queued' },
    ]);
  });

  test('searches by every name an address was written to under, on every page', async () => {
    const anna = await userWithCredits(product, { verified: true });
    const write = (recipientName: string, recipientEmail: string) =>
      testLetterMail(anna, { recipientName, recipientEmail });
    await write('Robert', 'bob@example.org');
    await write('Wim', 'wim@example.org');
    await write('Bob', 'bob@example.org');
    await write('Tom', 'tom@example.org');
    const emails: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await get(`/api/correspondents?limit=1${cursor && `&cursor=${cursor}`}`, anna);
      const page: { correspondents: { email: string }[]; nextCursor: string | null } = answer.json();
      emails.push(...page.correspondents.map(({ email }) => email));
      cursor = page.nextCursor;
    }
    expect(emails).toEqual(['tom@example.org', 'bob@example.org', 'wim@example.org']);
    for (const name of ['robert', 'BOB', 'bob@example']) {
      const { correspondents } = (await get(`/api/correspondents?search=${name}`, anna)).json();
      expect(correspondents, name).toMatchObject([{ name: 'Bob', letters: 2 }]);
    }
    expect((await get('/api/correspondents?search=wimbob', anna)).json().correspondents).toEqual([]);
  });

  test('conversations, letters and replies are listed by page too', async () => {
    const recipientEmail = 'Ilse.Brandt@example.org';
    for (let n = 0; n < 3; n++) {
      const letter = await testLetterMail(maren, { recipientEmail });
      await letter.answer(`Answer ${n}.`);
    }
    const other = await testLetterMail(maren, { recipientEmail: 'tom@example.org' });
    const letters = (await get('/api/letters?recipient=ilse.brandt@EXAMPLE.org', maren)).json<
      { id: number }[]
    >();
    expect(letters).toHaveLength(3);
    expect(letters.some(({ id }) => id === other.id)).toBe(false);
    const all = (await get('/api/conversations', maren)).json<{ id: string }[]>();
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await get(`/api/conversations?limit=2${cursor && `&cursor=${cursor}`}`, maren);
      const page: { conversations: { id: string }[]; nextCursor: string | null } = answer.json();
      paged.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    const replies = await get(`/api/replies?recipient=${recipientEmail}&limit=1`, maren);
    expect(replies.json().replies).toHaveLength(1);
    const next = await get(
      `/api/replies?recipient=${recipientEmail}&limit=200&cursor=${replies.json().nextCursor}`,
      maren,
    );
    const whole = (await get(`/api/replies?recipient=${recipientEmail}`, maren)).json();
    expect([...replies.json().replies, ...next.json().replies]).toEqual(whole);
    expect((await get('/api/conversations?cursor=abc', maren)).statusCode).toBe(400);
  });
});
