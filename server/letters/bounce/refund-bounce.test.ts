import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dsn } from '../../../packages/mail-reader/test/bounce-messages.ts';
import type { Letter } from '../../../shared/letters.ts';
import { deliverBySmtp } from '../../../test/mail/reply-message.ts';
import { type LetterWriter, letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { processMessage } from '../../mail/in/process-message.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { envelopeAddress } from '../../mail/out/addresses.ts';
import { ledgerEntries } from '../../money/credits/schema.ts';
import { COMMANDS } from '../../operator/cli/commands.ts';
import { recordFigures } from '../../operator/metrics/figures.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { bounceRefunds, letters } from '../schema.ts';

const TO = 'ilse@example.org';
let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true, env: { METRICS_TOKEN: 'the-operators-own-token' } });
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
  // What other tests sent long ago counts as mail that the address took.
  await product.services.db.update(letters).set({ sentAt: sql`now()` });
});
afterEach(() => vi.restoreAllMocks());

async function sent(): Promise<Letter> {
  const letter = await maren.queued({ recipientEmail: TO });
  await deliverLetter(product.services, letter.id);
  return letter;
}

/** Comes by SMTP to the letter's envelope sender, and is read. @param from envelope sender of the report */
async function comesBack(id: number, message: string, from = ''): Promise<void> {
  const { db, config } = product.services;
  const { envelopeToken, messageId } = await letterRow(product, id);
  const raw = message.replace('<RETURNED>', messageId).replaceAll('\n', '\r\n');
  await deliverBySmtp(product, [envelopeAddress(config, envelopeToken)], raw, from);
  const rows = await db.select().from(inboundMessages).where(sql`${inboundMessages.readAt} is null`);
  for (const row of rows) await processMessage(product.services, row.id);
}

const head = (more = '') => `From: MAILER-DAEMON@mx.example.net\nSubject: Undelivered Mail\n${more}\n`;
const text = (body: string) => `${head()}${body}\n`;
const report = (recipient: string, body = 'It failed.') =>
  `${head('Content-Type: multipart/report; report-type=delivery-status; boundary="B/mx"\n')}${dsn(
    `Final-Recipient: rfc822; ${recipient}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
  ).replace('This is the mail system at host mx.example.net.', body)}`;
const QMAIL =
  'Hi. This is the qmail-send program at mx.example.net.\nThis is a permanent error; I have given up.\n550 No such user here';

/** What became of the letter, of its credit, and of the balance that was 4 when it had left. */
async function outcome(id: number) {
  const { status, refund } = (await maren.call('GET', `/api/letters/${id}`)).json<Letter>();
  return [status, refund, await maren.balance()];
}

describe('the credit of a bounced letter', () => {
  it.each([
    ['a report that names its recipient', report('ILSE@Example.org')],
    ['words that name its recipient', text('<ilse@example.org>: 550 5.1.1 User unknown. Undeliverable.')],
    [
      'words with its recipient in the header',
      text('Undeliverable.').replace('Subject', `X-Failed-Recipients: ${TO}\nSubject`),
    ],
    ['a report that returns it', report('ilse.elsewhere@example.net', 'Message-ID: <RETURNED>')],
    ['a known shape', text(QMAIL)],
  ])('returns once for %s from the null sender', async (_what, message) => {
    const { id } = await sent();
    await comesBack(id, message);
    await comesBack(id, message);
    expect(await outcome(id)).toEqual(['bounced', 'returned', 5]);
  });

  it.each([
    ['a report from a named sender', report(TO), 'postmaster@mx.example.net'],
    ['a report that names somebody else', report('tom@example.org'), ''],
    ['the bare words 550 5.1.1', text('550 5.1.1 User unknown'), ''],
    ['words from a postmaster', text(`<${TO}>: 550 5.1.1 User unknown`), 'postmaster@example.net'],
  ])('waits for the operator for %s', async (_what, message, from) => {
    const { id } = await sent();
    await comesBack(id, message, from);
    await comesBack(id, message, from);
    expect(await outcome(id)).toEqual(['bounced', 'waiting', 4]);
  });

  it.each([
    ['words from anybody', text('550 5.1.1 User unknown'), 'mallory@example.net'],
    ['a delay', report(TO).replace('Action: failed', 'Action: delayed'), ''],
  ])('stays spent for %s, and the letter sent', async (_what, message, from) => {
    const { id } = await sent();
    await comesBack(id, message, from);
    expect(await outcome(id)).toEqual(['sent', null, 4]);
  });

  it.each([
    [6, ['bounced', 'returned', 5]],
    [8, ['sent', null, 4]],
    [400, ['sent', null, 4]],
  ])('is decided by the days since the letter left: %i', async (days, expected) => {
    const { id } = await sent();
    await product.services.db
      .update(letters)
      .set({ sentAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(letters.id, id));
    await comesBack(id, report(TO));
    expect(await outcome(id)).toEqual(expected);
  });
});

it('the credit of a letter to an address that took one before waits for the operator', async () => {
  const recipientEmail = 'taken-before@example.org';
  const other = await newLetterWriter(product);
  const taken = await other.queued({ recipientEmail });
  await deliverLetter(product.services, taken.id);
  await product.services.db
    .update(letters)
    .set({ sentAt: sql`now() - interval '8 days'` })
    .where(eq(letters.id, taken.id));
  const { id } = await maren.queued({ recipientEmail: recipientEmail.toUpperCase() });
  await deliverLetter(product.services, id);
  await comesBack(id, report(recipientEmail));
  expect(await outcome(id)).toEqual(['bounced', 'waiting', 4]);
});

describe('beyond 5 or 5 % in 30 days', () => {
  /** As if so many letters had been sent, and so many credits had returned, some days ago. */
  async function earlier(letterCount: number, refunds: number, days: number): Promise<void> {
    const { db } = product.services;
    const { userId } = maren.person;
    const { id } = await sent();
    const createdAt = sql`now() - make_interval(days => ${days})`;
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    if (letterCount > 0)
      await db.insert(ledgerEntries).values(
        numbers(letterCount).map((n) => ({
          userId,
          delta: -1,
          kind: 'letter' as const,
          reference: `earlier ${id}:${n}`,
          createdAt,
        })),
      );
    await db.insert(bounceRefunds).values(
      numbers(refunds).map((n) => ({
        letterId: id,
        charge: 100 + n,
        userId,
        state: 'returned' as const,
        createdAt,
      })),
    );
  }

  it.each([
    ['returns the fifth', 0, 4, 1, 'returned'],
    ['lets the sixth wait', 0, 5, 1, 'waiting'],
    ['counts 30 days', 0, 5, 31, 'returned'],
    ['returns 5 % of many letters', 500, 24, 1, 'returned'],
    ['lets more than 5 % of many letters wait', 500, 25, 1, 'waiting'],
  ])('%s', async (_what, letterCount, refunds, days, expected) => {
    await earlier(letterCount, refunds, days);
    const { id } = await sent();
    await comesBack(id, report(TO));
    expect((await outcome(id)).slice(0, 2)).toEqual(['bounced', expected]);
  });
});

describe('cli: refunds', () => {
  async function run(name: string, ...args: string[]): Promise<string> {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
    const command = COMMANDS[name];
    if (!command || !('run' in command)) throw new Error(`There is no command ${name}.`);
    await command.run(product.services, args);
    return printed.join('\n');
  }
  const mailsTo = async (address: string) => {
    const { rows } = await product.services.db.execute<{ text: string }>(
      sql`select data->>'text' as text from jobs.job where name = 'send-mail' and data->'to'->>'address' = ${address}
        order by created_on`,
    );
    return rows.map((row) => row.text).join('\n');
  };

  it.each([
    ['give', 'returned', 5, 'is back on your account'],
    ['refuse', 'refused', 4, 'stays spent'],
  ] as const)('%s decides once, and tells the sender', async (verb, refund, balance, says) => {
    const { id } = await sent();
    await comesBack(id, report('tom@example.org'));
    expect(await mailsTo(maren.person.email)).toContain('Its credit is not back yet');
    expect(await run('refunds')).toMatch(new RegExp(`\\tletter ${id}\\tuser ${maren.person.userId}\\t`));
    await recordFigures(product.services.db);
    const headers = { authorization: 'Bearer the-operators-own-token' };
    expect((await product.app.inject({ url: '/metrics', headers })).body).toMatch(
      /slow_letters_refunds_waiting [1-9]/,
    );
    await run(`refunds ${verb}`, String(id));
    expect(await outcome(id)).toEqual(['bounced', refund, balance]);
    expect(await mailsTo(maren.person.email)).toContain(says);
    expect(await run('refunds')).not.toContain(`letter ${id}\t`);
    const other = verb === 'give' ? 'refuse' : 'give';
    await expect(run(`refunds ${other}`, String(id))).rejects.toThrow('waits for you');
    expect(await maren.balance()).toBe(balance);
  });

  it('gives the credit of the sending that it was about, not of a later one', async () => {
    const { id } = await sent();
    await comesBack(id, report('tom@example.org'));
    await maren.call('POST', '/api/suppressions/lift', { email: TO });
    expect((await maren.call('POST', `/api/letters/${id}/retry`)).statusCode).toBe(200);
    await deliverLetter(product.services, id);
    await run('refunds give', String(id));
    expect(await outcome(id)).toEqual(['sent', null, 4]);
    await comesBack(id, report(TO));
    expect(await outcome(id)).toEqual(['bounced', 'returned', 5]);
  });
});
