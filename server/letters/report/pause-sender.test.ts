import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Letter } from '../../../shared/letters.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { type LetterWriter, letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { relayReply } from '../../answers/relay-reply.ts';
import { replies } from '../../answers/schema.ts';
import { rateCounters } from '../../core/schema.ts';
import { mailFrom } from '../../mail/out/addresses.ts';
import { COMMANDS } from '../../operator/cli/commands.ts';
import { senderPauses, users } from '../../people/users/schema.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { letterReports, letters } from '../schema.ts';
import { returnExpired } from '../wait/return-expired.ts';
import { reportLetter } from './report-letter.ts';

let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
});
afterEach(() => vi.restoreAllMocks());

const address = () => `ilse-${randomUUID().slice(0, 8)}@example.org`;
const statusOf = async (id: number) => (await letterRow(product, id)).status;

async function sent(recipientEmail = address()): Promise<Letter> {
  const letter = await maren.queued({ recipientEmail });
  await deliverLetter(product.services, letter.id);
  return letter;
}

async function reported(recipientEmail = address()): Promise<Letter> {
  const letter = await sent(recipientEmail);
  await report(letter);
  return letter;
}

async function report({ id }: Letter): Promise<void> {
  const row = await letterRow(product, id);
  await product.services.db.transaction((tx) =>
    reportLetter(tx, product.services, row, { origin: 'page', reason: 'abuse' }),
  );
}

async function run(name: string, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  const command = COMMANDS[name];
  if (!command || !('run' in command)) throw new Error(`There is no command ${name}.`);
  await command.run(product.services, args);
  return printed.join('\n');
}

describe('reports of recipients', () => {
  it('pause a sender whom two different recipients reported: letters are charged and held, and go nowhere', async () => {
    await reported();
    const waiting = await maren.queued({ recipientEmail: address() });
    await reported();
    expect(await statusOf(waiting.id)).toBe('held');
    const later = await maren.queued({ recipientEmail: address() });
    expect(later).toMatchObject({
      status: 'held',
      statusReason: expect.stringContaining('on hold'),
      webPage: null,
    });
    await deliverLetter(product.services, waiting.id);
    expect(await statusOf(waiting.id)).toBe('held');
    expect(await maren.balance()).toBe(1);
  });

  it('keep in what the sender had begun: a letter that is to be tried again, and answers; after the release both leave', async () => {
    const { db } = product.services;
    const reads = await sent();
    const retried = await maren.queued({ recipientEmail: address() });
    await db.update(letters).set({ status: 'sending' }).where(eq(letters.id, retried.id));
    await reported();
    await reported();
    await db.update(letters).set({ status: 'queued' }).where(eq(letters.id, retried.id));
    const answer = await maren.call('POST', `/api/conversations/${reads.conversationId}/replies`, {
      body: 'And another thing.',
    });
    const { id } = answer.json<{ id: number }>();
    const relayed = async () => {
      await relayReply(product.services, id);
      const [row] = await db.select().from(replies).where(eq(replies.id, id));
      return row?.relayStatus;
    };
    await deliverLetter(product.services, retried.id);
    expect([await statusOf(retried.id), await relayed()]).toEqual(['queued', 'queued']);
    await run('senders release', String(maren.person.userId));
    await db.update(letters).set({ nextAttemptAt: new Date() }).where(eq(letters.id, retried.id));
    await db.update(replies).set({ relayLeaseUntil: null }).where(eq(replies.id, id));
    await deliverLetter(product.services, retried.id);
    expect([await statusOf(retried.id), await relayed()]).toEqual(['sent', 'sent']);
  });

  it('leave letters and answers alone that go to whoever ever wrote back; the operator’s pause holds all', async () => {
    const { db } = product.services;
    const [answered, writer] = [await sent(), await newLetterWriter(product)];
    await db.insert(replies).values({
      conversationId: answered.conversationId,
      side: 'recipient',
      fromEmail: answered.recipientEmail,
      subject: 'Re: A letter',
      body: 'Thank you.',
      fullText: 'Thank you.',
      emailProvider: 'other',
      messageId: randomUUID(),
    });
    const back = await writer.queued({ recipientEmail: maren.person.email });
    await deliverLetter(product.services, back.id);
    await reported();
    await reported();
    const to = async (recipientEmail: string) => (await maren.queued({ recipientEmail })).status;
    await db.execute(sql`update users set credits = credits + 10 where id = ${maren.person.userId}`);
    expect(await to(answered.recipientEmail.toUpperCase())).toBe('queued');
    expect(await to(writer.person.email)).toBe('queued');
    expect(await to(address())).toBe('held');
    const batch = await maren.call('POST', '/api/letter-batches', {
      ...letterPayload([await storedPhoto(product, maren.person.uid)]),
      recipients: [answered.recipientEmail, address()].map((email) => ({ name: 'Ilse', email })),
    });
    expect(batch.json<{ letters: Letter[] }>().letters.map(({ status }) => status)).toEqual([
      'queued',
      'held',
    ]);
    const sentAgain = async (corrected: { recipientEmail?: string }) => {
      await db.update(letters).set({ status: 'failed' }).where(eq(letters.id, answered.id));
      return (await maren.call('POST', `/api/letters/${answered.id}/retry`, corrected)).json<Letter>().status;
    };
    expect(await sentAgain({})).toBe('queued');
    // Whoever it goes on to has not answered, also while it waits.
    const next = address();
    expect([await sentAgain({ recipientEmail: next }), await to(next)]).toEqual(['held', 'held']);
    await run('senders pause', maren.person.email);
    expect(await to(writer.person.email)).toBe('held');
    await run('senders release', maren.person.email);
    expect(await to(address())).toBe('queued');
  });

  it('held letters use up nothing that their address has for others, and have not left', async () => {
    const { db, addressHash } = product.services;
    await run('senders pause', maren.person.email);
    const recipientEmail = address();
    const held = await maren.queued({ recipientEmail });
    expect(held.status).toBe('held');
    expect((await letterRow(product, held.id)).queuedAt).toBeNull();
    const counts = () =>
      db.$count(rateCounters, sql`position(${addressHash(recipientEmail)} in ${rateCounters.key}) > 0`);
    expect(await counts()).toBe(0);
    await run('senders release', maren.person.email);
    expect(await statusOf(held.id)).toBe('queued');
    expect(await counts()).toBeGreaterThan(0);
  });

  it.each([
    ['two reports of many letters', 2, 101, 'queued'],
    ['two reports of few letters', 2, 97, 'held'],
    ['two reports of one text to twenty people', 2, 101, 'held'],
    ['five reports of many letters', 5, 300, 'held'],
    ['two reports by accounts a day old', 2, 0, 'queued'],
  ])('%s', async (what, reports, more, status) => {
    const { db } = product.services;
    const { userId } = maren.person;
    const written = [];
    for (let n = 0; n < reports; n += 1) written.push(await sent());
    const alike = what.includes('one text') ? 20 : 0;
    await db.execute(sql`
      with made as (
        insert into conversations (id, user_id, recipient_email, recipient_token, sender_token)
        select gen_random_uuid(), ${userId}::bigint, n || '@example.net', gen_random_uuid(), gen_random_uuid()
        from generate_series(1, ${more}::int) n
        returning id, recipient_email, split_part(recipient_email, '@', 1)::int as n)
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, sent_at)
      select ${userId}::bigint, id, 'Ilse', recipient_email, 'Maren', 'maren@example.org',
        case when n <= ${alike}::int then 'The same' else 'No. ' || n end,
        'vintage', 'sent', gen_random_uuid(), gen_random_uuid(), now() from made`);
    if (what.includes('accounts'))
      for (const { recipientEmail: email } of written)
        await newLetterWriter(product, { email, verified: true });
    for (const letter of written) await report(letter);
    await db.execute(sql`update users set credits = credits + 10 where id = ${userId}`);
    expect((await maren.queued({ recipientEmail: address() })).status).toBe(status);
  });

  it.each([
    ['one recipient, by two spellings of their address', 'ilse@gmail.com', 'I.lse+plum@gmail.com', 0],
    ['two recipients, more than 30 days apart', 'ilse@example.org', 'tom@example.org', 31],
  ])('do not pause a sender for %s', async (_what, one, other, days) => {
    const { id } = await reported(one);
    const createdAt = new Date(Date.now() - days * 24 * 3600 * 1000);
    await product.services.db.update(letterReports).set({ createdAt }).where(eq(letterReports.letterId, id));
    const second = await sent(days ? other : `tom@example.org`).catch(() => null);
    if (days === 0 && second) {
      await product.services.db
        .update(letters)
        .set({ recipientEmail: other })
        .where(eq(letters.id, second.id));
    }
    const row = await letterRow(product, second?.id ?? 0);
    await product.services.db.transaction((tx) =>
      reportLetter(tx, product.services, row, { origin: 'feedback', reason: 'unwanted' }),
    );
    expect((await maren.queued({ recipientEmail: address() })).status).toBe('queued');
  });
});

describe('a letter that was held for 30 days', () => {
  it('goes back with its credit, once, and its sender is told; one that waits less stays', async () => {
    const { db } = product.services;
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, maren.person.userId));
    await run('senders pause', maren.person.email);
    const [old, young] = [
      await maren.queued({ recipientEmail: address() }),
      await maren.queued({ recipientEmail: address() }),
    ];
    const days = (count: number) => new Date(Date.now() - count * 24 * 3600_000);
    await db
      .update(letters)
      .set({ waitingSince: days(31) })
      .where(eq(letters.id, old.id));
    await db
      .update(letters)
      .set({ waitingSince: days(29) })
      .where(eq(letters.id, young.id));
    for (let i = 0; i < 2; i += 1) await returnExpired(product.services);
    expect([await statusOf(old.id), await statusOf(young.id)]).toEqual(['unsent', 'held']);
    expect((await letterRow(product, old.id)).statusReason).toContain('on hold for 30 days');
    expect(await maren.balance()).toBe(4);
    const mails = await new IdentityClient(product).mailsTo(maren.person.email);
    expect(mails.filter(({ text }) => text.includes('on hold for 30 days'))).toHaveLength(1);
    const again = await maren.call('POST', `/api/letters/${old.id}/retry`);
    expect(again.json().status).toBe('held');
  });

  it('counts from its first attempt, where it was being sent when the pause began', async () => {
    const { db } = product.services;
    const letter = await maren.queued({ recipientEmail: address() });
    const queuedAt = new Date(Date.now() - 31 * 24 * 3600_000);
    await db.update(letters).set({ status: 'sending', queuedAt }).where(eq(letters.id, letter.id));
    await run('senders pause', maren.person.email);
    await db.update(letters).set({ status: 'queued' }).where(eq(letters.id, letter.id));
    await deliverLetter(product.services, letter.id);
    expect(await statusOf(letter.id)).toBe('failed');
    expect(await maren.balance()).toBe(5);
  });
});

it('reports of one sender use up few of the day’s alerts to the operator', async () => {
  await product.services.db.delete(rateCounters).where(eq(rateCounters.key, 'alerts of reports'));
  const operator = mailFrom(product.services.config).address;
  const alerts = async () =>
    (await new IdentityClient(product).mailsTo(operator)).filter(({ subject }) => /^Report/.test(subject))
      .length;
  const before = await alerts();
  const four = [await sent(), await sent(), await sent(), await sent()];
  for (const letter of four) await report(letter);
  expect(await alerts()).toBe(before + 3);
  maren = await newLetterWriter(product);
  await reported();
  expect(await alerts()).toBe(before + 4);
});

describe('asking for a look', () => {
  it('reaches the operator once for each pause, and nobody else’s pause', async () => {
    // Other tests have used up the alerts of the day.
    await product.services.db.delete(rateCounters).where(eq(rateCounters.key, 'alerts of pauses'));
    const operator = mailFrom(product.services.config).address;
    const ask = () => maren.call('POST', '/api/sender-pause/ask');
    const alerts = async () =>
      (await new IdentityClient(product).mailsTo(operator)).filter(({ subject }) =>
        subject.includes(`Sender ${maren.person.userId} asks for a look`),
      ).length;
    expect((await ask()).json()).toEqual({ pause: null });
    await run('senders pause', maren.person.email);
    for (let i = 0; i < 3; i += 1) expect((await ask()).json().pause).toMatchObject({ asked: true });
    await Promise.all([ask(), ask()]);
    expect(await alerts()).toBe(1);
    expect((await maren.call('GET', '/api/sender-pause')).json().pause).toMatchObject({ asked: true });
    expect(await run('senders')).toMatch(new RegExp(`user ${maren.person.userId}\\t.*asked for a look`));
    await run('senders release', maren.person.email);
    await run('senders pause', maren.person.email);
    await ask();
    expect(await alerts()).toBe(2);
  });
});

describe('cli: senders', () => {
  it('pause, list and release: what may leave leaves, and the credit of what may not goes back', async () => {
    const { email, userId } = maren.person;
    await run('senders pause', email);
    await expect(run('senders pause', email)).rejects.toThrow('paused already');
    const fine = await maren.queued({ recipientEmail: address() });
    const refused = await maren.queued({ recipientEmail: address() });
    expect(await maren.balance()).toBe(3);
    const { recipientEmail } = await letterRow(product, refused.id);
    const { suppress } = await import('../../people/recipients/suppressions.ts');
    await suppress(product.services.db, userId, recipientEmail, { text: 'There is no mailbox.' });
    expect(await run('senders')).toContain(`user ${userId}\t${email}`);
    await run('senders release', String(userId));
    expect(await statusOf(fine.id)).toBe('queued');
    expect(await statusOf(refused.id)).toBe('unsent');
    expect(await maren.balance()).toBe(4);
    expect((await maren.queued({ recipientEmail: address() })).status).toBe('queued');
    await expect(run('senders release', email)).rejects.toThrow('not paused');
  });

  it('a released sender is paused by two new reports, not by one more', async () => {
    await reported();
    await reported();
    await run('senders release', maren.person.email);
    await reported();
    expect((await maren.queued({ recipientEmail: address() })).status).toBe('queued');
  });

  it('a pause holds for a new account with the same address', async () => {
    await run('senders pause', maren.person.email);
    const { db, addressHash } = product.services;
    const ofMaren = eq(senderPauses.userId, maren.person.userId);
    expect(await db.select().from(senderPauses).where(ofMaren)).toMatchObject([
      { senderHash: addressHash(maren.person.email) },
    ]);
    const anew = await newLetterWriter(product);
    await db
      .update(senderPauses)
      .set({ senderHash: addressHash(anew.person.email) })
      .where(ofMaren);
    expect((await anew.queued({ recipientEmail: address() })).status).toBe('held');
  });
});

describe('cli: reports', () => {
  it('list, look and close', async () => {
    const { id } = await reported();
    const [report] = await product.services.db
      .select()
      .from(letterReports)
      .where(eq(letterReports.letterId, id));
    const number = String(report?.id);
    expect(await run('reports')).toMatch(new RegExp(`${number}\\t.*\\tletter ${id}\\t`));
    const { emailMessage } = await letterRow(product, id);
    expect(await run('reports look', number)).toContain(emailMessage);
    await run('reports close', number);
    await expect(run('reports close', number)).rejects.toThrow('no open report');
    expect(await run('reports')).not.toMatch(new RegExp(`\\tletter ${id}\\t`));
    await expect(run('reports look', '999999')).rejects.toThrow('no report');
  });
});
