import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aConversation, type TestConversation } from '../../../test/mail/mailed-conversation.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { replies } from '../../answers/schema.ts';
import { readConfig } from '../../core/config.ts';
import { deleteMessages } from '../../mail/out/captured-transport.ts';
import { isOpen, mailboxUrl } from './access.ts';
import { listMessages } from './messages.ts';

const HOST = 'localhost:3000';
const PHOTO = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

let product: TestProduct;
let cookie: string;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true, worker: true });
  const url = new URL(mailboxUrl(product.services) ?? '');
  const opening = await product.app.inject({ url: `${url.pathname}${url.search}`, headers: { host: HOST } });
  expect(opening.statusCode).toBe(303);
  expect(opening.headers.location).toBe('/mailbox');
  expect(String(opening.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict$/);
  expect(String(opening.headers['set-cookie'])).toContain('Path=/mailbox');
  cookie = String(opening.headers['set-cookie']).split(';')[0] ?? '';
});
afterAll(() => product.close());
beforeEach(() => deleteMessages(product.services.db));

const get = (url: string, headers: Record<string, string> = {}) =>
  product.app.inject({ url, headers: { host: HOST, cookie, ...headers } });
const post = (url: string, payload = '', headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      host: HOST,
      cookie,
      ...product.origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });

async function letterCaught(conversation?: TestConversation): Promise<string> {
  await product.services.mail.send({
    from: { name: 'Maren Oakes via Slow Letters', address: 'letters@slow-letters.localhost' },
    to: { name: 'Ilse <b>Brandt</b>', address: 'ilse.brandt@gmail.com' },
    ...(conversation ? { replyTo: { name: 'Maren', address: conversation.recipientWritesTo } } : {}),
    subject: 'A letter <script>',
    text: 'Dear Ilse,\n\nthe plum tree has flowered.\n',
    html: '<html><head><title>x</title></head><body><p>Dear Ilse</p><img src="cid:page-1@slow-letters" alt="Page 1"><script>alert(1)</script></body></html>',
    messageId: conversation?.letterMessageId ?? '<one@slow-letters.localhost>',
    envelopeSender: 'bounces+x@reply.slow-letters.localhost',
    attachments: [
      {
        filename: 'page 1.jpg',
        contentType: 'image/jpeg',
        cid: 'page-1@slow-letters',
        read: async () => Readable.from([PHOTO]),
      },
    ],
  });
  const [message] = await listMessages(product.services.db);
  return message?.id ?? '';
}

describe('access', () => {
  const open = (env: Record<string, string>) => isOpen(readConfig({ DATA_DIR: product.dataDir, ...env }));

  test('the mailbox is open only while mail is captured and only this machine can ask', () => {
    expect(open({})).toBe(true);
    expect(open({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' })).toBe(true);
    expect(open({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.org' })).toBe(false);
    expect(open({ HOST: '0.0.0.0' })).toBe(false);
    expect(open({ PUBLIC_URL: 'https://letters.example.org' })).toBe(false);
  });

  test('the link is the same after every start, and another under another secret', () => {
    const { config, sessionSecret } = product.services;
    const link = mailboxUrl({ config, sessionSecret });
    expect(link).toMatch(/^http:\/\/localhost:3000\/mailbox\?token=[\w-]{43}$/);
    expect(mailboxUrl({ config, sessionSecret: Buffer.from(sessionSecret) })).toBe(link);
    expect(mailboxUrl({ config, sessionSecret: Buffer.from('another secret') })).not.toBe(link);
  });
});

describe('the mailbox refuses', () => {
  test.each([
    ['without its cookie', { cookie: '' }],
    ['with another cookie', { cookie: 'mailbox-3000=AAAA' }],
    ['under another name', { host: 'letters.example.org' }],
    ['under another name that ends right', { host: `evil.${HOST}` }],
    ['on another port', { host: 'localhost:3001' }],
    ['through a proxy', { 'x-forwarded-for': '10.0.0.1' }],
    ['through a proxy that says so', { forwarded: 'for=10.0.0.1' }],
  ])('a request %s', async (_how, headers) => {
    const id = await letterCaught();
    for (const url of [
      '/mailbox',
      '/mailbox/messages.json',
      `/mailbox/messages/${id}`,
      `/mailbox/messages/${id}/raw`,
      `/mailbox/messages/${id}/html`,
    ]) {
      const answer = await get(url, headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toContain('plum tree');
    }
    expect((await post('/mailbox/empty', '', headers)).statusCode).toBe(403);
    expect(await listMessages(product.services.db)).toHaveLength(1);
  });

  test('a wrong token, and a foreign origin', async () => {
    expect((await get(`/mailbox?token=${'A'.repeat(43)}`, { cookie: '' })).statusCode).toBe(403);
    expect((await post('/mailbox/empty', '', { origin: 'http://localhost:9999' })).statusCode).toBe(403);
  });

  test('an unknown message', async () => {
    expect((await get('/mailbox/messages/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
  });
});

describe('the mailbox shows', () => {
  test('captured mail, newest first, unread until it is opened, with everything escaped', async () => {
    const id = await letterCaught();
    const before = await get('/mailbox');
    expect(before.headers['content-type']).toMatch(/^text\/html/);
    expect(before.body).toContain('Mail (1 unread)');
    expect(before.body).toContain('A letter &lt;script&gt;');
    const message = await get(`/mailbox/messages/${id}`);
    expect(message.statusCode).toBe(200);
    expect(message.body).not.toMatch(/<b>Brandt|<script>/);
    expect((await get('/mailbox')).body).not.toContain('unread');
    expect((await get('/mailbox/messages.json')).json()).toMatchObject([
      {
        id,
        subject: 'A letter <script>',
        envelopeRecipients: ['ilse.brandt@gmail.com'],
        messageId: '<one@slow-letters.localhost>',
      },
    ]);
  });

  test('the message as text, and as it was sent', async () => {
    const id = await letterCaught();
    expect((await get(`/mailbox/messages/${id}`)).body).toContain('the plum tree has flowered.');
    const raw = await get(`/mailbox/messages/${id}/raw`);
    expect(raw.headers['content-type']).toBe('message/rfc822');
    expect(raw.body).toMatch(/^Message-ID: <one@slow-letters\.localhost>\r$/m);
  });

  test('the HTML in a sandboxed frame that loads nothing, with its photos in it', async () => {
    const id = await letterCaught();
    const frame = await get(`/mailbox/messages/${id}/html`);
    const policy = String(frame.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/^sandbox/);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin/);
    expect(policy).toContain('img-src data:;');
    expect(frame.body).toContain(`<img src="data:image/jpeg;base64,${PHOTO.toString('base64')}"`);
  });

  test('one message fewer after one is deleted, and none after it is emptied', async () => {
    const id = await letterCaught();
    await letterCaught();
    expect((await post(`/mailbox/messages/${id}/delete`)).headers.location).toBe('/mailbox');
    expect(await listMessages(product.services.db)).toHaveLength(1);
    expect((await post('/mailbox/empty')).statusCode).toBe(303);
    expect((await get('/mailbox')).body).toContain('No mail yet');
  });
});

describe('an answer from the mailbox', () => {
  const repliesOf = (conversation: TestConversation) =>
    product.services.db.select().from(replies).where(eq(replies.conversationId, conversation.id));

  test('is sent as the recipient, by SMTP, and becomes a reply', async () => {
    const conversation = await aConversation(product.services);
    const id = await letterCaught(conversation);
    expect((await get(`/mailbox/messages/${id}`)).body).toContain('Answer as Ilse');

    const text = 'Liebe Maren,\n\nwie schön! <3\n\nIlse';
    const sent = await post(`/mailbox/messages/${id}/answer`, new URLSearchParams({ text }).toString());
    expect(sent.statusCode).toBe(303);
    expect((await get(String(sent.headers.location))).body).toContain('Your answer is on its way');
    await expect
      .poll(() => repliesOf(conversation), { timeout: 60_000 })
      .toMatchObject([
        {
          side: 'recipient',
          fromEmail: 'ilse.brandt@gmail.com',
          fromAnotherAddress: false,
          subject: 'Re: A letter <script>',
          body: text,
          fullText: expect.stringContaining('> the plum tree has flowered.'),
          emailProvider: 'Gmail',
        },
      ]);
  });

  test('needs text, and a message that can be answered', async () => {
    const conversation = await aConversation(product.services);
    const captured = await letterCaught(conversation);
    const empty = await post(`/mailbox/messages/${captured}/answer`, 'text=+');
    expect(empty.statusCode).toBe(400);
    expect(empty.body).toContain('Please write an answer first.');
    await deleteMessages(product.services.db);
    const final = await letterCaught();
    expect((await get(`/mailbox/messages/${final}`)).body).not.toContain('Answer as');
    expect((await post(`/mailbox/messages/${final}/answer`, 'text=hello')).statusCode).toBe(404);
  });

  test('gives the text back when the receiver does not accept it', async () => {
    const conversation = await aConversation(product.services);
    const nowhere = {
      ...conversation,
      recipientWritesTo: conversation.recipientWritesTo.replace(/\+.{5}/, '+zzzzz'),
    };
    const id = await letterCaught(nowhere);
    const failed = await post(`/mailbox/messages/${id}/answer`, 'text=My+words');
    expect(failed.statusCode).toBe(502);
    expect(failed.body).toContain('My words</textarea>');
  });
});
