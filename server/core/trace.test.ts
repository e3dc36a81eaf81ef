import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answer, deliverBySmtp } from '../../test/mail/reply-message.ts';
import { startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { type LetterWriter, newLetterWriter } from '../../test/support/letter-writer.ts';
import { parse } from '../../test/support/mail-reader.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { openLog } from './log.ts';

const SOON = { timeout: 60_000, interval: 100 };
const GIVEN = {
  'x-forwarded-for': '203.0.113.7',
  'x-request-id': 'edge-7f3c21aa',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};
const lines: Record<string, unknown>[] = [];
const found = (trace: unknown) =>
  lines.filter((line) => line.trace === trace).map(({ msg, job, route }) => [msg, job ?? route].join(' '));

let sink: Awaited<ReturnType<typeof startSmtpSink>>;
let product: TestProduct;
let writer: LetterWriter;
beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startTestProduct({
    worker: true,
    receiver: true,
    listen: true,
    log: openLog('debug', (line) => lines.push(JSON.parse(line))),
    env: {
      TRUST_PROXY: '1',
      SMTP_URL: sink.url,
      MAIL_FROM: 'letters@example.org',
      REPLY_DOMAIN: 'reply.example.org',
    },
  });
  writer = await newLetterWriter(product);
});
afterAll(async () => {
  await product.close();
  await sink.close();
});

it('trace: one search finds a letter’s way from Send to the mail server, and an answer’s from the door to the page', async () => {
  const { headers } = writer.person;
  const address = product.app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const page = await fetch(`http://127.0.0.1:${port}/api/events`, { headers });

  const sent = await product.app.inject({ method: 'GET', url: '/api/config', headers: GIVEN });
  expect(sent.headers['x-request-id']).toBe(GIVEN['x-request-id']);
  lines.length = 0;
  Object.assign(headers, GIVEN);
  await writer.queued();
  await vi.waitFor(() => expect(sink.messages).toHaveLength(1), SOON);
  const id = GIVEN['x-request-id'];
  await vi.waitFor(
    () =>
      expect(found(id)).toEqual(
        expect.arrayContaining([
          'job queued send-letter',
          'answered /api/letters/:id/send',
          'job done send-letter',
          'pages were told ',
        ]),
      ),
    SOON,
  );
  expect(lines.find(({ trace, msg }) => trace === id && msg === 'job done')?.traceId).toBe(
    '4bf92f3577b34da6a3ce929d0e0e4736',
  );

  const to = (await parse(sink.messages[0]?.raw ?? '')).replyTo?.value[0]?.address ?? '';
  await deliverBySmtp(product, [to], answer());
  const door = await vi.waitFor(() => {
    const line = lines.find(({ msg }) => msg === 'a mail was taken');
    expect(line).toBeDefined();
    return line?.trace;
  }, SOON);
  await vi.waitFor(
    () =>
      expect(found(door)).toEqual(
        expect.arrayContaining([
          'job queued read-inbound-message',
          'job done read-inbound-message',
          'job done relay-reply',
          'pages were told ',
        ]),
      ),
    SOON,
  );
  await page.body?.cancel();
});

it.each([
  ['from no proxy of ours', { ...GIVEN, 'x-forwarded-for': undefined }],
  ['that is no id', { ...GIVEN, 'x-request-id': 'two words' }],
])('trace: an id %s is not taken', async (_what, { 'x-forwarded-for': proxied, ...given }) => {
  const headers = { ...given, ...(proxied ? { 'x-forwarded-for': proxied } : {}) };
  const { headers: answered } = await product.app.inject({ url: '/api/config', headers });
  expect(answered['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});
