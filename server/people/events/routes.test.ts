import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveEvent } from '../../../shared/conversations.ts';
import { aConversation, type TestConversation } from '../../../test/mail/mailed-conversation.ts';
import type { Signed } from '../../../test/support/factories.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { addReply } from '../../answers/receive-reply.ts';
import { announceLetter } from '../../core/events/announce.ts';
import { EventFeed } from '../../core/events/event-feed.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { endSessions, syncProfile } from '../identity/accounts/data.ts';
import { users } from '../users/schema.ts';
import { EventStreams } from './event-streams.ts';

let product: TestProduct;
let port: number;
beforeAll(async () => {
  product = await startTestProduct({ listen: true });
  const address = product.app.server.address();
  port = address && typeof address === 'object' ? address.port : 0;
});
afterAll(() => product.close());

const unread = (who: Signed) => fetch(`http://127.0.0.1:${port}/api/unread`, { headers: who.headers });

/** What an answer of the API says of the stream; the first answers of a process come before it listens. */
async function positionOf(who: Signed): Promise<string> {
  let position: string | null = null;
  while (position === null) position = (await unread(who)).headers.get('events-position');
  return position;
}

/** A page's EventSource, as far as the wire goes. */
async function listening(who: Signed, since?: string) {
  const leave = new AbortController();
  // A page whose positions are unknown is told to fetch everything.
  const position = since ?? (await positionOf(who));
  const answer = await fetch(`http://127.0.0.1:${port}/api/events?since=${position}`, {
    headers: who.headers,
    signal: leave.signal,
  });
  const heard: LiveEvent[] = [];
  let wake = () => {};
  let open = true;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const reading = (async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) heard.push(JSON.parse(data));
      }
      begin();
      wake();
    }
  })();
  return {
    answer,
    heard,
    begun,
    isOpen: () => open,
    ended: reading
      .catch(() => undefined)
      .finally(() => {
        open = false;
      }),
    leave: () => leave.abort(),
    next: async (many: number) => {
      while (heard.length < many) await new Promise<void>((resolve) => (wake = resolve));
      return heard;
    },
  };
}

async function sendersOf(conversation: TestConversation): Promise<Signed> {
  const maren = await signedIn(product, { verified: true });
  await product.services.db
    .update(users)
    .set({ accountUid: maren.uid, email: maren.email })
    .where(sql`id = (select user_id from conversations where id = ${conversation.id}::uuid)`);
  return maren;
}

const reply = (conversation: TestConversation, messageId: string) => ({
  conversationId: conversation.id,
  side: 'recipient' as const,
  fromEmail: 'ilse.brandt@gmail.com',
  subject: 'Re: A letter',
  body: 'Hello.',
  fullText: 'Hello.',
  emailProvider: 'Gmail',
  messageId,
  origin: 'mail' as const,
});

describe('GET /api/events', () => {
  test('sends a committed reply to both sides of its conversation, and to nobody else', async () => {
    const conversation = await aConversation(product.services);
    const maren = await sendersOf(conversation);
    const ilse = await signedIn(product, { email: 'ilse.brandt@gmail.com', verified: true });
    const stranger = await signedIn(product, { verified: true });
    const [hers, theirs, nobodys] = [
      await listening(maren),
      await listening(ilse),
      await listening(stranger),
    ];
    expect(hers.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(hers.answer.headers.get('cache-control')).toBe('no-store');

    const { db } = product.services;
    const letterId = (
      await db.select({ id: letters.id }).from(letters).where(eq(letters.conversationId, conversation.id))
    )[0]?.id;
    await db
      .transaction(async (tx) => {
        await addReply(tx, product.services, reply(conversation, '<lost@x>'));
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await db.transaction((tx) => addReply(tx, product.services, reply(conversation, '<kept@x>')));
    await db.transaction((tx) => announceLetter(tx, letterId ?? 0));

    const event = { type: 'reply', conversationId: conversation.id, letterId };
    expect(await hers.next(2)).toEqual([event, { type: 'letter', id: letterId, status: 'sent' }]);
    // Of the answer, and of the letter that has now left for them.
    expect(await theirs.next(2)).toEqual([event, event]);
    expect(nobodys.heard).toEqual([]);
    for (const stream of [hers, theirs, nobodys]) stream.leave();
  });

  test('begins with what changed since the earliest position, and with a refresh when it is unknown', async () => {
    const conversation = await aConversation(product.services);
    const maren = await sendersOf(conversation);
    const stranger = await signedIn(product, { verified: true });
    const before = await positionOf(maren);
    const { db } = product.services;
    await db.transaction((tx) => addReply(tx, product.services, reply(conversation, '<missed@x>')));
    const event = expect.objectContaining({ type: 'reply', conversationId: conversation.id });
    const live = await listening(maren, before);
    expect(await live.next(1)).toEqual([event]);
    live.leave();

    // NOTIFY was heard, so the position has moved on.
    const after = await positionOf(maren);
    /** What a stream begins with, in its first bytes. */
    const beginning = async (who: Signed, positions: string) => {
      const stream = await listening(who, positions);
      await stream.begun;
      stream.leave();
      return stream.heard;
    };
    expect(await beginning(maren, `${after},${before}`)).toEqual([event]);
    expect(await beginning(stranger, before)).toEqual([]);
    expect(await beginning(maren, after)).toEqual([]);
    expect(await beginning(maren, `${after},unheard-of`)).toEqual([{ type: 'refresh' }]);
  });

  test('tells an open stream of the address that the person has by the next heartbeat, and of no other', async () => {
    const ilse = await signedIn(product, { verified: true });
    const { db } = product.services;
    const [old, next, last] = [
      await aConversation(product.services),
      await aConversation(product.services),
      await aConversation(product.services),
    ];
    for (const [{ id }, recipientEmail] of [
      [old, ilse.email],
      [next, 'Ilse@new.example'],
      [last, 'Ilse@new.example'],
    ] as const)
      await db.update(conversations).set({ recipientEmail }).where(eq(conversations.id, id));
    const answer = (conversation: TestConversation) =>
      db.transaction((tx) => addReply(tx, product.services, reply(conversation, `<${randomUUID()}@x>`)));
    const live = await listening(ilse);
    await live.begun;
    await db.transaction((tx) =>
      syncProfile(tx, { uid: ilse.uid, email: 'ilse@new.example', emailVerified: true, displayName: null }),
    );
    await answer(next);
    await expect.poll(() => live.heard).toContainEqual({ type: 'refresh' });
    const heard = () => live.heard.flatMap((event) => (event.type === 'reply' ? [event.conversationId] : []));
    await expect.poll(() => answer(next).then(heard), { interval: 500 }).toContain(next.id);
    await answer(old);
    await answer(last);
    await expect.poll(heard).toContain(last.id);
    expect(heard()).not.toContain(old.id);
    live.leave();
  });

  test('needs sign-in', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/api/events`)).status).toBe(401);
  });

  test('ends with the session, and closes a browser’s oldest beyond two, a person’s beyond eight', async () => {
    const [maren, ilse] = [await signedIn(product), await signedIn(product)];
    const other = await listening(ilse);
    const anotherBrowser = async (): Promise<Signed> => {
      const { cookies } = await product.app.inject({
        method: 'POST',
        url: '/api/session',
        headers: { ...product.origin, authorization: `Bearer ${maren.idToken}` },
      });
      return { ...maren, headers: { ...product.origin, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` } };
    };
    const [first, second, third] = [await listening(maren), await listening(maren), await listening(maren)];
    await first.ended;
    expect([second, third, other].every((stream) => stream.isOpen())).toBe(true);
    const rest = [];
    for (const browser of [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()])
      rest.push(await listening(browser), await listening(browser));
    expect([second, third, ...rest].every((stream) => stream.isOpen())).toBe(true);
    const ninth = await listening(await anotherBrowser());
    await second.ended;
    expect([third, ...rest, ninth, other].every((stream) => stream.isOpen())).toBe(true);

    await endSessions(product.services.db, maren.uid);
    await Promise.all([third, ...rest, ninth].map(({ ended }) => ended));
    expect(other.isOpen()).toBe(true);
    other.leave();
    await other.ended;
  });

  test('HEAD opens none, which would close one that a page reads', async () => {
    const maren = await signedIn(product);
    const [first, second] = [await listening(maren), await listening(maren)];
    const head = await fetch(`http://127.0.0.1:${port}/api/events`, {
      method: 'HEAD',
      headers: maren.headers,
    });
    const third = await listening(maren);
    await first.ended;
    expect([head.status, second.isOpen(), third.isOpen()]).toEqual([404, true, true]);
    second.leave();
    third.leave();
  });

  test('ends when the product stops, without delaying it', async () => {
    const another = await startTestProduct({ listen: true });
    const address = another.app.server.address();
    const person = await signedIn(another);
    const answer = await fetch(
      `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/api/events`,
      { headers: person.headers },
    );
    const ended = answer.text();
    await another.close();
    expect(await ended).toContain('retry: 3000');
  });
});

describe('EventFeed', () => {
  test('reconnects after its connection is lost, and sends everybody a refresh', async () => {
    const { db, log, config } = product.services;
    const feed = new EventFeed({ connectionString: config.DATABASE_URL }, log);
    const streams = new EventStreams(feed, db, log);
    const body = await streams.open(
      {
        sessionId: '00000000-0000-0000-0000-000000000000',
        uid: 'nobody',
        email: 'a@b.example',
        emailVerified: false,
        displayName: null,
      },
      [],
    );
    const heard: string[] = [];
    body.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like ${`slow-letters events % ${process.pid}`} and datname = current_database()`);
    const refreshes = () => heard.join('').split('refresh').length - 1;
    const position = feed.position;
    // The first is of the unknown position it opened with.
    while (refreshes() < 2) await once(body, 'data');
    expect(feed.since([position ?? ''])).toBeNull();
    streams.close();
    await feed.close();
  });
});
