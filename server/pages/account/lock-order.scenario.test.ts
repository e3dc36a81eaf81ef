import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BounceReport } from '../../../packages/mail-reader/classify/bounce-report.ts';
import { ParserThreads } from '../../../packages/mail-reader/threads/parser-thread.ts';
import { rounds } from '../../../test/support/rounds.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { waitsForLock } from '../../../test/support/waits-for-lock.ts';
import { receiveReply } from '../../answers/receive-reply.ts';
import { recordBounce } from '../../letters/bounce/record-bounce.ts';
import { storeOnce } from '../../mail/in/process-message.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { recordGiftBounce } from '../../money/gifts/record-gift-bounce.ts';
import { occasions } from '../../people/occasions/schema.ts';
import { users } from '../../people/users/schema.ts';
import { eraseAccount } from './erase-account.ts';

/** Pairs of transactions; docs/decisions/0035 has the order in which they lock. */
const PAIRS = rounds(250, 1_000);
const CONCURRENT = 8;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  // One person a pair, each with a sent letter and a message that came for it.
  await product.services.db.execute(sql`
    with n as (select i, gen_random_uuid() as id from generate_series(1, ${PAIRS}) i),
    u as (insert into users (account_uid, email)
      select 'uid-' || i, 'maren' || i || '@example.com' from n returning id, account_uid),
    c as (insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, last_message_at)
      select n.id, u.id, 'ilse@example.org', 'recipient-' || i, 'sender-' || i, now()
      from n join u on account_uid = 'uid-' || i),
    l as (insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, sent_at)
      select u.id, n.id, 'Ilse', 'ilse@example.org', 'Maren', 'maren@example.com', '', 'vintage', 'sent', '<' || i || '>',
        'envelope-' || i, now()
      from n join u on account_uid = 'uid-' || i),
    g as (insert into gifts (id, giver_id, credits, email, recipient_name, from_name, claimable_at, mailed_at)
      select n.id, u.id, 1, 'ilse@example.org', 'Ilse', 'Maren', now(), now() from n join u on account_uid = 'uid-' || i),
    s as (insert into stop_links (token_hash, recipient_hash, sender_hashes, may_allow, gift_id)
      select translate(rtrim(encode(sha256(id::text::bytea), 'base64'), '='), '+/', '-_'), '', '{}', true, id from n)
    insert into inbound_messages (id, envelope_sender, envelope_recipient, conversation_id, side, storage_key, size)
    select n.id, '', '', n.id, 'recipient', 'inbound/2026-11/' || n.id || '.eml', 1 from n`);
});
afterAll(() => product.close());

it('an account is erased while a bounce or a reply for it is stored: neither waits for the other for ever', async () => {
  const { services } = product;
  const { db } = services;
  const { rows } = await db.execute<{ i: string; id: string }>(
    sql`select substring(envelope_token from 10) as i, conversation_id as id from letters`,
  );
  const report: BounceReport = {
    action: 'failed',
    status: '5.1.1',
    diagnostic: '',
    recipients: ['ilse@example.org'],
    fromNullSender: true,
    hasKnownShape: false,
  };
  const raw = Buffer.from('From: ilse@example.org\r\nSubject: Re: plums\r\n\r\nThank you.\r\n');
  const threads = new ParserThreads(1, { cpuMs: 10_000 });
  const { message } = await threads.parse(raw, 'ilse@example.org');
  const store = async ({ i, id }: { i: string; id: string }) => {
    if (Number(i) % 2 === 0)
      return storeOnce(db, id, async (tx) => {
        await recordBounce(tx, services, `envelope-${i}`, { report, namedMessageIds: [] });
        await recordGiftBounce(tx, services, id, { report, namedMessageIds: [] });
        return 'bounce';
      });
    const [row] = await db.select().from(inboundMessages).where(eq(inboundMessages.id, id));
    if (!row?.conversationId) return null;
    const { conversationId } = row;
    const stored = {
      row: { ...row, conversationId },
      raw,
      message: { ...message, messageId: `<reply-${i}@example.org>` },
    };
    return storeOnce(db, id, await receiveReply(services, stored));
  };
  const waiting = [...rows];
  const failures: unknown[] = [];
  const run = async () => {
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const erase = db.transaction((tx) => eraseAccount(tx, services, `uid-${pair.i}`));
      const outcomes = await Promise.allSettled([erase, store(pair)]);
      failures.push(...outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT / 2 }, run));
  expect(failures).toEqual([]);
  expect(await db.$count(inboundMessages)).toBe(0);
  expect(await db.$count(users, sql`account_uid like 'uid-%'`)).toBe(0);
});

it('an account is erased while its reminder is written: one waits for the other', async () => {
  const { services } = product;
  const { db } = services;
  await db.execute(sql`
    with s as (insert into reminder_settings (owner_uid, stop_token) values ('maren', 'stop')),
    r as (insert into recipients (owner_uid, name, email) values ('maren', 'Ilse', 'ilse@example.org') returning id)
    insert into occasions (owner_uid, recipient_id, kind, month, day) select 'maren', id, 'birthday', 12, 4 from r`);
  // As `sendReminders` does: the settings, then the row that names the day.
  const erased = await db.transaction(async (tx) => {
    await tx.execute(sql`update reminder_settings set last_mail_on = '2026-11-27' where owner_uid = 'maren'`);
    const erasing = db.transaction((other) => eraseAccount(other, services, 'maren'));
    await waitsForLock(db, 1);
    await tx.execute(
      sql`insert into reminders (occasion_id, year) select id, 2026 from occasions where owner_uid = 'maren'`,
    );
    return [erasing];
  });
  await Promise.all(erased);
  expect(await db.$count(occasions)).toBe(0);
});
