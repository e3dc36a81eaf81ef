import { sql } from 'drizzle-orm';
import pino from 'pino';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, it, vi } from 'vitest';
import { aConversation } from '../../test/mail/mailed-conversation.ts';
import { smtpReply, startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { letterRow, newLetterWriter } from '../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { addReply } from '../answers/receive-reply.ts';
import { wordsFor } from '../core/words.ts';
import { pauseSender } from '../letters/report/pause-sender.ts';
import { plainMail } from '../mail/out/send-mail.ts';
import { runChecks } from './doctor/doctor.ts';
import { oldestLetter } from './metrics/figures.ts';

const TOKEN = 'the-operators-own-token';
const SOON = { timeout: 60_000, interval: 100 };
const LATER = smtpReply(451, '4.7.1 Come back later');
const REFUSING: Record<string, SMTPServerOptions> = {
  greeting: { onConnect: (_session, callback) => callback(LATER) },
  'MAIL FROM': { onMailFrom: (_address, _session, callback) => callback(LATER) },
  'RCPT TO': { onRcptTo: (_address, _session, callback) => callback(LATER) },
};

const get = async (product: TestProduct, url: string) =>
  (await product.app.inject({ url, headers: { authorization: `Bearer ${TOKEN}` } })).body;
const waiting = async ({ services }: TestProduct) =>
  (
    await services.db.execute<{ n: number }>(sql`
      with away as (select from fleet_state where name = 'mail server')
      select (select count(*) from letters where status = 'queued'
          and (exists (select from away) or attempts > 0 and next_attempt_at > now()))
        + (select count(*) from replies where relay_status = 'queued'
          and (exists (select from away) or relay_lease_until > now()))
        + (select count(*) from jobs.job where name = 'send-mail' and state = 'retry') as n`)
  ).rows[0]?.n;
/** As if so many minutes had gone by since all of it was due. */
const age = async (
  { services: { db } }: TestProduct,
  minutes: { letters?: number; mails?: number; relays?: number },
) => {
  const { letters = 0, mails = 0, relays = 0 } = minutes;
  await db.execute(sql`update letters set queued_at = queued_at - make_interval(mins => ${letters})`);
  await db.execute(sql`update replies set created_at = created_at - make_interval(mins => ${relays})`);
  await db.execute(sql`
    update jobs.job set keep_until = keep_until - make_interval(mins => ${mails}), created_on = created_on - make_interval(mins => ${mails})
    where name = 'send-mail'`);
};

it.each(Object.entries(REFUSING))(
  'refusing mail server: at %s, letters and mails that wait for another attempt are late, and mail is degraded',
  async (_step, options) => {
    const sink = await startSmtpSink(options);
    const env = { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', METRICS_TOKEN: TOKEN };
    const product = await startTestProduct({ env, worker: true });
    const { services } = product;
    try {
      const writer = await newLetterWriter(product);
      await writer.queued();
      await writer.queued({ recipientEmail: 'jonas@example.net' });
      const mail = plainMail(services.config, wordsFor('en'), {
        to: 'zoe@example.net',
        subject: 'x',
        paragraphs: [],
        closing: '',
      });
      await services.db.transaction((tx) => services.queue.enqueue(tx, 'send-mail', mail));
      const { id: conversationId } = await aConversation(services);
      await services.db.transaction((tx) =>
        addReply(tx, services, {
          ...{
            conversationId,
            side: 'recipient',
            fromEmail: 'ilse.brandt@gmail.com',
            subject: 'Re',
            body: 'Thanks',
          },
          ...{ fullText: 'Thanks', emailProvider: 'Gmail', messageId: '<a@gmail.com>', origin: 'mail' },
        }),
      );
      await vi.waitFor(async () => expect(Number(await waiting(product))).toBe(4), SOON);
      expect(JSON.parse(await get(product, '/readyz')).degraded).toEqual(['mail']);
      expect(await get(product, '/status')).not.toContain('has been due');

      await age(product, { mails: 7 });
      expect(await get(product, '/status')).toContain(
        'A send-mail job has been due for 7 minutes: npm run admin queue.',
      );
      await age(product, { relays: 9 });
      expect(await get(product, '/status')).toContain('A letter or answer has been due for 9 minutes');
      await age(product, { letters: 11 });
      expect(await get(product, '/status')).toContain('A letter or answer has been due for 11 minutes');
      expect(await get(product, '/metrics')).toMatch(/^slow_letters_letter_oldest_seconds 6[67]\d/m);
      expect(await get(product, '/metrics')).toMatch(
        /^slow_letters_queue_oldest_seconds\{queue="send-mail"\} 4[2-4]\d/m,
      );
      const context = { config: services.config, log: pino({ level: 'silent' }), mailPort: 25, outside: {} };
      const dns = { resolveTxt: async () => [], resolveMx: async () => [] };
      expect(await runChecks({ ...context, dns })).toContainEqual({
        ...{ level: 'fix', about: 'now', text: expect.stringContaining('due for 11 minutes') },
      });
    } finally {
      await product.close();
      await sink.close();
    }
  },
);

it('oldest letter: one of a paused sender is not late, and one that was sent again is due from then', async () => {
  const product = await startTestProduct();
  const { db } = product.services;
  try {
    const writer = await newLetterWriter(product);
    const { id } = await writer.queued();
    await db.execute(sql`update letters set status = 'sending'`);
    await db.transaction((tx) => pauseSender(tx, product.services, writer.person.userId, 'operator'));
    await db.execute(
      sql`update letters set status = 'queued', queued_at = now() - interval '1 hour', next_attempt_at = now() + interval '10 minutes'`,
    );
    expect(await oldestLetter(db)).toBe(0);
    await db.execute(sql`update sender_pauses set released_at = now()`);
    expect(await oldestLetter(db)).toBeGreaterThan(3_500);
    await db.execute(sql`update letters set status = 'failed'`);
    expect((await writer.call('POST', `/api/letters/${id}/retry`, {})).statusCode).toBe(200);
    expect((await letterRow(product, id)).status).toBe('queued');
    expect(await oldestLetter(db)).toBeLessThan(60);
  } finally {
    await product.close();
  }
});
