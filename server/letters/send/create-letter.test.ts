import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { users } from '../../people/users/schema.ts';
import { letters } from '../schema.ts';

let product: TestProduct;
let maren: Signed & { userId: number };
let photo: string;
let draft: string;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await userWithCredits(product, { verified: true });
  photo = await storedPhoto(product, maren.uid);
  draft = randomUUID();
});

const post = (url: string, payload?: object, who = maren) =>
  product.app.inject({ method: 'POST', url, headers: who.headers, ...(payload ? { payload } : {}) });
const create = async (more: Record<string, unknown> = {}) => {
  const answer = await post('/api/letters', letterPayload([photo], { draft, ...more }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>().id;
};
const send = (id: number) => post(`/api/letters/${id}/send`);
const balance = async () => {
  const [row] = await product.services.db.select().from(users).where(eq(users.id, maren.userId));
  return row?.credits;
};
const ofDraft = async (who = maren) => {
  const answer = await product.app.inject({ url: `/api/letters?draft=${draft}`, headers: who.headers });
  return answer.json<{ id: number }[]>().map(({ id }) => id);
};

it('letters of a draft: of two that are sent at once, one leaves and is charged', async () => {
  const ids = [await create(), await create({ emailMessage: 'From the phone' }), await create()];
  expect(await ofDraft()).toEqual([]);
  const answers = await Promise.all(ids.map(send));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'LETTER_LEFT', message: 'This letter has left already.' });
  expect(await balance()).toBe(4);
  const left = ids.filter((_, index) => answers[index]?.statusCode === 200);
  expect(await ofDraft()).toEqual(left);
  // A repeated send of the one that left is answered as before.
  expect((await send(left[0] ?? 0)).statusCode).toBe(200);
  expect(await balance()).toBe(4);
});

it('letters of a draft: none is created after one has left, and another draft or none is free', async () => {
  await send(await create());
  const again = await post('/api/letters', letterPayload([photo], { draft, emailMessage: 'Changed' }));
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'LETTER_LEFT' }]);
  await send(await create({ draft: randomUUID() }));
  await send(await create({ draft: undefined }));
  await send(await create({ draft: undefined }));
  expect(await balance()).toBe(1);
});

it('letters of a draft: one that could not be paid for holds back no other', async () => {
  const { db } = product.services;
  const id = await create();
  const other = await create({ draft: randomUUID() });
  for (let spent = 0; spent < 4; spent++) await send(await create({ draft: randomUUID() }));
  await send(other);
  expect((await send(id)).statusCode).toBe(402);
  const [row] = await db.select().from(letters).where(eq(letters.id, id));
  expect(row).toMatchObject({ charges: 0, draftId: draft, status: 'created' });
  expect(await ofDraft()).toEqual([]);
});

it('letters of a draft: are the person’s own, and a malformed id is refused', async () => {
  await send(await create());
  const other = await userWithCredits(product, { verified: true });
  expect(await ofDraft(other)).toEqual([]);
  const theirs = await post(
    '/api/letters',
    letterPayload([await storedPhoto(product, other.uid)], { draft }),
    other,
  );
  expect(theirs.statusCode).toBe(200);
  expect(
    (await post(`/api/letters/${theirs.json<{ id: number }>().id}/send`, undefined, other)).statusCode,
  ).toBe(200);
  expect((await post('/api/letters', letterPayload([photo], { draft: 'x' }))).statusCode).toBe(400);
});
