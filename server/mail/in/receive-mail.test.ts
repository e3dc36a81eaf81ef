import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letterPayload, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import type { Database } from '../../core/db/database.ts';
import { conversations } from '../../letters/schema.ts';
import { replyAddress } from '../out/addresses.ts';
import { BYTES_A_DAY } from './destination.ts';
import { receiveMail, TooManyMessages } from './receive-mail.ts';
import { inboundMessages } from './schema.ts';

let product: TestProduct;
let conversationId: string;
beforeAll(async () => {
  product = await startTestProduct();
  const maren = await userWithCredits(product);
  const made = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: maren.headers,
    payload: letterPayload([await storedPhoto(product, maren.uid)]),
  });
  const letter = made.json<{ id: number; conversationId: string }>();
  conversationId = letter.conversationId;
  await product.app.inject({ method: 'POST', url: `/api/letters/${letter.id}/send`, headers: maren.headers });
});
afterAll(() => product.close());

const arriving = async () => {
  const [row] = await product.services.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return {
    raw: Readable.from([Buffer.from('From: ilse.brandt@example.org\r\nSubject: Re\r\n\r\nKept.\r\n')]),
    envelopeSender: 'ilse.brandt@example.org',
    envelopeRecipients: [replyAddress(product.services.config, row?.recipientToken ?? '')],
    remoteAddress: null,
  };
};

test('receiveMail: keeps the message when the answer to a successful commit is lost', async () => {
  const { db, storage } = product.services;
  const answerLost: Database = Object.create(db);
  answerLost.transaction = async (run) => {
    await db.transaction(run);
    throw new Error('Connection terminated unexpectedly');
  };
  await expect(receiveMail({ ...product.services, db: answerLost }, await arriving())).rejects.toThrow(
    'Connection',
  );
  const rows = await db
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversationId));
  expect(rows).toHaveLength(1);
  const { stream } = await storage.read(rows[0]?.storageKey ?? '');
  expect(await text(stream)).toContain('Kept.');
});

test('receiveMail: keeps nothing when the commit fails', async () => {
  const { db, storage } = product.services;
  const refusing: Database = Object.create(db);
  refusing.transaction = async () => {
    throw new Error('refused');
  };
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of storage.list('inbound/')) found.push(key);
    return found;
  };
  const before = await keys();
  await expect(receiveMail({ ...product.services, db: refusing }, await arriving())).rejects.toThrow(
    'refused',
  );
  expect(await keys()).toEqual(before);
});

test('receiveMail: takes a day’s bytes for one address, also of messages at once, and the next ones later', async () => {
  const { db, storage } = product.services;
  const own = eq(inboundMessages.conversationId, conversationId);
  await receiveMail(product.services, await arriving());
  await db.update(inboundMessages).set({ size: 0 }).where(own);
  const [first] = await db.select().from(inboundMessages).where(own).limit(1);
  const fills = { size: BYTES_A_DAY, receivedAt: new Date(Date.now() - 2 * 3_600_000) };
  const bytes = () =>
    db
      .update(inboundMessages)
      .set(fills)
      .where(eq(inboundMessages.id, first?.id ?? ''));
  const meanwhile = await arriving();
  const late = { ...meanwhile, raw: Readable.from(fillsFirst(bytes, meanwhile.raw)) };
  await expect(receiveMail(product.services, late)).rejects.toThrow(TooManyMessages);
  const before = await db.$count(inboundMessages, own);
  await expect(receiveMail(product.services, await arriving())).rejects.toThrow(TooManyMessages);
  let objects = 0;
  for await (const _ of storage.list('inbound/')) objects += 1;
  expect([await db.$count(inboundMessages, own), objects]).toEqual([before, before]);
  await db
    .update(inboundMessages)
    .set({ receivedAt: new Date(Date.now() - 25 * 3_600_000) })
    .where(own);
  expect(await receiveMail(product.services, await arriving())).toHaveLength(1);
});

async function* fillsFirst(fill: () => Promise<unknown>, raw: Readable) {
  await fill();
  yield* raw;
}
