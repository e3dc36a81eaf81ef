import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Letter } from '../../../shared/letters.ts';
import { type SmtpSink, smtpReply, startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { alreadyCounted } from '../../../test/support/already-counted.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { ledgerEntries } from '../../money/credits/schema.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { conversations, letters } from '../schema.ts';
import { lockForReturn, returnCredit } from './charge-letter.ts';

let sink: SmtpSink;
let product: TestProduct;
let maren: LetterWriter;
/** addresses without a mailbox */
const gone = new Set<string>();

beforeAll(async () => {
  sink = await startSmtpSink({
    onRcptTo: ({ address }, _session, callback) =>
      callback(gone.has(address) ? smtpReply(550, '5.1.1 no such user') : null),
  });
  product = await startTestProduct({
    env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', REPLY_DOMAIN: 'reply.example.org' },
  });
});
afterAll(async () => {
  await product.close();
  await sink.close();
});
beforeEach(async () => {
  maren = await newLetterWriter(product);
});

async function failed(recipientEmail = `gone-${randomUUID().slice(0, 8)}@example.org`): Promise<Letter> {
  gone.add(recipientEmail);
  const letter = await maren.queued({ recipientEmail });
  await deliverLetter(product.services, letter.id);
  return (await maren.call('GET', `/api/letters/${letter.id}`)).json<Letter>();
}
const retry = (id: number, body?: object, key?: string) =>
  maren.call('POST', `/api/letters/${id}/retry`, body, key);
const entries = async () => {
  const rows = await product.services.db
    .select({ kind: ledgerEntries.kind, reference: ledgerEntries.reference, delta: ledgerEntries.delta })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, maren.person.userId))
    .orderBy(ledgerEntries.id);
  return rows.slice(1).map(({ kind, reference, delta }) => `${kind} ${reference} ${delta}`);
};

describe('POST /api/letters/:id/retry', () => {
  it('queues a failed letter to the corrected address as a new mail, and charges it again', async () => {
    const letter = await failed();
    expect(letter).toMatchObject({ status: 'failed', canRetry: true });
    const before = await letterRow(product, letter.id);
    const answer = await retry(letter.id, { recipientEmail: 'ilse.right@example.org' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'queued',
      statusReason: null,
      canRetry: false,
      recipientEmail: 'ilse.right@example.org',
    });
    await deliverLetter(product.services, letter.id);
    const after = await letterRow(product, letter.id);
    expect(after).toMatchObject({ status: 'sent', charges: 2 });
    expect(after.messageId).not.toBe(before.messageId);
    expect(after.envelopeToken).not.toBe(before.envelopeToken);
    expect(after.webToken).not.toBe(before.webToken);
    const [conversation] = await product.services.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, letter.conversationId));
    expect(conversation?.recipientEmail).toBe('ilse.right@example.org');
    const mail = sink.messages.at(-1);
    expect(mail?.envelopeRecipients).toEqual(['ilse.right@example.org']);
    expect(mail?.raw).toContain(after.messageId);
    expect(mail?.raw).toContain(`reply+${conversation?.recipientToken}@`);
    const { id } = letter;
    expect(await entries()).toEqual([`letter ${id} -1`, `letter-returned ${id} 1`, `letter ${id}:2 -1`]);
    expect(await maren.balance()).toBe(4);
  });

  it('returns each charge once when it fails several times', async () => {
    const { id } = await failed();
    for (const charge of [2, 3]) {
      expect((await retry(id)).json()).toMatchObject({ status: 'queued' });
      await deliverLetter(product.services, id);
      await deliverLetter(product.services, id);
      expect(await letterRow(product, id)).toMatchObject({ status: 'failed', charges: charge });
      expect(await maren.balance()).toBe(5);
    }
    expect((await entries()).slice(2)).toEqual([
      `letter ${id}:2 -1`,
      `letter-returned ${id}:2 1`,
      `letter ${id}:3 -1`,
      `letter-returned ${id}:3 1`,
    ]);
    expect((await maren.call('GET', '/api/ledger')).statusCode).toBe(200);
    const { rows } = await product.services.db.execute<{ answer: string }>(
      sql`select (select credits from users where id = ${maren.person.userId}) || ' ' || sum(delta) as answer from ledger_entries where user_id = ${maren.person.userId}`,
    );
    expect(rows[0]?.answer).toBe('5 5');
  });

  it('charges once, however often it is called, and keeps the tokens for the same address', async () => {
    const { id, webPage } = await failed();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => retry(id, undefined, index % 2 ? 'same' : undefined)),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(200));
    expect(answers.at(-1)?.json<Letter>().webPage).toEqual(webPage);
    expect(await maren.balance()).toBe(4);
  });

  it('answers are mailed to the corrected address, whatever the first one wanted', async () => {
    const { id, conversationId } = await failed();
    await product.app.inject({
      method: 'POST',
      url: `${await mailedPath(product, id)}/report`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'reason=unwanted',
    });
    await retry(id, { recipientEmail: `${randomUUID()}@example.org` });
    const [conversation] = await product.services.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    expect(conversation?.recipientMutedAt).toBeNull();
  });

  it('takes a letter from before charges were counted as charged once', async () => {
    const { id } = await failed();
    await product.services.db.update(letters).set({ charges: 0, webToken: null }).where(eq(letters.id, id));
    await retry(id);
    expect(await letterRow(product, id)).toMatchObject({ charges: 2, webToken: expect.any(String) });
    expect(await maren.balance()).toBe(4);
  });

  it('does not count against the limits of sends', async () => {
    // With the local mailbox, whose limit of letters a day is that of the welcome credits.
    const local = await startTestProduct();
    try {
      const someone = await newLetterWriter(local, { verified: false });
      for (let n = 0; n < 5; n++) {
        const { id } = await someone.queued();
        await local.services.db.transaction(async (tx) => {
          const letter = await lockForReturn(tx, { id, userId: someone.person.userId });
          if (letter) await returnCredit(tx, letter, 'undelivered');
          await tx.update(letters).set({ status: 'failed' }).where(eq(letters.id, id));
        });
      }
      const own = (await someone.call('GET', '/api/letters')).json<Letter[]>();
      for (const { id } of own) {
        expect((await someone.call('POST', `/api/letters/${id}/retry`)).statusCode).toBe(200);
      }
      expect([own.length, await someone.balance()]).toEqual([5, 0]);
    } finally {
      await local.close();
    }
  });

  it('letters that were taken back leave at most sixty an hour, however many were gathered', async () => {
    const inAMonth = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 16);
    const takenBack = async () => {
      const arrival = { arriveLocal: inAMonth, arriveZone: 'Europe/Berlin' };
      const { id } = await maren.queued({ recipientEmail: `${randomUUID()}@example.org` }, arrival);
      expect((await maren.call('DELETE', `/api/letters/${id}/arrival`)).statusCode).toBeLessThan(300);
      return id;
    };
    expect((await retry(await takenBack())).statusCode).toBe(200);
    await alreadyCounted(product, 'letters sent after all', 59);
    expect((await retry(await takenBack())).statusCode).toBe(429);
  });

  it('returns 409 for a letter that did not fail, 404 for another person’s, 402 without a credit', async () => {
    const { id } = await failed();
    const other = await newLetterWriter(product);
    expect((await other.call('POST', `/api/letters/${id}/retry`)).statusCode).toBe(404);
    expect((await retry(id, { recipientEmail: 'not an address' })).statusCode).toBe(400);
    expect(
      (await product.app.inject({ method: 'POST', url: `/api/letters/${id}/retry`, headers: product.origin }))
        .statusCode,
    ).toBe(401);

    const sent = await maren.queued({ recipientEmail: 'fine@example.org' });
    await deliverLetter(product.services, sent.id);
    expect((await retry(sent.id)).json()).toMatchObject({ status: 'sent' });
    expect((await retry(sent.id, { recipientEmail: 'elsewhere@example.org' })).json()).toMatchObject({
      code: 'NOT_RETRYABLE',
    });

    for (let n = 0; n < 4; n++) await maren.queued({ recipientEmail: `many${n}@example.org` });
    expect(await maren.balance()).toBe(0);
    expect((await retry(id)).statusCode).toBe(402);
    expect((await letterRow(product, id)).status).toBe('failed');
  });
});
