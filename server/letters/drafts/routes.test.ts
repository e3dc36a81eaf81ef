import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRAFT_MAX_BYTES, type Draft, type DraftRevision } from '../../../shared/drafts.ts';
import { DRAFT_KEPT_DAYS } from '../../../shared/limits.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { photos } from '../photos/schema.ts';
import { sweepPhotos } from '../photos/sweep-photos.ts';
import { sweepDrafts } from './data.ts';
import { draftPhotos, drafts } from './schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

function content(photoUrls: string[] = [], more: Record<string, unknown> = {}) {
  return {
    letter: randomUUID(),
    step: 'template',
    photos: photoUrls.map((url, index) => ({
      id: `photo-${index}`,
      filename: url.replace('/uploads/', ''),
      originalName: 'page.jpg',
      url,
      width: 1,
      height: 1,
      alt: `Page ${index + 1}: the plum tree`,
    })),
    recipient: { name: 'Ilse Brandt', email: 'ilse@', greetingName: 'Oma', language: null, recentId: null },
    template: 'notebook',
    message: 'Dear {{recipientName}},\n\nhalf a sent',
    heading: 'For your birthday',
    envelope: true,
    arrival: null,
    intent: null,
    ...more,
  };
}
const put = (who: Signed, base: DraftRevision | null, said: object) =>
  product.app.inject({
    method: 'PUT',
    url: '/api/draft',
    headers: who.headers,
    payload: { base, content: said },
  });
const get = async (who: Signed) =>
  (await product.app.inject({ url: '/api/draft', headers: who.headers })).json<{ draft: Draft | null }>()
    .draft;
const discard = (who: Signed, { letter, version }: DraftRevision) =>
  product.app.inject({
    method: 'DELETE',
    url: `/api/draft?letter=${letter}&version=${version}`,
    headers: who.headers,
  });
const age = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

it('draft: stores the content with the order and descriptions of its photos, over many saves', async () => {
  const maren = await signedIn(product);
  expect(await get(maren)).toBeNull();
  const pages = [await storedPhoto(product, maren.uid), await storedPhoto(product, maren.uid)];
  const said = content(pages);
  const first = await put(maren, null, said);
  expect([first.statusCode, first.json()]).toEqual([200, { letter: said.letter, version: 1 }]);
  const turned = { ...content(pages.toReversed()), letter: said.letter };
  expect((await put(maren, first.json(), turned)).json()).toEqual({ letter: said.letter, version: 2 });
  expect(await get(maren)).toMatchObject({ version: 2, content: turned });
});

it('draft: a save based on an old version gets 409 with the current draft and writes nothing', async () => {
  const maren = await signedIn(product);
  const said = content();
  const first = (await put(maren, null, said)).json<DraftRevision>();
  const newer = { ...said, message: 'From the phone' };
  await put(maren, first, newer);
  const late = await put(maren, first, { ...said, message: 'From the laptop' });
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      code: 'DRAFT_CHANGED',
      message: 'Your letter was changed on another device meanwhile.',
      draft: expect.objectContaining({ version: 2, content: { ...newer, others: [], stamp: false } }),
    },
  ]);
  const other = await put(maren, null, content([], { message: 'Begun in another tab' }));
  expect(other.statusCode).toBe(409);
  expect(await get(maren)).toMatchObject({ version: 2, content: newer });
  // A client that names the newer version may replace it.
  const chosen = content([], { message: 'Mine after all' });
  expect((await put(maren, { letter: said.letter, version: 2 }, chosen)).json()).toEqual({
    letter: chosen.letter,
    version: 3,
  });
});

it('draft: a repeated save gets the answer of the first', async () => {
  const maren = await signedIn(product);
  const said = content();
  const first = await put(maren, null, said);
  expect((await put(maren, null, said)).json()).toEqual(first.json());
  const next = { ...said, message: 'More' };
  const second = await put(maren, first.json(), next);
  expect((await put(maren, first.json(), next)).json()).toEqual(second.json());
  expect(await get(maren)).toMatchObject({ version: 2 });
});

it('draft: of concurrent saves exactly one is stored, completely', async () => {
  const maren = await signedIn(product);
  const pages = await Promise.all(Array.from({ length: 6 }, () => storedPhoto(product, maren.uid)));
  const answers = await Promise.all(pages.map((page) => put(maren, null, content([page]))));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const left = await get(maren);
  const held = await product.services.db.select().from(draftPhotos).where(eq(draftPhotos.uid, maren.uid));
  expect(held.map(({ photoId }) => `/uploads/${photoId}.jpg`)).toEqual(
    left?.content.photos.map(({ url }) => url),
  );
});

it('draft: discards only the version that the client names', async () => {
  const maren = await signedIn(product);
  const said = content();
  const first = (await put(maren, null, said)).json<DraftRevision>();
  const second = (await put(maren, first, { ...said, message: 'More' })).json<DraftRevision>();
  expect((await discard(maren, first)).statusCode).toBe(409);
  expect(await get(maren)).not.toBeNull();
  expect((await discard(maren, second)).statusCode).toBe(204);
  expect((await discard(maren, second)).statusCode).toBe(204);
  expect(await get(maren)).toBeNull();
  const late = await put(maren, second, said);
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'DRAFT_CHANGED', draft: null }]);
});

it('draft: nobody reads, changes or discards another user’s draft, or uses their photos', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  const page = await storedPhoto(product, maren.uid);
  const saved = (await put(maren, null, content([page]))).json<DraftRevision>();
  expect(await get(other)).toBeNull();
  expect((await put(other, saved, content())).statusCode).toBe(409);
  expect((await put(other, null, content([page]))).statusCode).toBe(404);
  expect(await get(other)).toBeNull();
  expect((await discard(other, saved)).statusCode).toBe(204);
  expect(await get(maren)).toMatchObject({ version: 1 });
});

it('draft: refuses malformed and too large content', async () => {
  const maren = await signedIn(product);
  expect((await put(maren, null, content([], { step: 'success' }))).statusCode).toBe(400);
  expect((await put(maren, null, content(['https://elsewhere.example/a.jpg']))).statusCode).toBe(400);
  expect((await put(maren, null, content([], { template: 'parchment' }))).statusCode).toBe(400);
  const book = await put(maren, null, content([], { message: 'a'.repeat(DRAFT_MAX_BYTES) }));
  expect(book.statusCode).toBe(413);
  expect(await get(maren)).toBeNull();
});

it('draft: needs sign-in', async () => {
  const nobody = { ...(await signedIn(product)), headers: { ...product.origin, cookie: '' } };
  expect((await product.app.inject({ url: '/api/draft' })).statusCode).toBe(401);
  expect((await put(nobody, null, content())).statusCode).toBe(401);
  expect((await discard(nobody, { letter: randomUUID(), version: 1 })).statusCode).toBe(401);
});

it('draft: is deleted when its letter is sent, and not when another one is', async () => {
  const maren = await userWithCredits(product);
  const [sent, other] = [await storedPhoto(product, maren.uid), await storedPhoto(product, maren.uid)];
  const made = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload: letterPayload([sent]),
  });
  const again = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload: letterPayload([other]),
  });
  await put(maren, null, content([sent]));
  const send = (id: number) =>
    product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers: maren.headers });
  await send(again.json<{ id: number }>().id);
  expect(await get(maren)).not.toBeNull();
  await send(made.json<{ id: number }>().id);
  expect(await get(maren)).toBeNull();
});

it('draft: its photos are not swept until the draft expires', async () => {
  const { db } = product.services;
  const maren = await signedIn(product);
  const [held, unused] = [await storedPhoto(product, maren.uid), await storedPhoto(product, maren.uid)];
  await db
    .update(photos)
    .set({ createdAt: age(200) })
    .where(eq(photos.owner, maren.uid));
  await put(maren, null, content([held]));
  const left = async () =>
    (await db.select({ id: photos.id }).from(photos).where(eq(photos.owner, maren.uid))).map(
      ({ id }) => `/uploads/${id}.jpg`,
    );
  await sweepDrafts(db);
  await sweepPhotos(product.services);
  expect(await left()).toEqual([held]);
  expect(unused).not.toBe(held);
  await db
    .update(drafts)
    .set({ updatedAt: age(DRAFT_KEPT_DAYS + 1) })
    .where(eq(drafts.uid, maren.uid));
  await sweepDrafts(db);
  await sweepPhotos(product.services);
  expect([await get(maren), await left()]).toEqual([null, []]);
});

it('draft: the originals of edited photos are kept as long as the draft', async () => {
  const { db } = product.services;
  const maren = await userWithCredits(product);
  const [edited, original] = [await storedPhoto(product, maren.uid), await storedPhoto(product, maren.uid)];
  const said = content([edited]);
  const image = { url: original, filename: original.replace('/uploads/', ''), width: 2, height: 3 };
  await put(maren, null, { ...said, photos: said.photos.map((photo) => ({ ...photo, original: image })) });
  expect((await get(maren))?.content.photos).toMatchObject([{ url: edited, original: image }]);
  await db
    .update(photos)
    .set({ createdAt: age(2) })
    .where(eq(photos.owner, maren.uid));
  await sweepPhotos(product.services);
  const left = await db.$count(photos, eq(photos.owner, maren.uid));
  expect(left).toBe(2);
  // The letter has the edited photo alone; its draft is gone all the same, and the original with it.
  const made = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload: letterPayload([edited]),
  });
  const id = made.json<{ id: number }>().id;
  await product.app.inject({ method: 'POST', url: `/api/letters/${id}/send`, headers: maren.headers });
  expect(await get(maren)).toBeNull();
  await sweepPhotos(product.services);
  expect(await db.$count(photos, eq(photos.owner, maren.uid))).toBe(1);
});

it('draft: an original of somebody else is not kept, and does not stop the save', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  const [own, foreign] = [await storedPhoto(product, maren.uid), await storedPhoto(product, other.uid)];
  const said = content([own]);
  const image = { url: foreign, filename: foreign.replace('/uploads/', ''), width: 2, height: 3 };
  const saved = await put(maren, null, {
    ...said,
    photos: said.photos.map((photo) => ({ ...photo, original: image })),
  });
  expect(saved.statusCode).toBe(200);
  const held = await product.services.db.select().from(draftPhotos).where(eq(draftPhotos.uid, maren.uid));
  expect(held.map(({ photoId }) => `/uploads/${photoId}.jpg`)).toEqual([own]);
});

it('draft: content of an unknown shape is replaced by a save', async () => {
  const maren = await signedIn(product);
  await product.services.db.insert(drafts).values({ uid: maren.uid, content: { of: 'an older time' } });
  expect(await get(maren)).toBeNull();
  const said = content();
  expect((await put(maren, null, said)).json()).toEqual({ letter: said.letter, version: 2 });
});
