import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aConversation, type TestConversation } from '../../test/mail/mailed-conversation.ts';
import { readAll, relayAll, relayedMail, repliesOf } from '../../test/mail/replies.ts';
import { answer, deliverBySmtp } from '../../test/mail/reply-message.ts';
import { storedPhoto } from '../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { LETTERS_TO_ONE_ADDRESS_A_DAY } from '../core/limits.ts';
import { photoKey } from '../letters/photos/file-names.ts';
import { conversations, letterPhotos, letters } from '../letters/schema.ts';
import { tokenOf } from '../mail/out/addresses.ts';
import { block } from '../people/recipients/blocks.ts';
import { addressBlocks, recipients } from '../people/recipients/schema.ts';
import { users } from '../people/users/schema.ts';
import { relayReply } from './relay-reply.ts';
import { replies } from './schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());

async function answered(to: string, conversation: TestConversation, message = answer(), from?: string) {
  await deliverBySmtp(product, [to], message, from);
  await readAll(product, conversation);
  const all = await relayAll(product, conversation);
  return all.at(-1);
}

const userOf = async (conversation: TestConversation) => {
  const [row] = await product.services.db
    .select({ id: conversations.userId })
    .from(conversations)
    .where(eq(conversations.id, conversation.id));
  return row?.id ?? 0;
};

test('a reply: costs 15 statements from its arrival until it is relayed, besides those of the job loops', async () => {
  const conversation = await aConversation(product.services);
  const submit = vi.spyOn(pg.Query.prototype, 'submit');
  onTestFinished(() => submit.mockRestore());
  const relayed = await answered(conversation.recipientWritesTo, conversation);
  expect(relayed?.relayStatus).toBe('sent');
  // Without those by which the queue looks after its tables meanwhile, and the count of parsing, which a cold parser gets.
  const tables =
    /\b(?:letters|conversations|replies|inbound_messages|captured_messages)\b|^\s*insert into jobs/i;
  const sent = submit.mock.contexts
    .map((query) => String(Reflect.get(Object(query), 'text')))
    .filter((text) => tables.test(text) && !/^\s*begin;/i.test(text));
  const ownOfTest = 4;
  expect(sent.length - ownOfTest, sent.join('\n')).toBe(15);
});

describe('relayReply', () => {
  test('announces to open pages that the mail was sent', async () => {
    const conversation = await aConversation(product.services);
    await deliverBySmtp(product, [conversation.recipientWritesTo], answer({ body: 'Soup is on.\r\n' }));
    await readAll(product, conversation);
    // From here on: that it came was announced before.
    const heard: unknown[] = [];
    const stop = await product.services.events.subscribe(({ event }) => heard.push(event));
    const [relayed] = await relayAll(product, conversation);
    expect(relayed).toMatchObject({ relayStatus: 'sent' });
    const told = expect.objectContaining({ type: 'reply', conversationId: conversation.id });
    await vi.waitFor(() => expect(heard).toContainEqual(told), { timeout: 60_000 });
    stop();
  });

  test('mails somebody who never answered so many a day, to all spellings of the address, and more once they answered', async () => {
    const one = await aConversation(product.services);
    const other = await aConversation(product.services);
    const { db } = product.services;
    await db
      .update(conversations)
      .set({ userId: await userOf(one), recipientEmail: 'i.lse.brandt+plum@gmail.com' })
      .where(eq(conversations.id, other.id));
    await db
      .update(letters)
      .set({ userId: await userOf(one) })
      .where(eq(letters.conversationId, other.id));
    const most = LETTERS_TO_ONE_ADDRESS_A_DAY;
    const fromMaren = (conversation: TestConversation) =>
      answered(
        conversation.senderWritesTo,
        conversation,
        answer({ from: 'maren@example.com' }),
        'maren@example.com',
      );
    for (let n = 1; n < most; n++) expect((await fromMaren(n % 2 ? one : other))?.relayStatus).toBe('sent');
    for (let n = 0; n < 2; n++)
      await deliverBySmtp(
        product,
        [one.senderWritesTo],
        answer({ from: 'maren@example.com' }),
        'maren@example.com',
      );
    await readAll(product, one);
    const [earlier, later] = (await repliesOf(product, one))
      .filter(({ relayStatus }) => relayStatus === 'queued')
      .map(({ id }) => id);
    // Several are relayed at once, in whatever order.
    for (const id of [later, earlier]) await relayReply(product.services, id ?? 0);
    const ofTwo = (await repliesOf(product, one)).filter(({ id }) => id === earlier || id === later);
    expect(ofTwo).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: earlier, relayStatus: 'sent' }),
        expect.objectContaining({
          id: later,
          relayStatus: 'failed',
          relayReason: `It was not mailed: they had ${most} mails from you here today and have not answered yet.`,
        }),
      ]),
    );
    await answered(one.recipientWritesTo, one);
    expect((await fromMaren(one))?.relayStatus).toBe('sent');
    // It went on to another address, from which nobody has answered.
    const moved = { queuedAt: sql`now()`, recipientEmail: 'ilse@example.org' };
    await db.update(letters).set(moved).where(eq(letters.conversationId, one.id));
    expect((await fromMaren(one))?.relayStatus).toBe('failed');
  });

  test('mails the recipient’s reply to the sender and the sender’s back, in one thread each', async () => {
    const conversation = await aConversation(product.services);
    const first = await answered(
      conversation.recipientWritesTo,
      conversation,
      answer({
        headers: ['Message-ID: <one@mail.gmail.com>'],
        body: 'The plum tree!\r\n\r\nOn 4 May 2026, at 10:12, Maren wrote:\r\n> Dear Ilse\r\n',
      }),
    );
    expect(first).toMatchObject({ relayStatus: 'sent', relayReason: null });
    const toMaren = await relayedMail(product, first);
    expect(toMaren?.to).toEqual(['maren@example.com']);
    expect(toMaren?.mail.from?.value).toMatchObject([
      { name: 'Ilse Brandt via Slow Letters', address: 'letters@slow-letters.localhost' },
    ]);
    expect(toMaren?.mail.replyTo?.value).toMatchObject([
      { name: 'Ilse Brandt', address: conversation.senderWritesTo },
    ]);
    expect(toMaren?.mail.subject).toMatch(/^Re: A letter from Maren Oakes, /);
    expect(toMaren?.mail.headers.get('content-language')).toBe('en');
    expect(toMaren?.mail.headers.get('feedback-id')).toBe('answer:slowletters');
    expect(toMaren?.mail.inReplyTo).toBe(conversation.letterMessageId);
    expect(toMaren?.references).toEqual([conversation.letterMessageId]);
    expect(toMaren?.mail.text).toContain('The plum tree!');
    expect(toMaren?.mail.text).not.toContain('Dear Ilse');
    expect(toMaren?.raw.toString()).not.toContain('ilse.brandt@gmail.com');
    expect(toMaren?.mail.text).toMatch(
      /No more mail from this conversation: http:\/\/localhost:3000\/mute\/s\w+/,
    );

    const second = await answered(
      conversation.senderWritesTo,
      conversation,
      answer({
        from: 'Maren <maren@example.com>',
        headers: ['Message-ID: <two@example.com>', `In-Reply-To: ${first?.relayMessageId}`],
        body: 'It is ten years old.',
      }),
      'maren@example.com',
    );
    const toIlse = await relayedMail(product, second);
    expect(toIlse?.to).toEqual(['ilse.brandt@gmail.com']);
    expect(toIlse?.mail.from?.value[0]?.name).toBe('Maren Oakes via Slow Letters');
    expect(toIlse?.mail.replyTo?.value[0]?.address).toBe(conversation.recipientWritesTo);
    expect(toIlse?.mail.inReplyTo).toBe('<one@mail.gmail.com>');
    expect(toIlse?.references).toEqual([conversation.letterMessageId, '<one@mail.gmail.com>']);
    expect(toIlse?.raw.toString()).not.toContain('maren@example.com');

    const third = await answered(
      conversation.recipientWritesTo,
      conversation,
      answer({ headers: ['Message-ID: <three@mail.gmail.com>'], body: 'Ten!' }),
    );
    const again = await relayedMail(product, third);
    expect(again?.references).toEqual([
      conversation.letterMessageId,
      first?.relayMessageId,
      '<two@example.com>',
    ]);
    expect(again?.mail.inReplyTo).toBe('<two@example.com>');
  });

  test('names no message whose Message-ID no header may have', async () => {
    const conversation = await aConversation(product.services);
    const { recipientWritesTo, senderWritesTo, letterMessageId } = conversation;
    await answered(recipientWritesTo, conversation, answer({ headers: ['Message-ID: <one@büro-pc>'] }));
    const from = 'maren@example.com';
    const relayed = await answered(senderWritesTo, conversation, answer({ from }), from);
    expect((await relayedMail(product, relayed))?.references).toEqual([letterMessageId]);
  });

  test('names to whom the letter went on no message from before', async () => {
    const { db } = product.services;
    const conversation = await aConversation(product.services);
    const { id, recipientWritesTo, senderWritesTo, letterMessageId } = conversation;
    const from = 'maren@example.com';
    await answered(recipientWritesTo, conversation);
    await answered(senderWritesTo, conversation, answer({ from }), from);
    const moved = { queuedAt: sql`now()`, recipientEmail: 'ilse@example.org' };
    await db.update(letters).set(moved).where(eq(letters.conversationId, id));
    const relayed = await answered(senderWritesTo, conversation, answer({ from }), from);
    expect((await relayedMail(product, relayed))?.references).toEqual([letterMessageId]);
  });

  test('brings an answer home with the letter that it answers, and leads on from there', async () => {
    const { services } = product;
    const conversation = await aConversation(services);
    const url = await storedPhoto(product, 'maren');
    const photoId = url.slice('/uploads/'.length, -'.jpg'.length);
    const [letter] = await services.db
      .update(letters)
      .set({ greetingName: 'Grandma', mailedToken: 'a'.repeat(26) })
      .where(eq(letters.conversationId, conversation.id))
      .returning();
    await services.db.insert(letterPhotos).values({ letterId: letter?.id ?? 0, position: 1, photoId });
    const [maren] = await services.db
      .select()
      .from(users)
      .where(eq(users.id, letter?.userId ?? 0));
    const book = { ownerUid: maren?.accountUid ?? '', name: 'Ilse', email: 'Ilse.Brandt@gmail.com' };
    const [entry] = await services.db.insert(recipients).values(book).returning();
    const first = await answered(
      conversation.recipientWritesTo,
      conversation,
      answer({ body: 'At the window.\r\n\r\nTwice.' }),
    );
    const home = (await relayedMail(product, first))?.mail;
    expect(home?.html).toMatch(/display:none[^>]*>At the window\./);
    expect(home?.html).toContain('>Grandma answered</h1>');
    expect(home?.html).toContain(`src="cid:letter.${photoId}@slow-letters"`);
    expect(home?.attachments.map(({ cid, contentDisposition }) => `${cid} ${contentDisposition}`)).toEqual([
      `letter.${photoId}@slow-letters inline`,
    ]);
    expect(home?.text).toContain(
      `Open the conversation: http://localhost:3000/my-letters?to=${conversation.id}\n` +
        `Write back: http://localhost:3000/?to=${entry?.id}\n`,
    );
    await services.storage.delete(photoKey(photoId, 'thumbnail'));
    const second = await answered(
      conversation.recipientWritesTo,
      conversation,
      answer({ body: 'Once more.' }),
    );
    const bare = (await relayedMail(product, second))?.mail;
    expect(bare?.text).toContain('Once more.');
    expect(bare?.html).not.toContain('cid:letter');

    const onward = await answered(
      conversation.senderWritesTo,
      conversation,
      answer({ from: 'maren@example.com', body: 'Come and see it.' }),
      'maren@example.com',
    );
    const toIlse = (await relayedMail(product, onward))?.mail;
    expect(toIlse?.html).toContain('>Maren Oakes wrote to you</h1>');
    expect(toIlse?.text).toContain(`Write back by hand: http://localhost:3000/l/${'a'.repeat(26)}#answer`);
    expect(`${toIlse?.html}${toIlse?.text}`).not.toMatch(/my-letters|cid:letter/);
  });

  test('sends one mail when several workers run it, and run it again', async () => {
    const conversation = await aConversation(product.services);
    await deliverBySmtp(product, [conversation.recipientWritesTo], answer());
    await readAll(product, conversation);
    const [reply] = await repliesOf(product, conversation);
    const id = reply?.id ?? 0;
    await Promise.all([1, 2, 3].map(() => relayReply(product.services, id)));
    await relayReply(product.services, id);
    const { rows } = await product.services.db.execute(
      `select 1 from captured_messages where message_id = '${reply?.relayMessageId}'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('takes over an attempt whose lease has expired, and no other', async () => {
    const conversation = await aConversation(product.services);
    await deliverBySmtp(product, [conversation.recipientWritesTo], answer());
    await readAll(product, conversation);
    const [reply] = await repliesOf(product, conversation);
    const hold = (until: Date) =>
      product.services.db
        .update(replies)
        .set({ relayLeaseUntil: until, relayAttempts: 1 })
        .where(eq(replies.id, reply?.id ?? 0));
    await hold(new Date(Date.now() + 60_000));
    expect((await relayAll(product, conversation))[0]?.relayStatus).toBe('queued');
    await hold(new Date(Date.now() - 1_000));
    expect((await relayAll(product, conversation))[0]).toMatchObject({
      relayStatus: 'sent',
      relayAttempts: 2,
    });
  });

  test.each([
    [
      'an unverified sender',
      async (conversation: TestConversation) =>
        product.services.db
          .update(users)
          .set({ emailVerified: false })
          .where(eq(users.id, await userOf(conversation))),
    ],
    [
      'a sender who muted it',
      (conversation: TestConversation) =>
        product.services.db
          .update(conversations)
          .set({ senderMutedAt: new Date() })
          .where(eq(conversations.id, conversation.id)),
    ],
  ])('sends nothing to %s, and the reply still shows', async (_who, arrange) => {
    const conversation = await aConversation(product.services);
    await arrange(conversation);
    const reply = await answered(conversation.recipientWritesTo, conversation);
    expect(reply).toMatchObject({ relayStatus: 'none', body: 'Thank you!' });
    expect(await relayedMail(product, reply)).toBeNull();
  });

  test.each([
    [
      'muted it',
      (conversation: TestConversation) =>
        product.services.db
          .update(conversations)
          .set({ recipientMutedAt: new Date() })
          .where(eq(conversations.id, conversation.id)),
    ],
    [
      'wants no mail from the sender',
      async (conversation: TestConversation) =>
        block(
          product.services.db,
          {
            recipientHash: product.services.addressHash('ilse.brandt@gmail.com'),
            // By the account alone: the other tests' senders have the same address.
            senderHashes: [product.services.addressHash(`${randomUUID()}@example.com`)],
            userId: await userOf(conversation),
          },
          'sender',
        ),
    ],
    [
      'never got the letter',
      (conversation: TestConversation) =>
        product.services.db
          .update(letters)
          .set({ status: 'bounced' })
          .where(eq(letters.conversationId, conversation.id)),
    ],
  ])('sends nothing to a recipient who %s', async (_who, arrange) => {
    onTestFinished(async () => void (await product.services.db.delete(addressBlocks)));
    const conversation = await aConversation(product.services);
    await arrange(conversation);
    const reply = await answered(
      conversation.senderWritesTo,
      conversation,
      answer({ from: 'maren@example.com' }),
    );
    expect(reply?.relayStatus).toBe('none');
    expect(await relayedMail(product, reply)).toBeNull();
  });

  test('waits until the letter is sent', async () => {
    const conversation = await aConversation(product.services);
    const letterIs = (status: string) =>
      product.services.db.update(letters).set({ status }).where(eq(letters.conversationId, conversation.id));
    await letterIs('queued');
    const reply = await answered(
      conversation.senderWritesTo,
      conversation,
      answer({ from: 'maren@example.com' }),
    );
    expect(reply?.relayStatus).toBe('queued');
    expect(reply?.relayLeaseUntil?.getTime()).toBeGreaterThan(Date.now() + 20_000);
  });

  test('warns when another address wrote, and does not use the author’s name in From', async () => {
    const conversation = await aConversation(product.services);
    const toMaren = await relayedMail(
      product,
      await answered(conversation.recipientWritesTo, conversation, answer({ from: 'Tom <tom@example.net>' })),
    );
    expect(toMaren?.mail.from?.value[0]?.name).toBe('Slow Letters');
    expect(toMaren?.mail.text).toContain('This came from tom@example.net');
    const toIlse = await relayedMail(
      product,
      await answered(conversation.senderWritesTo, conversation, answer({ from: 'maren@elsewhere.example' })),
    );
    expect(toIlse?.mail.from?.value[0]?.name).toBe('Slow Letters');
    expect(toIlse?.raw.toString()).not.toContain('maren@elsewhere.example');
  });

  test('warns when DMARC failed', async () => {
    const conversation = await aConversation(product.services);
    await deliverBySmtp(product, [conversation.recipientWritesTo], answer());
    await readAll(product, conversation);
    await product.services.db
      .update(replies)
      .set({ dmarc: 'fail' })
      .where(eq(replies.conversationId, conversation.id));
    const [reply] = await relayAll(product, conversation);
    const mail = await relayedMail(product, reply);
    expect(mail?.mail.from?.value[0]?.name).toBe('Slow Letters');
    expect(mail?.mail.text).toMatch(
      /^\[We could not confirm that this really came from the mailbox of Ilse Brandt/,
    );
  });

  test('a relayed mail that comes back is a loop, with any Message-ID', async () => {
    const conversation = await aConversation(product.services);
    const reply = await answered(conversation.recipientWritesTo, conversation);
    const relayed = await relayedMail(product, reply);
    const raw = relayed?.raw.toString('latin1') ?? '';
    const forwarded = raw.replace(/^Message-ID: .*$/im, `Message-ID: <${randomUUID()}@email.amazonses.com>`);
    const elsewhere = forwarded.replace(/^From: .*$/im, 'From: Maren <maren@example.com>');
    for (const message of [raw, forwarded, elsewhere]) {
      for (const to of [conversation.senderWritesTo, conversation.recipientWritesTo]) {
        await deliverBySmtp(product, [to], message, 'maren@example.com');
      }
    }
    expect((await readAll(product, conversation)).sort()).toEqual([...Array(6).fill('loop'), 'reply']);
    expect(await repliesOf(product, conversation)).toHaveLength(1);
  });

  test('a bounce marks the relayed reply that it names, and no other', async () => {
    const conversation = await aConversation(product.services);
    const message = (n: number) =>
      answer({
        from: 'maren@example.com',
        headers: [`Message-ID: <${randomUUID()}@example.com>`],
        body: `${n}`,
      });
    const lost = await answered(conversation.senderWritesTo, conversation, message(1));
    await answered(conversation.senderWritesTo, conversation, message(2));
    const relayed = await relayedMail(product, lost);
    expect(tokenOf(product.services.config, relayed?.envelopeSender ?? '')?.kind).toBe('bounce');
    const report = [
      'From: MAILER-DAEMON@gmail.com',
      'Subject: Delivery Status Notification (Failure)',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; gmail.com',
      '',
      'Final-Recipient: rfc822; ilse.brandt@gmail.com',
      'Action: failed',
      'Status: 5.2.2',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${lost?.relayMessageId}`,
      '--b--',
      '',
    ].join('\r\n');
    await deliverBySmtp(product, [relayed?.envelopeSender ?? ''], report, '');
    await readAll(product, conversation);
    const [first, second] = await repliesOf(product, conversation);
    expect(first).toMatchObject({ relayStatus: 'failed', relayReason: expect.stringContaining('full') });
    expect(second?.relayStatus).toBe('sent');
    const [letter] = await product.services.db
      .select({ status: letters.status })
      .from(letters)
      .where(eq(letters.conversationId, conversation.id));
    expect(letter?.status).toBe('sent');
  });
});
