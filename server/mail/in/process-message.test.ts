import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ParserThreads } from '../../../packages/mail-reader/threads/parser-thread.ts';
import { aConversation, type TestConversation } from '../../../test/mail/mailed-conversation.ts';
import { answer, deliverBySmtp } from '../../../test/mail/reply-message.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { replies } from '../../answers/schema.ts';
import { count, limit } from '../../core/rate-limit.ts';
import { conversations } from '../../letters/schema.ts';
import { processMessage, readMessage, rereadMessage } from './process-message.ts';
import { inboundMessages } from './schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());

const deliver = (recipients: string[], message: string, from?: string) =>
  deliverBySmtp(product, recipients, message, from);
const inboundOf = (conversation: TestConversation) =>
  product.services.db
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversation.id));

/** What the worker does with every message that was taken in. */
async function readAll(conversation: TestConversation): Promise<string[]> {
  const rows = await product.services.db
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversation.id))
    .orderBy(inboundMessages.receivedAt);
  for (const row of rows) await processMessage(product.services, row.id);
  const read = await product.services.db
    .select({ outcome: inboundMessages.outcome })
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversation.id))
    .orderBy(inboundMessages.receivedAt);
  return read.map((row) => row.outcome ?? 'unread');
}

const repliesOf = (conversation: TestConversation) =>
  product.services.db
    .select()
    .from(replies)
    .where(eq(replies.conversationId, conversation.id))
    .orderBy(replies.id);

describe('processMessage', () => {
  test('stores an answer as a reply in its conversation', async () => {
    const conversation = await aConversation(product.services);
    await deliver(
      [conversation.recipientWritesTo],
      answer({ body: 'So lovely!\r\n\r\nOn 4 May 2026, at 10:12, Maren wrote:\r\n> Dear Ilse\r\n' }),
    );
    expect(await readAll(conversation)).toEqual(['reply']);
    expect(await repliesOf(conversation)).toMatchObject([
      {
        side: 'recipient',
        fromEmail: 'ilse.brandt@gmail.com',
        fromAnotherAddress: false,
        subject: 'Re: A letter',
        body: 'So lovely!',
        fullText: expect.stringContaining('Dear Ilse'),
        emailProvider: 'Gmail',
      },
    ]);
    const [row] = await product.services.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversation.id));
    expect(row?.lastMessageAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
  });

  test('knows a quotation by what was mailed, and keeps other lines that are marked as one', async () => {
    const conversation = await aConversation(product.services);
    const body =
      '> Reply to this e-mail and your words go straight back to Maren.\r\nDone.\r\n> roses are red';
    await deliver([conversation.recipientWritesTo], answer({ body }));
    await readAll(conversation);
    expect(await repliesOf(conversation)).toMatchObject([{ body: 'Done.\n> roses are red' }]);
    await deliver([conversation.senderWritesTo], answer({ body: 'I know them.\r\n> roses are red' }));
    await readAll(conversation);
    expect(await repliesOf(conversation)).toMatchObject([{}, { body: 'I know them.' }]);
  });

  test('marks a reply from another address, on either side', async () => {
    const conversation = await aConversation(product.services);
    await deliver(
      [conversation.recipientWritesTo],
      answer({
        from: 'Tom <tom@brandt.example>',
        headers: [`Message-ID: <${randomUUID()}@AM0PR01.eurprd01.prod.outlook.com>`],
      }),
    );
    await deliver([conversation.senderWritesTo], answer({ from: 'Maren <MAREN@example.com>' }));
    await readAll(conversation);
    expect(await repliesOf(conversation)).toMatchObject([
      { side: 'recipient', fromAnotherAddress: true, emailProvider: 'Outlook' },
      { side: 'sender', fromAnotherAddress: false },
    ]);
  });

  test.each([
    ['auto-reply', { headers: ['Auto-Submitted: auto-replied'] }, undefined],
    ['auto-reply', { headers: ['X-Autoreply: yes'] }, undefined],
    ['auto-reply', { headers: ['Precedence: auto_reply'] }, undefined],
    ['auto-reply', {}, ''],
    ['bounce', { from: 'Mail Delivery System <MAILER-DAEMON@mx.example.org>' }, undefined],
    [
      'bounce',
      {
        headers: ['Content-Type: multipart/report; report-type=delivery-status; boundary="b"'],
        body: '--b\r\n\r\ngone\r\n--b--',
      },
      '',
    ],
    ['list', { headers: ['List-Id: <plums.example.org>'] }, undefined],
    ['auto-reply', { headers: ['Precedence: bulk'] }, undefined],
    ['reply', { headers: ['Auto-Submitted: no'] }, undefined],
  ] as const)('takes for %s: %j from <%s>', async (outcome, message, from) => {
    const conversation = await aConversation(product.services);
    const mutable = { ...message, headers: 'headers' in message ? [...message.headers] : [] };
    await deliver([conversation.recipientWritesTo], answer(mutable), from);
    expect(await readAll(conversation)).toEqual([outcome]);
    expect(await repliesOf(conversation)).toHaveLength(outcome === 'reply' ? 1 : 0);
  });

  test('classifies mail to the envelope sender as a bounce or a note, and our own letter as loop', async () => {
    const conversation = await aConversation(product.services);
    await deliver([conversation.bouncesTo], answer({ from: 'MAILER-DAEMON@mx.example.org' }), '');
    await deliver([conversation.bouncesTo], answer({ from: 'Ilse <ilse@example.org>' }), '');
    await deliver(
      [conversation.recipientWritesTo],
      answer({ headers: [`Message-ID: ${conversation.letterMessageId}`] }),
    );
    expect(await readAll(conversation)).toEqual(['bounce', 'auto-reply', 'loop']);
    expect(await repliesOf(conversation)).toHaveLength(0);
  });

  test('stores one reply, however often a message comes and is processed', async () => {
    const conversation = await aConversation(product.services);
    const known = answer({ headers: ['Message-ID: <same@mail.gmail.com>'] });
    const nameless = 'From: ilse.brandt@gmail.com\r\nSubject: none\r\n\r\nNo Message-ID here.\r\n';
    for (const message of [known, known, nameless, nameless])
      await deliver([conversation.recipientWritesTo], message);
    expect((await readAll(conversation)).sort()).toEqual(['duplicate', 'duplicate', 'reply', 'reply']);
    await readAll(conversation);
    expect(await repliesOf(conversation)).toHaveLength(2);
  });

  test('stores one reply when several workers process one message concurrently', async () => {
    const conversation = await aConversation(product.services);
    await deliver([conversation.recipientWritesTo], answer());
    const [row] = await inboundOf(conversation);
    await Promise.all([1, 2, 3].map(() => processMessage(product.services, row?.id ?? '')));
    expect(await repliesOf(conversation)).toHaveLength(1);
  });

  test.each([
    [
      'ISO-8859-1',
      'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable',
      'Gr=FC=DFe',
      'Grüße',
    ],
    [
      'KOI8-R',
      'Content-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64',
      '8NLJ18XU',
      'Привет',
    ],
    [
      'ISO-2022-JP',
      'Content-Type: text/plain; charset=iso-2022-jp\r\nContent-Transfer-Encoding: base64',
      'GyRCJDMkcyRLJEEkTxsoQg==',
      'こんにちは',
    ],
    ['a charset that does not exist', 'Content-Type: text/plain; charset=martian', 'hello', 'hello'],
    ['HTML only', 'Content-Type: text/html; charset=utf-8', '<p>Only <b>HTML</b></p>', 'Only HTML'],
    [
      'format=flowed',
      'Content-Type: text/plain; charset=utf-8; format=flowed',
      'one line \r\nthat goes on',
      'one line that goes on',
    ],
    ['no content at all', 'X-Empty: yes', '', ''],
    ['a NUL', 'Content-Type: text/plain', 'a\u0000b', 'ab'],
  ])('processes %s', async (_what, header, body, expected) => {
    const conversation = await aConversation(product.services);
    await deliver([conversation.recipientWritesTo], answer({ headers: header.split('\r\n'), body }));
    expect(await readAll(conversation)).toEqual(['reply']);
    expect(await repliesOf(conversation)).toMatchObject([{ body: expected }]);
  });

  test('stores a reply with U+0000 in its header', async () => {
    const conversation = await aConversation(product.services);
    const headers = ['Message-ID: <nul\u0000@mail.gmail.com>', 'Subject: Re:\u0000 =?utf-8?B?YQBi?='];
    await deliver(
      [conversation.recipientWritesTo],
      answer({ headers, from: 'I\u0000lse <il\u0000se@gmail.com>' }),
    );
    expect(await readAll(conversation)).toEqual(['reply']);
    expect(await repliesOf(conversation)).toMatchObject([{ messageId: '<nul@mail.gmail.com>' }]);
  });

  test('processes a megabyte of nested elements in time', async () => {
    const conversation = await aConversation(product.services);
    const nested = `<p>On top.</p>${'<div>\r\n'.repeat(150_000)}`;
    await deliver(
      [conversation.recipientWritesTo],
      answer({ headers: ['Content-Type: text/html'], body: nested }),
    );
    expect(await readAll(conversation)).toEqual(['reply']);
    expect((await repliesOf(conversation))[0]?.body).toContain('On top.');
  });

  test('stores at most 200 replies an hour', async () => {
    const conversation = await aConversation(product.services);
    await product.services.db.insert(replies).values(
      Array.from({ length: 200 }, (_, n) => ({
        conversationId: conversation.id,
        side: 'recipient' as const,
        fromEmail: 'ilse.brandt@gmail.com',
        subject: '',
        body: 'x',
        fullText: 'x',
        emailProvider: 'Gmail',
        messageId: `<${n}@x>`,
      })),
    );
    await deliver([conversation.recipientWritesTo, conversation.senderWritesTo], answer());
    expect((await readAll(conversation)).sort()).toEqual(['reply', 'too-many']);
  });
});

describe('processMessage: messages that take long', () => {
  const queued = async (name: string) => {
    const { rows } = await product.services.db.execute<{ id: string; group: string; priority: number }>(
      sql`select data->>'inboundMessageId' as id, group_id as group, priority from jobs.job where name = ${name}`,
    );
    return rows;
  };
  const delivered = async (body = 'Thank you!') => {
    const conversation = await aConversation(product.services);
    await deliver([conversation.recipientWritesTo], answer({ body }));
    const [row] = await inboundOf(conversation);
    if (!row) throw new Error('The message was not stored.');
    return { conversation, row };
  };

  test('are left unread and queued for a second reading, which stores the reply', async () => {
    const { conversation, row } = await delivered(`Lovely!${' Plums.'.repeat(200_000)}`);
    const threads = new ParserThreads(1, { cpuMs: 1 });
    await readMessage(product.services, row.id, { threads, defers: true });
    await threads.close();
    expect((await inboundOf(conversation))[0]?.readAt).toBeNull();
    expect(await queued('reread-inbound-message')).toContainEqual(
      expect.objectContaining({ id: row.id, group: `${conversation.id}:recipient` }),
    );
    await rereadMessage(product.services, row.id);
    expect(await repliesOf(conversation)).toMatchObject([
      { body: expect.stringContaining('Lovely! Plums.') },
    ]);
  });

  test('use up the budget of their reply address and of no other', async () => {
    const [busy, other] = [await delivered(), await delivered()];
    const budget = limit('parsing', `${busy.conversation.id}:recipient`);
    await count(product.services.db, budget, budget.most);
    for (const { row } of [busy, other]) await processMessage(product.services, row.id);
    expect(await repliesOf(busy.conversation)).toHaveLength(0);
    expect(await repliesOf(other.conversation)).toHaveLength(1);
    const reread = await queued('reread-inbound-message');
    expect(reread).toContainEqual(
      expect.objectContaining({ id: busy.row.id, priority: -budget.most / 1_000 }),
    );
  });

  test('come after the first messages of other addresses, one of an address at a time', async () => {
    const conversation = await aConversation(product.services);
    for (const body of ['first', 'second', 'third'])
      await deliver([conversation.recipientWritesTo], answer({ body }));
    const group = `${conversation.id}:recipient`;
    const ours = (await queued('read-inbound-message')).filter((job) => job.group === group);
    expect(ours.map(({ priority }) => priority).sort()).toEqual([-1, -2, 0]);
  });
});
