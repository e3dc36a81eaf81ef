import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aConversation, type TestConversation } from '../../../../test/mail/mailed-conversation.ts';
import { floodInbound, readAll } from '../../../../test/mail/replies.ts';
import { answer } from '../../../../test/mail/reply-message.ts';
import { type ScriptedImapServer, startImapServer } from '../../../../test/stand-ins/imap-server.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { MessageTooLarge } from '../receive-mail.ts';
import { imapMailboxes, inboundMessages } from '../schema.ts';
import { type ImapPoller, imapAccount, pollMailbox } from './imap-poller.ts';
import { findPosition } from './read-mailbox.ts';

let product: TestProduct;
let server: ScriptedImapServer;
let pollers: ImapPoller[] = [];
beforeAll(async () => {
  product = await startTestProduct({ env: { REPLY_ADDRESS: 'letters@example.org' } });
});
afterAll(() => product.close());
beforeEach(async () => {
  server = await startImapServer();
});
afterEach(async () => {
  await Promise.all(pollers.map((poller) => poller.close()));
  pollers = [];
  await server.close();
});

function open(needs = product.services, tryWaitingEvery = 0): ImapPoller {
  const poller = pollMailbox(needs, imapAccount(server.url), {
    pauses: [50],
    checkEvery: 60_000,
    tryWaitingEvery,
  });
  pollers.push(poller);
  return poller;
}

const to = (conversation: TestConversation, more: Parameters<typeof answer>[0] = {}) =>
  `Return-Path: <ilse.brandt@gmail.com>\r\nDelivered-To: ${conversation.recipientWritesTo}\r\n${answer(more)}`;

const inboundOf = (...conversations: TestConversation[]) =>
  product.services.db
    .select()
    .from(inboundMessages)
    .where(
      inArray(
        inboundMessages.conversationId,
        conversations.map(({ id }) => id),
      ),
    )
    .orderBy(asc(inboundMessages.receivedAt));

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It did not happen.');
}

describe('pollMailbox', () => {
  test('stores existing and new messages and marks them as seen', async () => {
    const conversation = await aConversation(product.services);
    server.deliver(to(conversation, { body: 'First.' }));
    server.deliver(answer({ body: 'A private mail of the operator.' }));
    open();
    await until(() => server.commands.includes('IDLE'));
    server.deliver(to(conversation, { body: 'Second.' }).replace('<ilse.brandt@', '<"ilse..brandt"@'));
    await until(() => server.messages.at(-1)?.seen === true);
    expect(server.messages.map(({ seen }) => seen)).toEqual([true, false, true]);
    expect(await readAll(product, conversation)).toEqual(['reply', 'reply']);
    expect(await inboundOf(conversation)).toMatchObject([
      {
        envelopeSender: 'ilse.brandt@gmail.com',
        envelopeRecipient: conversation.recipientWritesTo,
        remoteAddress: null,
      },
      { envelopeSender: 'ilse..brandt@gmail.com' },
    ]);
    expect(await findPosition(product.services.db, imapAccount(server.url).name)).toMatchObject({
      lastUid: 3,
    });
  });

  test('stores bounces to the envelope sender too', async () => {
    const conversation = await aConversation(product.services);
    expect(conversation.bouncesTo).toMatch(/^letters\+bounces-/);
    server.deliver(
      `Return-Path: <>\r\nX-Original-To: ${conversation.bouncesTo}\r\n${answer({ from: 'MAILER-DAEMON@x.example' })}`,
    );
    open();
    await until(() => server.messages[0]?.seen === true);
    expect((await inboundOf(conversation))[0]?.envelopeSender).toBe('');
    expect(await readAll(product, conversation)).toEqual(['bounce']);
  });

  test('reconnects after the connection breaks and continues at its position', async () => {
    const conversation = await aConversation(product.services);
    open();
    await until(() => server.commands.includes('IDLE'));
    server.drop();
    server.deliver(to(conversation));
    await until(() => server.messages[0]?.seen === true);
    expect(await inboundOf(conversation)).toHaveLength(1);
    const logins = server.commands.filter((command) => /^(LOGIN|AUTHENTICATE)/.test(command));
    expect(logins).toHaveLength(2);
  });

  test('a connection that ends behind the headers loses none of their messages', async () => {
    const conversation = await aConversation(product.services);
    for (const body of ['First.', 'Second.', 'Third.']) server.deliver(to(conversation, { body }));
    server.endsAfterHeaders = true;
    open();
    await until(() => server.messages.every(({ seen }) => seen));
    expect(await inboundOf(conversation)).toHaveLength(3);
  });

  test('a connection that ends loses none of them where the one behind waits for a flood to end', async () => {
    const [conversation, flooded] = [
      await aConversation(product.services),
      await aConversation(product.services),
    ];
    await floodInbound(product, flooded);
    server.deliver(to(conversation));
    server.deliver(to(flooded));
    server.endsAfterHeaders = true;
    open();
    await until(() => server.messages[0]?.seen === true);
    expect(await inboundOf(conversation)).toHaveLength(1);
  });

  test('a message that the server refuses to give waits, and keeps no other from being read', async () => {
    const conversation = await aConversation(product.services);
    server.beforeDownload = async (command) => {
      if (/UID FETCH 1 /.test(command)) throw new Error('damaged');
    };
    server.deliver(to(conversation, { body: 'Damaged.' }));
    server.deliver(to(conversation, { body: 'Whole.' }));
    open();
    await until(() => server.messages[1]?.seen === true);
    const { name } = imapAccount(server.url);
    expect(await findPosition(product.services.db, name)).toMatchObject({ lastUid: 2, waitingUids: [1] });
  });

  test('a message that is larger than the server says is passed over, and the next one stored', async () => {
    const conversation = await aConversation(product.services);
    const { storage } = product.services;
    let isLarge = true;
    const largeFirst: Storage = Object.assign(Object.create(storage), {
      put: async (...args: Parameters<Storage['put']>) => {
        if (isLarge) throw new MessageTooLarge('The message is larger than we take.');
        return storage.put(...args);
      },
    });
    server.deliver(to(conversation, { body: 'Large.' }));
    open({ ...product.services, storage: largeFirst });
    await until(() => server.commands.includes('IDLE'));
    isLarge = false;
    server.deliver(to(conversation, { body: 'Small.' }));
    await until(() => server.messages[1]?.seen === true);
    expect(server.messages[0]?.seen).toBe(false);
    expect(await inboundOf(conversation)).toHaveLength(1);
  });

  test('a message that cannot be stored stays unseen and is tried again', async () => {
    const conversation = await aConversation(product.services);
    const { storage } = product.services;
    let failures = 2;
    const failingStorage: Storage = Object.assign(Object.create(storage), {
      put: async (...args: Parameters<Storage['put']>) => {
        expect(server.messages[0]?.seen).toBe(false);
        if (failures-- > 0) throw new Error('the disk is full');
        return storage.put(...args);
      },
    });
    server.deliver(to(conversation));
    open({ ...product.services, storage: failingStorage });
    await until(() => server.messages[0]?.seen === true);
    expect(failures).toBe(-1);
    expect(await inboundOf(conversation)).toHaveLength(1);
  });

  test('a message beyond 200 an hour waits unseen for its turn, and those behind it do not', async () => {
    const [busy, calm] = [await aConversation(product.services), await aConversation(product.services)];
    await floodInbound(product, busy);
    server.deliver(to(busy));
    server.deliver(to(busy));
    server.deliver(to(calm));
    open();
    await until(() => server.messages[2]?.seen === true);
    expect(server.messages.map(({ seen }) => seen)).toEqual([false, false, true]);
    const { name } = imapAccount(server.url);
    expect(await findPosition(product.services.db, name)).toMatchObject({ lastUid: 3, waitingUids: [1, 2] });
    server.messages.splice(1, 1);
    await product.services.db.update(inboundMessages).set({ receivedAt: sql`now() - interval '61 minutes'` });
    await until(() => server.commands.includes('IDLE'));
    for (const _ of 'ab') server.deliver(to(calm));
    await until(() => server.messages.every(({ seen }) => seen));
    expect(await inboundOf(busy)).toHaveLength(201);
    expect(await findPosition(product.services.db, name)).toMatchObject({ lastUid: 5, waitingUids: [] });
  });

  test('beyond 5,000 waiting messages one is left unseen, and those behind it are read', async () => {
    const { db } = product.services;
    const [busy, calm] = [await aConversation(product.services), await aConversation(product.services)];
    await floodInbound(product, busy);
    server.deliver(to(calm));
    open(product.services, 3_600_000);
    await until(() => server.commands.includes('IDLE'));
    const { name } = imapAccount(server.url);
    const many = sql`array(select generate_series(1001, 6000))::bigint[]`;
    await db.update(imapMailboxes).set({ waitingUids: many }).where(eq(imapMailboxes.name, name));
    server.deliver(to(busy));
    server.deliver(to(calm));
    await until(() => server.messages[2]?.seen === true);
    expect(server.messages.map(({ seen }) => seen)).toEqual([true, false, true]);
    const position = await findPosition(db, name);
    expect(position?.lastUid).toBe(3);
    expect(position?.waitingUids).toHaveLength(5000);
  });

  test('a message that is one too many once it was downloaded is put off, and stored later', async () => {
    const conversation = await aConversation(product.services);
    const { db } = product.services;
    let floods = 0;
    server.beforeDownload = async () => {
      if (floods++ === 0) await floodInbound(product, conversation);
    };
    server.deliver(to(conversation, { body: 'It goes on and on.\r\n'.repeat(100_000) }));
    open(product.services, 3_600_000);
    await until(() => server.commands.includes('IDLE'));
    // The client asks for pieces of 64 kB, of which there are 30. It may have asked for the second.
    const pieces = server.commands.filter((command) => command.includes('BODY.PEEK[]'));
    expect(pieces.length).toBeGreaterThan(0);
    expect(pieces.length).toBeLessThan(5);
    expect(server.messages[0]?.seen).toBe(false);
    const { name } = imapAccount(server.url);
    expect(await findPosition(db, name)).toMatchObject({ lastUid: 1, waitingUids: [1] });

    await db.delete(inboundMessages).where(eq(inboundMessages.conversationId, conversation.id));
    open(product.services);
    await until(() => server.messages[0]?.seen === true);
    expect(await inboundOf(conversation)).toHaveLength(1);
  });

  test('no transaction is open while a message is downloaded, and a copy not claimed leaves no file', async () => {
    const { storage, db } = product.services;
    const conversation = await aConversation(product.services);
    const kept = new Set<string>();
    let puts = 0;
    const watched: Storage = Object.assign(Object.create(storage), {
      put: async (...args: Parameters<Storage['put']>) => {
        kept.add(args[0]);
        // Another may be between two statements of its own for a moment.
        await until(async () => {
          const { rows } = await db.execute(sql`
            select from pg_stat_activity
            where datname = current_database() and state like 'idle in transaction%'`);
          return rows.length === 0;
        });
        puts += 1;
        return storage.put(...args);
      },
      delete: async (key: string) => {
        kept.delete(key);
        return storage.delete(key);
      },
    });
    server.deliver(to(conversation));
    open({ ...product.services, storage: watched });
    open({ ...product.services, storage: watched });
    await until(() => server.messages[0]?.seen === true);
    await until(() => server.commands.filter((command) => command === 'IDLE').length >= 2);
    expect(puts).toBeGreaterThan(0);
    const stored = await inboundOf(conversation);
    expect([...kept]).toEqual(stored.map(({ storageKey }) => storageKey));
  });

  test('continues under a new UIDVALIDITY without duplicates', async () => {
    const conversation = await aConversation(product.services);
    server.deliver(to(conversation, { headers: ['Message-ID: <one@mail.gmail.com>'] }));
    open();
    await until(() => server.messages[0]?.seen === true);
    server.renumber();
    server.deliver(to(conversation, { headers: ['Message-ID: <two@mail.gmail.com>'] }));
    await until(() => server.messages[1]?.seen === true);
    expect((await readAll(product, conversation)).sort()).toEqual(['duplicate', 'reply', 'reply']);
  });

  test('two workers on one mailbox store each message once', async () => {
    const conversations = [await aConversation(product.services), await aConversation(product.services)];
    for (const conversation of conversations) server.deliver(to(conversation));
    open();
    open();
    await until(() => server.messages.every(({ seen }) => seen));
    await until(() => server.commands.filter((command) => command === 'IDLE').length >= 2);
    expect(await inboundOf(...conversations)).toHaveLength(2);
  });

  test('imapAccount: parses IMAP_URL', () => {
    expect(imapAccount('imaps://a%40b.example:p%3Aw@mail.example.org/Answers')).toMatchObject({
      name: 'a@b.example@mail.example.org/Answers',
      mailbox: 'Answers',
      connection: {
        host: 'mail.example.org',
        port: 993,
        secure: true,
        auth: { user: 'a@b.example', pass: 'p:w' },
      },
    });
    expect(imapAccount('imap://a:b@mail.example.org').connection).toMatchObject({
      port: 143,
      secure: false,
      doSTARTTLS: true,
    });
    expect(() => imapAccount('imaps://mail.example.org')).toThrow('IMAP_URL');
  });
});
