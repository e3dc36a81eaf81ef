import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dsn } from '../../../packages/mail-reader/test/bounce-messages.ts';
import type { Letter } from '../../../shared/letters.ts';
import { deliverBySmtp } from '../../../test/mail/reply-message.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { type LetterWriter, letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { replies } from '../../answers/schema.ts';
import { processMessage } from '../../mail/in/process-message.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { envelopeAddress } from '../../mail/out/addresses.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { letters } from '../schema.ts';

let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
});

const address = () => `ilse-${randomUUID().slice(0, 8)}@example.org`;

async function sent(recipientEmail = address()): Promise<Letter> {
  const letter = await maren.queued({ recipientEmail });
  await deliverLetter(product.services, letter.id);
  return letter;
}

/** The report comes by SMTP to the letter's envelope sender, and is read. */
async function report(id: number, fields: string): Promise<void> {
  const { envelopeToken } = await letterRow(product, id);
  const to = envelopeAddress(product.services.config, envelopeToken.toUpperCase());
  const head = `From: MAILER-DAEMON@mx.example.net\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status;\n boundary="B/mx"\n\n`;
  const message = `${head}${dsn(`Final-Recipient: rfc822; x@example.org\n${fields}`)}`.replaceAll(
    '\n',
    '\r\n',
  );
  expect(await deliverBySmtp(product, [to], message, '')).toMatch(/^250/);
  const rows = await product.services.db.select().from(inboundMessages);
  for (const row of rows) await processMessage(product.services, row.id);
}
const GONE = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown';

describe('recordBounce', () => {
  it('marks the letter as bounced with the reason, and returns the credit once', async () => {
    const { id, recipientEmail } = await sent();
    expect(await maren.balance()).toBe(4);
    await report(id, GONE);
    await report(id, GONE);
    const letter = (await maren.call('GET', `/api/letters/${id}`)).json<Letter>();
    expect(letter).toMatchObject({
      status: 'bounced',
      statusReason: `There is no mailbox at ${recipientEmail}.`,
      canRetry: true,
    });
    expect(await maren.balance()).toBe(5);
  });

  it.each([
    [
      'MAILER-DAEMON@vax.example.edu',
      'Returned mail: User unknown',
      '550 ilse... User unknown',
      'no mailbox',
    ],
    [
      'no-reply@provider.example.jp',
      'Undelivered Mail',
      'As their mailbox is full, we could not deliver it.',
      'full',
    ],
  ])(
    'marks it by the words of %s, and leaves the credit to the operator',
    async (from, subject, text, why) => {
      const { id } = await sent();
      const { envelopeToken } = await letterRow(product, id);
      const to = envelopeAddress(product.services.config, envelopeToken);
      await deliverBySmtp(product, [to], `From: ${from}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`, from);
      for (const row of await product.services.db.select().from(inboundMessages))
        await processMessage(product.services, row.id);
      const letter = (await maren.call('GET', `/api/letters/${id}`)).json<Letter>();
      expect(letter).toMatchObject({ status: 'bounced', refund: 'waiting' });
      expect(letter.statusReason).toContain(why);
      expect(await maren.balance()).toBe(4);
    },
  );

  it('marks a letter whose sending was not noted yet', async () => {
    const { id } = await maren.queued({ recipientEmail: address() });
    await product.services.db
      .update(letters)
      .set({ status: 'sending', attempts: 1 })
      .where(eq(letters.id, id));
    await report(id, GONE);
    expect((await letterRow(product, id)).status).toBe('bounced');
    expect(await maren.balance()).toBe(5);
  });

  it.each([
    ['a delay', 'Action: delayed\nStatus: 4.4.1'],
    ['a relaying', 'Action: relayed\nStatus: 2.0.0'],
    ['a delivery', 'Action: delivered\nStatus: 2.0.0'],
  ])('is not %s', async (_what, fields) => {
    const { id, recipientEmail } = await sent();
    await report(id, fields);
    expect(await letterRow(product, id)).toMatchObject({ status: 'sent', statusReason: null });
    expect(await maren.balance()).toBe(4);
    await sent(recipientEmail);
  });

  it('ignores a bounce of a letter that was answered', async () => {
    const { id, conversationId } = await sent();
    await product.services.db.insert(replies).values({
      conversationId,
      side: 'recipient',
      fromEmail: 'ilse@example.org',
      subject: 'Re: A letter',
      body: 'Thank you',
      fullText: 'Thank you',
      emailProvider: 'Email',
      messageId: `<${randomUUID()}@example.org>`,
    });
    await report(id, GONE);
    expect((await letterRow(product, id)).status).toBe('sent');
    expect(await maren.balance()).toBe(4);
    // Whoever it goes on to has not answered.
    await product.services.db.update(letters).set({ status: 'failed' }).where(eq(letters.id, id));
    await maren.call('POST', `/api/letters/${id}/retry`, { recipientEmail: address() });
    await deliverLetter(product.services, id);
    await report(id, GONE);
    expect((await letterRow(product, id)).status).toBe('bounced');
  });

  it('changes no other letter', async () => {
    const [one, other] = [await sent(), await sent()];
    await report(one.id, GONE);
    expect((await letterRow(product, other.id)).status).toBe('sent');
    expect(await maren.balance()).toBe(4);
  });
});

describe('an address that bounced', () => {
  it('is refused to that sender in upper or lower case, until the sender lifts it', async () => {
    const { id, recipientEmail } = await sent();
    const waiting = await maren.call(
      'POST',
      '/api/letters',
      letterPayload([await storedPhoto(product, maren.person.uid)], { recipientEmail }),
    );
    await report(id, GONE);

    const again = letterPayload([await storedPhoto(product, maren.person.uid)], {
      recipientEmail: recipientEmail.toUpperCase(),
    });
    const refused = await maren.call('POST', '/api/letters', again);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'ADDRESS_BOUNCED',
      message: expect.stringContaining('There is no mailbox'),
      fields: { recipientEmail: expect.stringContaining('Use this address again') },
    });
    const send = await maren.call('POST', `/api/letters/${waiting.json<Letter>().id}/send`);
    expect(send.json()).toMatchObject({ code: 'ADDRESS_BOUNCED' });
    expect((await maren.call('POST', `/api/letters/${id}/retry`)).json()).toMatchObject({
      code: 'ADDRESS_BOUNCED',
    });

    expect((await maren.call('GET', '/api/suppressions')).json()).toMatchObject([
      { email: recipientEmail, reason: `There is no mailbox at ${recipientEmail}.` },
    ]);
    const other = await newLetterWriter(product);
    expect((await other.call('GET', '/api/suppressions')).json()).toEqual([]);
    const lift = ({ call }: typeof maren) =>
      call('POST', '/api/suppressions/lift', { email: recipientEmail.toUpperCase() });
    expect((await lift(other)).json()).toEqual({ lifted: false });
    await other.queued({ recipientEmail });

    expect((await lift(maren)).json()).toEqual({ lifted: true });
    expect((await maren.call('POST', '/api/letters', again)).statusCode).toBe(200);
    expect((await maren.call('POST', `/api/letters/${id}/retry`)).json()).toMatchObject({ status: 'queued' });
  });

  it('GET /api/suppressions needs sign-in', async () => {
    expect((await product.app.inject({ url: '/api/suppressions' })).statusCode).toBe(401);
    const payload = { email: 'a@b.example' };
    const url = '/api/suppressions/lift';
    const lift = { method: 'POST', url, payload, headers: product.origin } as const;
    expect((await product.app.inject(lift)).statusCode).toBe(401);
  });
});
