import { Writable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../test/stand-ins/scripted-smtp.ts';
import { startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { type LetterWriter, letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { openSmtpTransport } from '../../mail/out/smtp-transport.ts';
import { letters } from '../schema.ts';
import { deliverLetter } from './deliver-letter.ts';

/** Every way in which a mail server may fail: what the person reads, what the log says, and where the credit is. */

/** For servers that say nothing; with all others a busy machine may take its time. */
const SHORT_TIMEOUTS = { reply: 250, piece: 500, taken: 500 };
const WAITS = 'It waits safely, and we try again by ourselves.';

let product: TestProduct;
let writer: LetterWriter;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  product = await startTestProduct({
    env: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'letters@example.org',
      REPLY_DOMAIN: 'reply.example.org',
    },
  });
});
afterAll(() => product.close());
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

interface Attempted {
  id: number;
  log: string[];
  /** tries again as the queue would when the letter's time has come */
  again(url: string): Promise<void>;
}

async function attempt(
  url: string,
  { times = {}, ...changes }: { times?: Partial<typeof SHORT_TIMEOUTS>; recipientEmail?: string } = {},
): Promise<Attempted> {
  writer = await newLetterWriter(product);
  const { id } = await writer.queued(changes);
  await product.services.db.execute(sql`delete from fleet_state where name = 'mail server'`);
  const log: string[] = [];
  const again = async (to: string, within: Partial<typeof SHORT_TIMEOUTS> = {}) => {
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        log.push(String(chunk));
        done();
      },
    });
    const logger = pino({ level: 'warn' }, sink);
    const mail = openSmtpTransport({ ...product.services.config, SMTP_URL: to }, to, logger, within);
    await product.services.db.execute(
      sql`update fleet_state set at = now() - interval '1 second' where name = 'mail server'`,
    );
    await product.services.db
      .update(letters)
      .set({ nextAttemptAt: sql`now() - interval '1 second'` })
      .where(eq(letters.id, id));
    await deliverLetter({ ...product.services, mail, log: logger }, id);
    await mail.close();
  };
  await again(url, times);
  return { id, log, again };
}

async function scripted(deeds: Parameters<typeof startScriptedSmtp>[0]): Promise<ScriptedSmtp> {
  const server = await startScriptedSmtp(deeds);
  open.push(server);
  return server;
}

const TOO_SLOW = 'The mail server took too long to answer.';
const AWAY = 'The mail server could not be reached.';
const LATER = 'The mail server asked us to come back later.';
const UNSAFE = 'No safe connection to the mail server could be made.';
const STARTTLS = '250-here\r\n250 STARTTLS';
/** The client waits for the rest of what is no handshake. */
const NO_TLS = '220 go on\r\nnot TLS';

describe('a temporary failure of the mail server', () => {
  it.each<[string, Parameters<typeof startScriptedSmtp>[0], string, RegExp]>([
    ['says nothing at all', { connect: 'hang' }, TOO_SLOW, /ETIMEDOUT/],
    ['hangs up at once', { connect: 'drop' }, AWAY, /ECONNECTION|ESOCKET|closed/],
    ['is too busy to greet', { connect: '421 4.3.2 too busy' }, LATER, /421 4\.3\.2/],
    ['is no mail server', { connect: 'HTTP/1.1 400 Bad Request' }, AWAY, /EPROTOCOL|Invalid greeting|HTTP/],
    ['hangs after EHLO', { EHLO: 'hang' }, TOO_SLOW, /ETIMEDOUT/],
    ['greylists', { RCPT: '450 4.2.0 greylisted' }, LATER, /450 4\.2\.0/],
    ['hangs at RCPT', { RCPT: 'hang' }, TOO_SLOW, /ETIMEDOUT/],
    [
      'drops the line in the middle of the message',
      { DATA: 'drop while reading' },
      AWAY,
      /closed|ECONN|ESOCKET/,
    ],
    ['never says that it has the message', { end: 'hang' }, TOO_SLOW, /ETIMEDOUT/],
    ['drops the line before it says that it has it', { end: 'drop' }, AWAY, /closed|ECONN|ESOCKET/],
    ['has no room for the message now', { end: '452 4.3.1 no space left' }, '', /452 4\.3\.1/],
    ['breaks off TLS', { EHLO: STARTTLS, STARTTLS: 'drop' }, AWAY, /closed|ECONN|ESOCKET|ETLS/],
    ['speaks no TLS after it offered it', { EHLO: STARTTLS, STARTTLS: NO_TLS }, '', /./],
  ])('one that %s', async (_, deeds, reason, response) => {
    const server = await scripted(deeds);
    const waits = ['hang', NO_TLS].some((deed) => Object.values(deeds).includes(deed));
    const times = waits ? SHORT_TIMEOUTS : {};
    const { id, log, again } = await attempt(server.url, { times });
    const row = await letterRow(product, id);
    expect(row.status).toBe('queued');
    expect(row.statusReason).toMatch(new RegExp(`^${reason.replaceAll('.', '\\.')}.*${WAITS}$`));
    expect(log.join('\n')).toMatch(response);
    expect(log.join('\n')).toContain(`"letterId":${id}`);
    expect(await writer.balance()).toBe(4);
    expect(server.taken).toBe(0);

    const well = await startSmtpSink();
    open.push(well);
    await again(well.url);
    expect(await letterRow(product, id)).toMatchObject({ status: 'sent', statusReason: null });
    expect(well.messages).toHaveLength(1);
    expect(await writer.balance()).toBe(4);
  });

  it('one that refuses its own STARTTLS gets the mail without TLS', async () => {
    const server = await scripted({ EHLO: STARTTLS, STARTTLS: '454 4.7.0 not just now' });
    const { id } = await attempt(server.url);
    expect((await letterRow(product, id)).status).toBe('sent');
    expect(server.taken).toBe(1);
  });

  it('one with an unverifiable certificate at smtps://', async () => {
    const server = await startSmtpSink({ secure: true, disabledCommands: [] });
    open.push(server);
    const { id, log } = await attempt(server.url.replace('smtp:', 'smtps:'));
    expect((await letterRow(product, id)).statusReason).toBe(`${UNSAFE} ${WAITS}`);
    expect(log.join('\n')).toContain('check its certificate');
    expect(log.join('\n')).toContain('"level":50');
  });

  it('one that refuses our password: the reason is for the person, the log for the operator', async () => {
    const server = await scripted({ EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 wrong password' });
    const { id, log } = await attempt(server.url.replace('//', '//maren:secret@'));
    expect((await letterRow(product, id)).statusReason).toBe(
      `Our mail server did not let us in. We have been told and are looking into it. ${WAITS}`,
    );
    expect(log.join('\n')).toContain('did not take the user and password in SMTP_URL');
    expect(log.join('\n')).not.toContain('secret');
    expect(await writer.balance()).toBe(4);
  });

  it('one that is away for an hour: it is probed every two minutes at least, and the letter is sent once', async () => {
    const { id, again } = await attempt('smtp://127.0.0.1:1');
    const { db } = product.services;
    let waited = 0;
    let tries = 1;
    for (; waited < 3_600; tries++) {
      expect(await letterRow(product, id)).toMatchObject({ status: 'queued', attempts: tries });
      const { rows } = await db.execute<{ pause: number }>(sql`
        select ceil(extract(epoch from at - now()))::int as pause from fleet_state where name = 'mail server'`);
      const pause = rows[0]?.pause ?? 0;
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(Math.min(5 * 2 ** (tries - 1), 120));
      waited += pause;
      await again('smtp://127.0.0.1:1');
    }
    expect(tries).toBeLessThan(40);
    const well = await startSmtpSink();
    open.push(well);
    await again(well.url);
    expect(await letterRow(product, id)).toMatchObject({ status: 'sent', attempts: tries + 1 });
    expect(well.messages).toHaveLength(1);
    expect(await writer.balance()).toBe(4);
  });
});

describe('a permanent refusal by the mail server', () => {
  it.each<[string, Parameters<typeof startScriptedSmtp>[0], string]>([
    ['the address', { RCPT: '550 5.1.1 no such user' }, 'There is no mailbox at ilse.brandt@example.org.'],
    ['a full mailbox', { RCPT: '552 5.2.2 full' }, 'The mailbox of ilse.brandt@example.org is full.'],
    [
      'a message that is too large',
      { end: '552 5.3.4 too big' },
      'The mail is larger than the mailbox of ilse.brandt@example.org takes.',
    ],
    [
      'a message that is too large, in the words of an old one',
      { end: '552 message exceeds fixed maximum message size' },
      'The mail is larger than the mailbox of ilse.brandt@example.org takes.',
    ],
    [
      'what we write',
      { end: '554 5.7.1 looks like spam' },
      'The mail server of ilse.brandt@example.org refused the mail.',
    ],
    ['our address', { MAIL: '553 5.7.1 not yours' }, 'The mail server does not take mail from our address.'],
  ])('of %s: the letter shows the reason and the credit is returned', async (_, deeds, reason) => {
    const server = await scripted(deeds);
    const { id, log } = await attempt(server.url);
    expect(await letterRow(product, id)).toMatchObject({ status: 'failed', statusReason: reason });
    expect(log.join('\n')).toMatch(/"permanent":true/);
    expect(log.join('\n')).toMatch(/55[0-4] /);
    expect(await writer.balance()).toBe(5);
    expect(server.taken).toBe(0);
  });
});

describe('an address that is not ASCII', () => {
  const recipientEmail = 'jörg@bücher.example';

  it('before the @ fails with that reason on a server without SMTPUTF8', async () => {
    const server = await scripted({});
    const { id } = await attempt(server.url, { recipientEmail });
    expect(await letterRow(product, id)).toMatchObject({
      status: 'failed',
      statusReason: `Our mail server can't send to ${recipientEmail}: before the @ it takes plain letters only, a to z.`,
    });
    expect(await writer.balance()).toBe(5);
    expect(server.taken).toBe(0);
  });

  it.each([
    ['', '250-here\r\n250-8BITMIME\r\n250 SMTPUTF8'],
    [' that refuses the STARTTLS it offers', '250-here\r\n250-STARTTLS\r\n250 SMTPUTF8'],
  ])('before the @ is sent to on a server with SMTPUTF8%s', async (_, EHLO) => {
    const server = await scripted({ EHLO, STARTTLS: '454 4.7.0 no TLS today' });
    const { id } = await attempt(server.url, { recipientEmail });
    expect((await letterRow(product, id)).status).toBe('sent');
    expect(server.taken).toBe(1);
  });

  it('before the @ stays queued while the server cannot be reached', async () => {
    const server = await scripted({ connect: 'drop' });
    const { id } = await attempt(server.url, { recipientEmail });
    expect(await letterRow(product, id)).toMatchObject({
      status: 'queued',
      statusReason: `${AWAY} ${WAITS}`,
    });
  });

  it('only after the @ is sent to on any server', async () => {
    const server = await scripted({});
    const { id } = await attempt(server.url, { recipientEmail: 'joerg@bücher.example' });
    expect((await letterRow(product, id)).status).toBe('sent');
  });
});
