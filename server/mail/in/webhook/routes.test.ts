import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aConversation, type TestConversation } from '../../../../test/mail/mailed-conversation.ts';
import { floodInbound, readAll, repliesOf } from '../../../../test/mail/replies.ts';
import { answer } from '../../../../test/mail/reply-message.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { inboundMessages } from '../schema.ts';

const SECRET = 'a secret of 20 letters';
const BEARER = `Bearer ${SECRET}`;

let product: TestProduct;
let url: string;
beforeAll(async () => {
  product = await startTestProduct({ listen: true, env: { INBOUND_WEBHOOK_SECRET: SECRET } });
  const address = product.app.server.address();
  url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/api/inbound/raw`;
});
afterAll(() => product.close());

const post = (
  body: RequestInit['body'],
  headers: Record<string, string> = {},
  query = '',
): Promise<Response> =>
  fetch(`${url}${query}`, {
    method: 'POST',
    headers: { authorization: BEARER, ...headers },
    body: body ?? null,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });

const storedFiles = async () =>
  (await readdir(path.join(product.dataDir, 'storage'), { recursive: true })).filter((file) =>
    file.endsWith('.eml'),
  ).length;

const to = ({ recipientWritesTo }: TestConversation) => `?to=${encodeURIComponent(recipientWritesTo)}`;

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** A message with a byte that is no UTF-8, to see that it comes through as it is. */
const LATIN = Buffer.from(
  answer({
    headers: ['Content-Type: text/plain; charset=iso-8859-1'],
    body: 'Gr\xfc\xdfe, 10 % + mehr & so',
  }),
  'latin1',
);

async function came(conversation: TestConversation, raw: Buffer = LATIN) {
  const [row] = await product.services.db
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversation.id));
  const kept = await buffer((await product.services.storage.read(row?.storageKey ?? '')).stream);
  expect(kept.toString('latin1')).toBe(raw.toString('latin1'));
  expect(await readAll(product, conversation)).toEqual(['reply']);
  return { row, reply: (await repliesOf(product, conversation))[0] };
}

describe('POST /api/inbound/raw', () => {
  test('stores the raw body, with the envelope from the query', async () => {
    const conversation = await aConversation(product.services);
    const response = await post(
      LATIN,
      { 'content-type': 'message/rfc822' },
      `${to(conversation)}&from=ilse%40brandt.example&ip=192.0.2.1`,
    );
    expect([response.status, await response.json()]).toEqual([200, { received: 1 }]);
    const { row, reply } = await came(conversation);
    expect(row).toMatchObject({ envelopeSender: 'ilse@brandt.example', remoteAddress: '192.0.2.1' });
    expect(reply?.body).toBe('Grüße, 10 % + mehr & so');
  });

  test('answers 503 when one address gets too many messages, and keeps nothing until the service sends it again', async () => {
    const [busy, calm] = [await aConversation(product.services), await aConversation(product.services)];
    await floodInbound(product, busy);
    const before = await storedFiles();
    const send = () =>
      post(LATIN, { 'content-type': 'message/rfc822' }, to(busy) + to(calm).replace('?', '&'));
    const response = await send();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '600']);
    expect(await storedFiles()).toEqual(before);
    const { db } = product.services;
    await db.update(inboundMessages).set({ receivedAt: sql`now() - interval '61 minutes'` });
    expect(await (await send()).json()).toEqual({ received: 2 });
  });

  test('reads the envelope from the header without a query', async () => {
    const conversation = await aConversation(product.services);
    const message = Buffer.from(
      `Return-Path: <ilse@brandt.example>\r\nDelivered-To: ${conversation.recipientWritesTo}\r\n${answer()}`,
    );
    expect((await post(message, { 'content-type': 'application/octet-stream' })).status).toBe(200);
    expect((await came(conversation, message)).row?.envelopeSender).toBe('ilse@brandt.example');
  });

  test('SendGrid: reads the raw message and the envelope from a form', async () => {
    const conversation = await aConversation(product.services);
    const boundary = 'xYzZY';
    const field = (name: string, value: Buffer) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
        value,
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      field('email', LATIN),
      field(
        'envelope',
        Buffer.from(JSON.stringify({ to: [conversation.recipientWritesTo], from: 'i@b.example' })),
      ),
      field('sender_ip', Buffer.from('192.0.2.9')),
      field('charsets', Buffer.from('{}')),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const response = await post(body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
    expect(response.status).toBe(200);
    expect((await came(conversation)).row).toMatchObject({
      envelopeSender: 'i@b.example',
      remoteAddress: '192.0.2.9',
    });
    const cut = await post(body.subarray(0, 300), {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
    expect(cut.status).toBe(400);
  });

  test('Mailgun: reads body-mime from either kind of form', async () => {
    for (const urlEncoded of [true, false]) {
      const conversation = await aConversation(product.services);
      const form = new FormData();
      form.set('recipient', conversation.recipientWritesTo);
      form.set('sender', 'i@b.example');
      form.set('body-mime', answer().trimEnd());
      const escaped = [...LATIN].map((byte) => `%${hex(byte)}`).join('');
      const response = urlEncoded
        ? await post(`recipient=${encodeURIComponent(conversation.recipientWritesTo)}&body-mime=${escaped}`, {
            'content-type': 'application/x-www-form-urlencoded',
          })
        : await post(form);
      expect(response.status).toBe(200);
      if (urlEncoded) await came(conversation);
      expect(await readAll(product, conversation)).toEqual(['reply']);
    }
  });

  test('Postmark: reads RawEmail from JSON', async () => {
    const conversation = await aConversation(product.services);
    const raw = answer({ headers: ['Content-Type: text/plain; charset=utf-8'], body: 'Grüße' });
    const response = await post(
      JSON.stringify({
        RawEmail: raw,
        OriginalRecipient: conversation.recipientWritesTo,
        FromFull: { Email: 'i@b.example', Name: 'I' },
        Subject: 'x',
      }),
      { 'content-type': 'application/json' },
    );
    expect(response.status).toBe(200);
    expect((await came(conversation, Buffer.from(raw))).reply?.body).toBe('Grüße');
  });

  const nobody = `reply+${'a'.repeat(26)}@reply.slow-letters.localhost`;
  const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
  test.each([
    [
      'application/x-www-form-urlencoded',
      '',
      `recipient=${encodeURIComponent(nobody)}&body-mime=From:+Ilse%0A%0AThe+plums`,
    ],
    [
      'multipart/form-data; boundary=x',
      '',
      `${field('recipient')}${nobody}\r\n${field('body-mime')}From: Ilse\r\n\r\nThe plums${'.'.repeat(100)}`,
    ],
    ['application/json', '', `{"OriginalRecipient":"${nobody}","RawEmail":"From: Ilse\\n\\nThe plums`],
    ['message/rfc822', `?to=${encodeURIComponent(nobody)}`, 'From: Ilse\r\n\r\nThe plums'],
    ['message/rfc822', '', `To: ${nobody}\r\n\r\n${'The plums\r\n'.repeat(30_000)}`],
  ])('refuses an unknown recipient while the message is still coming: %s%s', async (type, query, begin) => {
    const call = request(`${url}${query}`, {
      method: 'POST',
      headers: { authorization: BEARER, 'content-type': type, 'content-length': 25_000_000 },
    });
    call.write(begin);
    const [response] = await once(call, 'response');
    expect(response.statusCode).toBe(406);
    call.destroy();
  });

  test('takes further posts after some that ended while they came, or while they waited for those', async () => {
    const conversation = await aConversation(product.services);
    const begin = `${field('recipient')}${conversation.recipientWritesTo}\r\n${field('email')}From: Ilse`;
    const opened = async () => {
      const call = request(url, {
        method: 'POST',
        headers: { authorization: BEARER, 'content-type': 'multipart/form-data; boundary=x' },
      });
      call.on('error', () => {});
      const [accepted] = await Promise.all([once(product.app.server, 'request'), call.write(begin)]);
      return { call, closed: new Promise((resolve) => accepted[0].once('close', resolve)) };
    };
    // Four are received at once, and as many wait.
    const posts = [];
    for (let n = 0; n < 8; n++) posts.push(await opened());
    for (const { call, closed } of posts.reverse()) {
      call.destroy();
      await closed;
    }
    for (let n = 0; n < 5; n++) {
      expect((await post(LATIN, { 'content-type': 'message/rfc822' }, to(conversation))).status).toBe(200);
    }
  });

  test('takes 12 MB of escaped bytes, with the recipient behind them, and an empty sender', async () => {
    const conversation = await aConversation(product.services);
    const [head, part, times] = [`${answer().trimEnd()}\r\n\r\n`, '\xe4\x80&', 4_000_000];
    const message = Buffer.from(head + part.repeat(times), 'latin1');
    const escaped = (text: string) => text.replace(/[^a-z]/gi, (c) => `%${hex(c.charCodeAt(0))}`);
    const field = escaped(head) + escaped(part).repeat(times);
    const response = await post(
      `body-mime=${field}&sender=&recipient=${encodeURIComponent(conversation.recipientWritesTo)}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect(await response.json()).toEqual({ received: 1 });
    const [row] = await product.services.db
      .select()
      .from(inboundMessages)
      .where(eq(inboundMessages.conversationId, conversation.id));
    expect(row?.envelopeSender).toBe('');
    const kept = await buffer((await product.services.storage.read(row?.storageKey ?? '')).stream);
    expect(kept.equals(message)).toBe(true);
  });

  test('needs the secret, as Bearer or as a Basic password', async () => {
    const conversation = await aConversation(product.services);
    const basic = (password: string) => `Basic ${Buffer.from(`sendgrid:${password}`).toString('base64')}`;
    const status = async (authorization: string) =>
      (await post(answer(), { authorization, 'content-type': 'message/rfc822' }, to(conversation))).status;
    for (const wrong of ['', 'Bearer', `Bearer ${SECRET}x`, basic('no'), basic(''), `Digest ${SECRET}`]) {
      expect(await status(wrong)).toBe(401);
    }
    expect(await status(basic(SECRET))).toBe(200);
    expect(await status(BEARER)).toBe(200);
  });

  test.each([
    ['an unknown recipient', 406, 'message/rfc822', () => answer(), '?to=someone@example.org'],
    [
      'a token of nobody',
      406,
      'message/rfc822',
      () => answer(),
      `?to=reply%2B${'a'.repeat(26)}@reply.slow-letters.localhost`,
    ],
    ['nothing', 400, 'message/rfc822', () => '', ''],
    ['JSON without a message', 400, 'application/json', () => '{"Text":"x"}', ''],
    ['JSON that is none', 400, 'application/json', () => '{', ''],
    ['a form without a message', 400, 'application/x-www-form-urlencoded', () => 'a=b', ''],
  ])('refuses %s', async (_what, status, type, body, query) => {
    const response = await post(body(), { 'content-type': type }, query);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message: expect.any(String) });
  });

  test('streams 25 MB and stores nothing of a larger message', async () => {
    const conversation = await aConversation(product.services);
    const before = await storedFiles();
    const line = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(1_000));
    const send = (megabytes: number) =>
      post(
        Readable.toWeb(
          Readable.from(
            (function* () {
              yield Buffer.from(answer().trimEnd());
              for (let n = 0; n < megabytes; n++) yield line;
            })(),
          ),
        ) as ReadableStream,
        { 'content-type': 'message/rfc822' },
        to(conversation),
      );
    expect((await send(27)).status).toBe(413);
    expect(await storedFiles()).toBe(before);
    expect((await send(25)).status).toBe(200);
    expect(await storedFiles()).toBe(before + 1);
  });

  test('does not exist without INBOUND_WEBHOOK_SECRET', async () => {
    const plain = await startTestProduct();
    const response = await plain.app.inject({
      method: 'POST',
      url: '/api/inbound/raw',
      headers: { ...plain.origin, 'content-type': 'message/rfc822', authorization: BEARER },
      payload: answer(),
    });
    expect([404, 415]).toContain(response.statusCode);
    await plain.close();
  });

  test('stores one reply for a message that is posted twice', async () => {
    const conversation = await aConversation(product.services);
    const message = answer({ headers: [`Message-ID: <${randomUUID()}@mail.gmail.com>`] });
    for (let n = 0; n < 2; n++) await post(message, { 'content-type': 'message/rfc822' }, to(conversation));
    expect((await readAll(product, conversation)).sort()).toEqual(['duplicate', 'reply']);
  });
});
