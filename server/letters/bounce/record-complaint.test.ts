import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { dkimSign } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSigners } from '../../../packages/mail-reader/classify/check-dmarc.ts';
import type { GiftOverview } from '../../../shared/gifts.ts';
import { deliverBySmtp } from '../../../test/mail/reply-message.ts';
import { boughtCredits } from '../../../test/support/bought-credits.ts';
import { bounceTokenOf } from '../../../test/support/gift-mail.ts';
import { letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { replies } from '../../answers/schema.ts';
import { processMessage } from '../../mail/in/process-message.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { envelopeAddress, feedbackAddress, replyAddress } from '../../mail/out/addresses.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { conversations, letterReports } from '../schema.ts';
import { complaintHandler } from './record-complaint.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
const resolver = async (name: string) => (name.includes('._domainkey.') ? [[key]] : []);
const recordComplaint = complaintHandler((raw) => checkSigners(raw, resolver));

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({
    receiver: true,
    env: { FEEDBACK_SOURCES: 'yahoo.example, hotmail.example' },
  });
  const { services } = product;
  services.on.complaint = (stored, feedback) => recordComplaint(services, stored, feedback);
});
afterAll(() => product.close());

interface Sent {
  id: number;
  envelope: string;
  recipientEmail: string;
}

/** A letter that left, with the address of its envelope sender. */
async function sentLetter(): Promise<Sent> {
  const maren = await newLetterWriter(product);
  const recipientEmail = `ilse-${randomUUID().slice(0, 8)}@example.org`;
  const { id } = await maren.queued({ recipientEmail });
  await deliverLetter(product.services, id);
  const { envelopeToken } = await letterRow(product, id);
  return { id, envelope: envelopeAddress(product.services.config, envelopeToken), recipientEmail };
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const BY_YAHOO = 'Yahoo <feedback@arf.mail.yahoo.example>';

/** RFC 5965, appendix B. */
const arf = (envelope: string, { from = BY_YAHOO, type = 'abuse' } = {}) =>
  lines(
    `From: ${from}`,
    'Subject: Spam report',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report;',
    ' boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Feedback/2.0',
    'Version: 1',
    `Original-Mail-From: <${envelope}>`,
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: letters@example.org',
    'Subject: A letter',
    '',
    'Dear Ilse',
    '--b--',
  );

const outlook = (envelope: string) =>
  lines(
    'From: staff@hotmail.example',
    'Subject: complaint about message from 192.0.2.1',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Return-Path: <${envelope}>`,
    'Subject: A letter',
    '',
    'Dear Ilse',
    '--b--',
  );

async function signed(raw: string, signingDomain = 'yahoo.example', maxBodyLength?: number): Promise<string> {
  const key = { signingDomain, selector: 's', privateKey };
  const signatureData = [{ ...key, ...(maxBodyLength === undefined ? {} : { maxBodyLength }) }];
  const { signatures } = await dkimSign(raw, { ...key, signatureData });
  return signatures + raw;
}

/** Comes by SMTP to the address of complaints, and is read. @returns the outcomes of the messages */
async function complains(message: string, to = feedbackAddress(product.services.config)): Promise<string[]> {
  const { db } = product.services;
  expect(await deliverBySmtp(product, [to], message, 'feedback@yahoo.example')).toMatch(/^250/);
  const rows = await db.select().from(inboundMessages).where(sql`${inboundMessages.readAt} is null`);
  for (const row of rows) await processMessage(product.services, row.id);
  const read = await Promise.all(
    rows.map(({ id }) => db.select().from(inboundMessages).where(eq(inboundMessages.id, id))),
  );
  return read.flat().map(({ outcome }) => outcome ?? 'unread');
}

const reportsOf = ({ id }: Sent) =>
  product.services.db.select().from(letterReports).where(eq(letterReports.letterId, id));

describe('a complaint of a listed mail service', () => {
  it.each([
    ['by RFC 5965', (envelope: string) => signed(arf(envelope)), 'unwanted', 'yahoo.example'],
    ['of fraud', (envelope: string) => signed(arf(envelope, { type: 'fraud' })), 'fraud', 'yahoo.example'],
    [
      'in the form of Outlook.com',
      (envelope: string) => signed(outlook(envelope), 'hotmail.example'),
      'unwanted',
      'hotmail.example',
    ],
  ])(
    '%s is recorded once, notifies the operator, and refuses the sender’s letters',
    async (_what, compose, reason, source) => {
      const maren = await newLetterWriter(product);
      const recipientEmail = `ilse-${randomUUID().slice(0, 8)}@example.org`;
      const { id } = await maren.queued({ recipientEmail });
      await deliverLetter(product.services, id);
      const envelope = envelopeAddress(product.services.config, (await letterRow(product, id)).envelopeToken);
      const message = await compose(envelope);
      expect(await complains(message)).toEqual(['complaint']);
      expect(await complains(message, envelope)).toEqual(['complaint']);
      expect(await reportsOf({ id, envelope, recipientEmail })).toMatchObject([
        { origin: 'feedback', reason, source, closedAt: null },
      ]);
      await expect(maren.queued({ recipientEmail })).rejects.toThrow('RECIPIENT_BLOCKED');
      const { rows } = await product.services.db.execute(
        sql`select 1 from jobs.job where name = 'send-mail' and data->>'subject' like ${`%letter ${id}`}`,
      );
      expect(rows).toHaveLength(1);
    },
  );

  it('at a conversation’s own address is no reply', async () => {
    const letter = await sentLetter();
    const { rows } = await product.services.db.execute<{ token: string }>(
      sql`select c.recipient_token as token from conversations c join letters l on l.conversation_id = c.id where l.id = ${letter.id}`,
    );
    const to = replyAddress(product.services.config, rows[0]?.token ?? '');
    expect(await complains(await signed(outlook(letter.envelope), 'hotmail.example'), to)).toEqual([
      'complaint',
    ]);
    expect(await reportsOf(letter)).toHaveLength(1);
  });
});

describe('a complaint does not count', () => {
  it.each([
    ['unsigned', async (envelope: string) => arf(envelope)],
    ['signed by a domain that is not listed', (envelope: string) => signed(arf(envelope), 'mallory.example')],
    [
      'from another author than the signing domain',
      (envelope: string) => signed(arf(envelope, { from: 'x@mallory.example' })),
    ],
    [
      'of two authors',
      (envelope: string) => signed(arf(envelope, { from: 'x@mallory.example, feedback@yahoo.example' })),
    ],
    [
      'altered after it was signed',
      async (envelope: string) =>
        (await signed(arf('bounces+x@example.org'))).replace('bounces+x@example.org', envelope),
    ],
    [
      'added below a signed beginning',
      async (envelope: string) => signed(arf(envelope), 'yahoo.example', 20),
    ],
    [
      'signed by a domain that ends alike',
      (envelope: string) => signed(arf(envelope, { from: 'x@notyahoo.example' }), 'notyahoo.example'),
    ],
  ])('%s', async (_what, compose) => {
    const letter = await sentLetter();
    expect(await complains(await compose(letter.envelope))).toEqual(['complaint not counted']);
    expect(await reportsOf(letter)).toEqual([]);
  });

  it.each(['not-spam', 'auth-failure'])('of the type %s', async (type) => {
    const letter = await sentLetter();
    expect(await complains(await signed(arf(letter.envelope, { type })))).toEqual(['no complaint']);
    expect(await reportsOf(letter)).toEqual([]);
  });

  it('counts of a gift and of a relayed answer', async () => {
    const { config, db } = product.services;
    const { id } = await sentLetter();
    const { conversationId, recipientEmail } = await letterRow(product, id);
    await db.insert(replies).values({
      conversationId,
      side: 'recipient',
      fromEmail: recipientEmail,
      subject: 'Re: A letter',
      body: 'Thank you.',
      fullText: 'Thank you.',
      emailProvider: 'other',
      messageId: randomUUID(),
    });
    const [conversation] = await db.select().from(conversations).where(eq(conversations.id, conversationId));
    const relayed = envelopeAddress(config, conversation?.senderToken ?? '');
    expect(await complains(await signed(arf(relayed)))).toEqual(['complaint']);
    const maren = await newLetterWriter(product);
    await boughtCredits(product, maren.person.userId, 5, 2);
    const gift = { credits: 1, recipientName: 'Ilse', recipientEmail: 'ilse.complains@example.org' };
    const given = (await maren.call('POST', '/api/gifts', gift)).json<GiftOverview>().gifts[0]?.id ?? '';
    const told = envelopeAddress(config, await bounceTokenOf(product, given));
    expect(await complains(await signed(arf(told)))).toEqual(['complaint']);
    const rows = await db.select().from(letterReports);
    expect(rows).toContainEqual(expect.objectContaining({ answersTo: id }));
    expect(rows).toContainEqual(expect.objectContaining({ giftId: given }));
  });

  it('without the token of a letter, and is not kept', async () => {
    expect(
      await complains(await signed(arf('bounces+abcdefghjkmnpqrstvwxyz0123@reply.example.org'))),
    ).toEqual([]);
  });
});
