import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relayAll, relayedMail } from '../../test/mail/replies.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { conversations, letters } from '../letters/schema.ts';
import { writeEntry } from '../money/credits/ledger.ts';
import { muteUrl } from './mute.ts';

let product: TestProduct;
let maren: Signed & { userId: number };
let ilse: Signed;
let conversationId: string;
beforeAll(async () => {
  product = await startTestProduct({ env: { TEST_ROUTES: 'true' } });
  maren = await userWithCredits(product, { verified: true });
  await product.services.db.transaction((tx) =>
    writeEntry(tx, { userId: maren.userId, delta: 20, kind: 'grant', reference: 'for these tests' }),
  );
  ilse = await signedIn(product, { email: `ilse-${randomUUID()}@example.org`, verified: true });
  ({ conversationId } = await aSentLetter(ilse.email));
});
afterAll(() => product.close());

async function aSentLetter(recipientEmail: string) {
  const payload = letterPayload([await storedPhoto(product, maren.uid)], { recipientEmail });
  const made = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload,
  });
  const { id, conversationId } = made.json<{ id: number; conversationId: string }>();
  await product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers: maren.headers });
  await product.services.db.update(letters).set({ status: 'sent' }).where(eq(letters.id, id));
  return { conversationId };
}

const get = (url: string, who: Signed) => product.app.inject({ url, headers: who.headers });
const post = (url: string, who: Signed | null, payload: object, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { ...(who?.headers ?? product.origin), ...headers },
    payload,
  });
const answer = (who: Signed | null, payload: object, headers?: Record<string, string>, id = conversationId) =>
  post(`/api/conversations/${id}/replies`, who, payload, headers);
const threadOf = async (who: Signed, id = conversationId) =>
  (await get(`/api/conversations/${id}/thread`, who)).json();

describe('POST /api/conversations/:conversationId/replies', () => {
  test('shows the reply to both sides and mails it with its photos to the other one', async () => {
    const { conversationId } = await aSentLetter(ilse.email);
    const photo = await storedPhoto(product, maren.uid);
    const written = await answer(
      maren,
      { body: '  The tree says hello. ', photoUrls: [photo] },
      {},
      conversationId,
    );
    expect(written.statusCode).toBe(200);
    expect(written.json()).toMatchObject({
      body: 'The tree says hello.',
      subject: expect.stringMatching(/^Re: A letter from Maren Oakes, [A-Z]\w+ \d+ [A-Z]\w+$/),
      isFromOriginalSender: true,
      fromEmail: maren.email,
      emailProvider: 'Slow Letters',
      origin: 'app',
      photos: [{ url: photo, width: 1, height: 1 }],
      relay: { status: 'queued', reason: null },
    });
    expect((await threadOf(ilse, conversationId)).replies).toMatchObject([
      { body: 'The tree says hello.', isFromOriginalSender: true, photos: [{ url: photo }], relay: null },
    ]);
    expect((await get(photo.replace('/uploads/', '/api/photo/'), ilse)).statusCode).toBe(200);

    const [relayed] = await relayAll(product, { id: conversationId });
    const mail = await relayedMail(product, relayed);
    expect(mail?.to).toEqual([ilse.email]);
    expect(mail?.mail.attachments).toHaveLength(1);
    expect((await threadOf(maren, conversationId)).replies[0].relay).toEqual({
      status: 'sent',
      reason: null,
    });

    await answer(ilse, { body: 'Hello, tree.' }, {}, conversationId);
    const both = await relayAll(product, { id: conversationId });
    expect((await relayedMail(product, both[1]))?.to).toEqual([maren.email]);
    expect((await threadOf(maren, conversationId)).replies).toMatchObject([
      { isFromOriginalSender: true },
      { isFromOriginalSender: false, unread: true, body: 'Hello, tree.' },
    ]);
  });

  test('stores one reply for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const before = (await threadOf(maren)).replies.length;
    const [one, two] = [
      await answer(maren, { body: 'Once.' }, key),
      await answer(maren, { body: 'Once.' }, key),
    ];
    expect(two.json()).toEqual(one.json());
    expect((await threadOf(maren)).replies.length).toBe(before + 1);
    expect((await answer(maren, { body: 'Twice.' }, key)).statusCode).toBe(409);
  });

  test('returns 404 for another person’s conversation or photo', async () => {
    const stranger = await signedIn(product, { verified: true });
    const { conversationId: unverified } = await aSentLetter(`squatter-${randomUUID()}@example.org`);
    const [row] = await product.services.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, unverified));
    const squatter = await signedIn(product, { email: row?.recipientEmail ?? '', verified: false });
    expect((await answer(null, { body: 'x' })).statusCode).toBe(401);
    expect((await answer(stranger, { body: 'x' })).statusCode).toBe(404);
    expect((await answer(squatter, { body: 'x' }, {}, unverified)).statusCode).toBe(404);
    expect((await answer(maren, { body: 'x' }, { origin: 'https://evil.example' })).statusCode).toBe(403);
    const foreign = await storedPhoto(product, stranger.uid);
    expect((await answer(maren, { body: 'x', photoUrls: [foreign] })).statusCode).toBe(404);
  });

  test.each([
    [{}],
    [{ body: '   ' }],
    [{ body: 'x', photoUrls: Array(21).fill('/uploads/a.jpg') }],
    [{ body: 'x', photoUrls: ['https://example.org/a.jpg'] }],
    [{ body: 7 }],
  ])('refuses %j', async (payload) => {
    expect((await answer(maren, payload)).statusCode).toBe(400);
  });

  test('refuses a reply longer than a letter', async () => {
    expect((await answer(maren, { body: 'x'.repeat(5_001) })).statusCode).toBe(400);
    expect((await answer(maren, { body: 'x'.repeat(5_000) })).statusCode).toBe(200);
  });

  test('returns 429 at the hourly limit', async () => {
    await product.services.db.execute(
      sql`insert into rate_counters (key, window_start, count)
        values (${`answer:${ilse.uid}`}, to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), 60)
        on conflict (key, window_start) do update set count = 60`,
    );
    expect((await answer(ilse, { body: 'And another.' })).statusCode).toBe(429);
    await product.services.db.execute(sql`delete from rate_counters`);
  });
});

describe('POST /api/conversations/:conversationId/read', () => {
  test('marks replies as read, which GET /api/unread counts until then', async () => {
    const email = `tom-${randomUUID()}@example.org`;
    const tom = await signedIn(product, { email, verified: true });
    const { conversationId } = await aSentLetter(email);
    await answer(tom, { body: 'One.' }, {}, conversationId);
    await answer(tom, { body: 'Two.' }, {}, conversationId);
    await answer(maren, { body: 'Mine.' }, {}, conversationId);
    const unread = async () =>
      (await get('/api/unread', maren))
        .json<{ recipients: { email: string; unread: number }[] }>()
        .recipients.find((entry) => entry.email === email)?.unread;
    expect(await unread()).toBe(2);
    expect((await get('/api/unread', tom)).json()).toEqual({ total: 0, recipients: [] });
    expect((await get('/api/conversations?limit=200', maren)).json().conversations).toContainEqual(
      expect.objectContaining({ id: conversationId, unread: 2, messageCount: 4 }),
    );

    const read = (who: Signed) => post(`/api/conversations/${conversationId}/read`, who, {});
    expect((await read(tom)).json()).toEqual({ marked: 0 });
    expect(await unread()).toBe(2);
    expect((await read(await signedIn(product))).statusCode).toBe(404);
    expect((await read(maren)).json()).toEqual({ marked: 2 });
    expect((await read(maren)).json()).toEqual({ marked: 0 });
    expect(await unread()).toBeUndefined();
  });
});

describe('mute', () => {
  test('POST /api/conversations/:conversationId/mute mutes one side only', async () => {
    const { conversationId } = await aSentLetter(ilse.email);
    const mute = (who: Signed, muted: boolean) =>
      post(`/api/conversations/${conversationId}/mute`, who, { muted });
    expect((await mute(maren, true)).json()).toEqual({ muted: true });
    expect((await threadOf(maren, conversationId)).muted).toBe(true);
    expect((await threadOf(ilse, conversationId)).muted).toBe(false);
    await answer(ilse, { body: 'Are you there?' }, {}, conversationId);
    expect((await relayAll(product, { id: conversationId }))[0]?.relayStatus).toBe('none');
    await mute(maren, false);
    expect((await threadOf(maren, conversationId)).muted).toBe(false);
    expect((await mute(await signedIn(product), true)).statusCode).toBe(404);
  });

  test('the link in a relayed mail mutes by POST, not by GET', async () => {
    const { conversationId } = await aSentLetter(ilse.email);
    await answer(maren, { body: 'Hello.' }, {}, conversationId);
    const mail = await relayedMail(product, (await relayAll(product, { id: conversationId }))[0]);
    const path = /http:\/\/localhost:3000(\/mute\/\S+)/.exec(mail?.mail.text ?? '')?.[1] ?? '';
    const page = await product.app.inject({ url: path });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Maren Oakes');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await threadOf(ilse, conversationId)).muted).toBe(false);
    const press = (url: string) =>
      product.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await press(path)).body).toContain('quiet');
    expect((await threadOf(ilse, conversationId)).muted).toBe(true);
    await press(`${path}/undo`);
    expect((await threadOf(ilse, conversationId)).muted).toBe(false);

    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await press(forged)).statusCode).toBe(404);
    const otherSide = path.replace('/mute/r', '/mute/s');
    expect((await press(otherSide)).statusCode).toBe(404);
    expect((await product.app.inject({ url: '/mute/nonsense' })).statusCode).toBe(404);

    await product.services.db
      .update(letters)
      .set({ senderName: '' })
      .where(eq(letters.conversationId, conversationId));
    expect((await product.app.inject({ url: path })).body).toContain('<bdi>a friend</bdi>');
  });

  test('the link of an erased conversation shows nothing, and one-click unsubscribe succeeds', async () => {
    const conversation = { conversationId: randomUUID(), side: 'recipient' } as const;
    // Of a letter that had gone on to a corrected address.
    const link = muteUrl(product.services, conversation, 1);
    const status = async (method: 'GET' | 'POST', path: string) =>
      (await product.app.inject({ method, url: `${new URL(link).pathname}${path}` })).statusCode;
    expect(await status('GET', '')).toBe(404);
    expect(await status('POST', '')).toBe(204);
    expect(await status('POST', '/undo')).toBe(404);
    expect(await status('GET', '/report')).toBe(404);
    expect(await status('POST', '/report')).toBe(404);
  });
});

describe('a closed account', () => {
  test('its conversations take no replies', async () => {
    const gone = await userWithCredits(product, { verified: true });
    const made = await product.app.inject({
      method: 'POST',
      url: '/api/letters',
      headers: gone.headers,
      payload: letterPayload([await storedPhoto(product, gone.uid)], { recipientEmail: ilse.email }),
    });
    const { id, conversationId } = made.json<{ id: number; conversationId: string }>();
    await product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers: gone.headers });
    expect((await answer(ilse, { body: 'Thank you.' }, {}, conversationId)).statusCode).toBe(200);
    const closed = await product.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=embedded',
      payload: { idToken: gone.idToken },
    });
    expect(closed.statusCode).toBe(200);
    expect((await answer(ilse, { body: 'Are you still there?' }, {}, conversationId)).statusCode).toBe(404);
    const boxes = await product.app.inject({ url: '/api/conversations', headers: ilse.headers });
    expect(boxes.body).not.toContain(conversationId);
  });
});

describe('POST /api/test/simulate-reply', () => {
  test('receives, parses and stores the reply like any mail', async () => {
    const { conversationId } = await aSentLetter(ilse.email);
    const simulate = (who: Signed, payload: object) =>
      post('/api/test/simulate-reply', who, { conversationId, ...payload });
    expect((await simulate(maren, { fromEmail: ilse.email, body: 'So lovely.' })).json()).toEqual({
      outcome: 'reply',
    });
    await simulate(maren, { fromEmail: maren.email, body: 'Thank you.' });
    expect((await threadOf(maren, conversationId)).replies).toMatchObject([
      { body: 'So lovely.', isFromOriginalSender: false, fromAnotherAddress: false, origin: 'mail' },
      { body: 'Thank you.', isFromOriginalSender: true },
    ]);
    expect((await simulate(maren, { fromEmail: ilse.email, body: '  ' })).statusCode).toBe(400);
    expect((await simulate(maren, { fromEmail: 'nobody', body: 'x' })).statusCode).toBe(400);
    expect(
      (await simulate(await signedIn(product), { fromEmail: 'a@b.example', body: 'x' })).statusCode,
    ).toBe(404);
  });
});
