import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAll, relayAll } from '../../../test/mail/replies.ts';
import { answer, deliverBySmtp } from '../../../test/mail/reply-message.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { replyAddress } from '../out/addresses.ts';
import { capturedMessages } from '../out/schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());

const get = async (url: string, { headers }: Signed) => (await product.app.inject({ url, headers })).json();

/** Each kind of a program's answer by SMTP, and what the conversation then shows. */
const ANSWERS: [kind: string, subject: string, body: string, headers: string[], from: string | undefined][] =
  [
    ['away', 'Auto reply: A letter', 'I am away until 4 May 2027.', ['X-Apple-Action: VACATION'], undefined],
    [
      'challenge',
      'Re: A letter (verification)',
      'I am protecting myself from receiving junk mail.',
      [],
      undefined,
    ],
    ['receipt', 'Read: A letter', 'Your message was read on Sunday.', [], undefined],
    // Many quote the mail that they answer.
    ['other', 'Accepted', 'I have it: https://letters.example/l/<TOKEN>/stop', [], ''],
  ];

test('a program’s answer by SMTP is a note of its conversation: no reply, not unread, not mailed, no answer', async () => {
  const maren = await userWithCredits(product, { verified: true });
  const ilse = await signedIn(product, { email: `ilse-${randomUUID()}@example.org`, verified: true });
  const payload = letterPayload([await storedPhoto(product, maren.uid)], { recipientEmail: ilse.email });
  const call = (url: string, payload?: object) =>
    product.app.inject({ method: 'POST', url, headers: maren.headers, ...(payload ? { payload } : {}) });
  const { id, conversationId } = (await call('/api/letters', payload)).json();
  await call(`/api/letters/${id}/send`);
  const { db, config } = product.services;
  const [sent] = await db.update(letters).set({ status: 'sent' }).where(eq(letters.id, id)).returning();
  const [row] = await db.select().from(conversations).where(eq(conversations.id, conversationId));
  const to = replyAddress(config, row?.recipientToken ?? '');

  for (const [, subject, body, headers, from] of ANSWERS) {
    const text = body.replace('<TOKEN>', sent?.mailedToken ?? '');
    const message = answer({ from: `Ilse <${ilse.email}>`, headers, body: text });
    await deliverBySmtp(product, [to], message.replace('Re: A letter', subject), from);
  }
  await readAll(product, { id: conversationId });

  const kinds = ANSWERS.map(([kind, subject, body]) => {
    const text = body.replace('<TOKEN>', sent?.webToken ?? '');
    return { kind, subject, text, side: 'recipient' };
  });
  for (const who of [maren, ilse]) {
    const thread = await get(`/api/conversations/${conversationId}/thread`, who);
    expect(thread.replies).toEqual([]);
    expect(thread.notes).toMatchObject(kinds);
  }
  const [letter] = await get('/api/letters', maren);
  expect(letter).toMatchObject({ id, notes: [{ kind: 'away', awayUntil: '2027-05-04' }, {}, {}, {}] });
  expect(await get('/api/unread', maren)).toMatchObject({ total: 0 });
  expect(await get(`/api/replies?recipient=${ilse.email}`, maren)).toEqual([]);
  expect(await relayAll(product, { id: conversationId })).toEqual([]);
  const mails = await db.select({ to: capturedMessages.envelopeRecipients }).from(capturedMessages);
  expect(mails.filter((mail) => mail.to.includes(maren.email))).toEqual([]);

  // A person's answer after them is one.
  await deliverBySmtp(product, [to], answer({ from: `Ilse <${ilse.email}>` }));
  await readAll(product, { id: conversationId });
  expect(await relayAll(product, { id: conversationId })).toMatchObject([
    { body: 'Thank you!', relayStatus: 'sent' },
  ]);
});
