import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRAFT_KEPT_DAYS } from '../../../shared/limits.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { type LetterWriter, letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { photoKey } from '../photos/file-names.ts';
import { photos } from '../photos/schema.ts';
import { sweepPhotos } from '../photos/sweep-photos.ts';
import { conversations, letters } from '../schema.ts';
import { sweepUnsentLetters } from './sweep-unsent.ts';

let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await newLetterWriter(product);
});
afterAll(() => product.close());

const age = (id: number, days: number) =>
  product.services.db
    .update(letters)
    .set({ createdAt: sql`now() - make_interval(days => ${days}::int)` })
    .where(eq(letters.id, id));

it('letters: those never sent are swept after 90 days with their photos, however many there are', async () => {
  const { db, storage } = product.services;
  const photo = await storedPhoto(product, maren.person.uid);
  const created = async () =>
    (await maren.call('POST', '/api/letters', letterPayload([photo]))).json<{ id: number }>().id;
  const [old, young] = [await created(), await created()];
  const sent = await maren.queued();
  await age(old, DRAFT_KEPT_DAYS + 1);
  await age(young, DRAFT_KEPT_DAYS - 1);
  await age(sent.id, DRAFT_KEPT_DAYS + 1);
  const { conversationId } = await letterRow(product, old);
  await db.execute(sql`
    insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
      email_message, template, message_id, envelope_token, created_at)
    select user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
      email_message, template, message_id || n, envelope_token || n, created_at
    from letters, generate_series(1, 1100) n where id = ${old}`);

  await sweepUnsentLetters(product.services);
  const left = await db.select({ id: letters.id }).from(letters);
  expect(left.map(({ id }) => id).sort()).toEqual([young, sent.id].sort());
  expect(await db.$count(conversations, eq(conversations.id, conversationId))).toBe(0);
  expect((await maren.call('POST', `/api/letters/${old}/send`)).statusCode).toBe(404);

  await db.update(photos).set({ createdAt: new Date(0) });
  const isStored = async () => {
    const id = filenameOfUpload(photo)?.slice(0, 36) ?? '';
    for await (const { key } of storage.list('photos/')) if (key === photoKey(id, 'display')) return true;
    return false;
  };
  await sweepPhotos(product.services);
  expect(await isStored(), 'in the younger letter').toBe(true);
  await age(young, DRAFT_KEPT_DAYS + 1);
  await sweepUnsentLetters(product.services);
  await sweepPhotos(product.services);
  expect(await isStored()).toBe(false);
});

it('photos: one sweep removes all that are unused', async () => {
  const { db } = product.services;
  const owner = maren.person.uid;
  const row = {
    owner,
    originalName: 'swept',
    width: 1,
    height: 1,
    contentHash: '',
    createdAt: new Date(0),
  };
  const bytes = { displayBytes: 1, mailBytes: 1, thumbnailBytes: 1 };
  await db
    .insert(photos)
    .values(Array.from({ length: 1100 }, () => ({ id: randomUUID(), ...row, ...bytes })));
  await sweepPhotos(product.services);
  expect(await db.$count(photos, like(photos.originalName, 'swept'))).toBe(0);
});
