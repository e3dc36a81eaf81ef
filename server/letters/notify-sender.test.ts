import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBounceReport } from '../../packages/mail-reader/classify/bounce-report.ts';
import { bounce, dsn } from '../../packages/mail-reader/test/bounce-messages.ts';
import type { Letter } from '../../shared/letters.ts';
import { said } from '../../shared/words.ts';
import { SmtpClient } from '../../test/mail/smtp-client.ts';
import { type SmtpSink, smtpReply, startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import type { OutgoingMail } from '../core/jobs/jobs.ts';
import { sendMail } from '../mail/out/send-mail.ts';
import { suppress } from '../people/recipients/suppressions.ts';
import { users } from '../people/users/schema.ts';
import { recordBounce } from './bounce/record-bounce.ts';
import { deliverLetter } from './deliver/deliver-letter.ts';
import { askWhetherArrived, notifySender } from './notify-sender.ts';
import { photoKey } from './photos/file-names.ts';
import { letters } from './schema.ts';

let sink: SmtpSink;
/** what the mail server answers to RCPT; null takes the mail */
let refusal: Error | null;
let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  sink = await startSmtpSink({ onRcptTo: (_address, _session, callback) => callback(refusal) });
  product = await startTestProduct({
    receiver: true,
    env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', REPLY_DOMAIN: 'reply.example.org' },
  });
});
afterAll(async () => {
  await product.close();
  await sink.close();
});
beforeEach(async () => {
  refusal = null;
  maren = await newLetterWriter(product);
});

const address = () => `Ilse+plum-${randomUUID().slice(0, 8)}@Example.org`;
const noticesTo = async (email: string): Promise<OutgoingMail[]> => {
  const { rows } = await product.services.db.execute<{ data: OutgoingMail }>(
    sql`select data from jobs.job where name = 'send-mail' and data->'to'->>'address' = ${email}
      and data->>'subject' like '%did not arrive' order by created_on`,
  );
  return rows.map(({ data }) => data);
};
const report = readBounceReport(
  bounce(
    dsn(
      'Final-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown',
    ),
    { text: 'This is the mail system at host mx.example.net.' },
  ),
);
async function comesBack({ id }: Pick<Letter, 'id'>): Promise<void> {
  const { envelopeToken } = await letterRow(product, id);
  await product.services.db.transaction((tx) =>
    recordBounce(tx, product.services, envelopeToken, { report, namedMessageIds: [] }),
  );
}
async function sent(more: Record<string, unknown> = {}): Promise<Letter> {
  const letter = await maren.queued({ recipientEmail: address(), ...more });
  await deliverLetter(product.services, letter.id);
  return letter;
}

describe('the sender of a bounced letter', () => {
  it('is notified by mail of the reason, the returned credit and the letter’s address', async () => {
    const letter = await sent();
    await comesBack(letter);
    const [notice, ...more] = await noticesTo(maren.person.email);
    expect(more).toEqual([]);
    if (!notice) throw new Error('no notice');
    const before = sink.messages.length;
    await sendMail(product.services, notice);
    const message = sink.messages[before];
    expect(message?.envelopeSender).toBe('letters@example.org');
    expect(message?.envelopeRecipients).toEqual([maren.person.email]);
    const mail = await simpleParser(message?.raw ?? '', { skipHtmlToText: true });
    expect(mail.subject).toBe('Your letter to Ilse Brandt did not arrive');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    const page = `http://localhost:3000/my-letters?to=${letter.conversationId}`;
    for (const text of [mail.text, String(mail.html)]) {
      expect(text).toContain(`There is no mailbox at ${letter.recipientEmail}.`);
      expect(text).toContain('Its credit is back on your account.');
      expect(text).toContain(page);
      expect(text).toContain('to the same address or to a corrected one');
    }
    expect(mail.html).toContain(`href="${page}"`);
  });

  it('is notified once however often the report comes, and again for each new sending', async () => {
    const letter = await sent();
    await Promise.all([1, 2, 3].map(() => comesBack(letter)));
    await comesBack(letter);
    expect(await noticesTo(maren.person.email)).toHaveLength(1);
    await maren.call('POST', `/api/letters/${letter.id}/retry`, { recipientEmail: address() });
    await deliverLetter(product.services, letter.id);
    await comesBack(letter);
    expect(await noticesTo(maren.person.email)).toHaveLength(2);
    expect(await maren.balance()).toBe(5);
  });

  it('reads of the first twenty of many letters, and how many more there are', async () => {
    const letter = await letterRow(product, (await maren.queued({ recipientEmail: address() })).id);
    const many = Array.from({ length: 25 }, () => letter);
    await product.services.db.transaction(async (tx) => {
      const reason = said('The mail server could not be reached.');
      await notifySender(
        tx,
        product.services,
        many.map((each) => ({ letter: each, reason })),
      );
      await askWhetherArrived(tx, product.services, many);
    });
    const { rows } = await product.services.db.execute<{ text: string }>(
      sql`select data->>'text' as text from jobs.job where name = 'send-mail' and data->>'subject' ~ '^(Letters that|Did your letters)'
        and data->'to'->>'address' = ${maren.person.email}`,
    );
    expect(rows).toHaveLength(2);
    for (const { text } of rows) {
      expect(text.match(/Ilse Brandt/g)).toHaveLength(20);
      expect(text).toContain('and 5 more');
    }
  });

  it('is not notified of what was not committed', async () => {
    const letter = await sent();
    const { envelopeToken } = await letterRow(product, letter.id);
    const broken = product.services.db.transaction(async (tx) => {
      await recordBounce(tx, product.services, envelopeToken, { report, namedMessageIds: [] });
      throw new Error('the connection broke');
    });
    await expect(broken).rejects.toThrow('the connection broke');
    expect((await letterRow(product, letter.id)).status).toBe('sent');
    expect(await noticesTo(maren.person.email)).toEqual([]);
  });

  it('the notice cannot loop: its bounce goes to no address of ours', async () => {
    const client = await SmtpClient.open(product.receiverPort);
    expect(await client.begin('', ['letters@example.org'])).toEqual([expect.stringMatching(/^550/)]);
    client.drop();
  });

  it('gets no mail when she has not verified an address', async () => {
    const letter = await sent();
    const { db } = product.services;
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, maren.person.userId));
    await comesBack(letter);
    expect((await letterRow(product, letter.id)).status).toBe('bounced');
    expect(await maren.balance()).toBe(5);
    expect(await noticesTo(maren.person.email)).toEqual([]);
  });

  it('is told although mail of somebody else to her came back', async () => {
    const letter = await sent();
    const other = await newLetterWriter(product);
    await suppress(product.services.db, other.person.userId, maren.person.email, { text: 'It is full.' });
    await comesBack(letter);
    expect(await noticesTo(maren.person.email)).toHaveLength(1);
  });

  it('gets no mail at the very address that the letter did not reach', async () => {
    await comesBack(await sent({ recipientEmail: maren.person.email.toUpperCase() }));
    expect(await noticesTo(maren.person.email)).toEqual([]);
  });
});

describe('the sender of a letter that failed', () => {
  it('is notified once why the mail server refused it', async () => {
    refusal = smtpReply(550, '5.2.2 over quota');
    const letter = await sent({ recipientName: 'Ilse Brandt <b>' });
    await deliverLetter(product.services, letter.id);
    const notices = await noticesTo(maren.person.email);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.subject).toBe('Your letter to Ilse Brandt <b> did not arrive');
    expect(notices[0]?.text).toContain(`The mailbox of ${letter.recipientEmail} is full.`);
    expect(notices[0]?.html).not.toContain('<b>');
  });

  it('is notified after three days of attempts, and not before', async () => {
    refusal = smtpReply(451, '4.7.1 later');
    const letter = await sent();
    expect(await noticesTo(maren.person.email)).toEqual([]);
    await product.services.db
      .update(letters)
      .set({ queuedAt: sql`now() - interval '71 hours 59 minutes 55 seconds'`, nextAttemptAt: sql`now()` })
      .where(eq(letters.id, letter.id));
    await deliverLetter(product.services, letter.id);
    const [notice] = await noticesTo(maren.person.email);
    expect(notice?.text).toContain(`Your letter to Ilse Brandt (${letter.recipientEmail}) of `);
    expect(notice?.text).toContain('We tried again and again for three days.');
    expect((await letterRow(product, letter.id)).statusReason).toContain('for three days');
  });

  it('is not advised to send it again when a photo is missing', async () => {
    const letter = await maren.queued({ recipientEmail: address() });
    const [photo] = letter.photoUrls;
    await product.services.storage.delete(
      photoKey(photo?.slice('/uploads/'.length, -'.jpg'.length) ?? '', 'mail'),
    );
    await deliverLetter(product.services, letter.id);
    const [notice] = await noticesTo(maren.person.email);
    expect(notice?.text).toContain('can no longer be read. Please upload it again');
    expect(notice?.text).not.toContain('once more');
  });

  it('gets no mail when the recipient wants no letters', async () => {
    const letter = await maren.queued({ recipientEmail: address() });
    await product.app.inject({ method: 'POST', url: `${await mailedPath(product, letter.id)}/stop` });
    await deliverLetter(product.services, letter.id);
    expect(await letterRow(product, letter.id)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining('asked not to get letters'),
    });
    expect(await maren.balance()).toBe(5);
    expect(await noticesTo(maren.person.email)).toEqual([]);
  });
});
