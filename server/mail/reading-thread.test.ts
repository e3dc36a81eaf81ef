import { afterAll, expect, test } from 'vitest';
import { ReadingThread } from './reading-thread.ts';

const threads: ReadingThread[] = [];
afterAll(async () => {
  for (const thread of threads) await thread.close();
});

function thread(timeout?: number): ReadingThread {
  const started = new ReadingThread(timeout);
  threads.push(started);
  return started;
}

const mail = (body: string, headers = '') =>
  Buffer.from(
    `From: Ilse <ilse@example.org>\r\nSubject: Re: plums\r\nMessage-ID: <a@b>\r\n${headers}\r\n${body}`,
  );

test('reads one message after another, each by itself', async () => {
  const one = thread();
  const read = await Promise.all(['first', 'second', 'third'].map((body) => one.read(mail(body))));
  expect(read.map(({ body }) => body)).toEqual(['first', 'second', 'third']);
  expect(read[0]).toMatchObject({
    from: 'ilse@example.org',
    subject: 'Re: plums',
    messageId: '<a@b>',
    trouble: null,
  });
});

test('gives up on a message that takes too long, tells it roughly, and reads the next', async () => {
  const hasty = thread(1);
  const rough = await hasty.read(mail('Hello there.'));
  expect(rough.trouble).not.toBeNull();
  expect(rough).toMatchObject({ from: 'ilse@example.org', messageId: '<a@b>', body: 'Hello there.' });
  expect((await thread().read(mail('And the next.'))).body).toBe('And the next.');
});

test.each([
  ['nothing', ''],
  ['no headers', '\r\n\r\n'],
  ['bytes of no kind', Buffer.from(Array.from({ length: 2_000 }, (_, n) => (n * 37) % 256))],
])('reads %s', async (_what, raw) => {
  const read = await thread().read(Buffer.from(raw as string));
  expect(read.trouble).toBeNull();
  expect(typeof read.body).toBe('string');
});

test('a message that the parser refuses is told roughly', async () => {
  const nested = 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(5_000);
  const one = thread();
  expect(await one.read(mail(nested, 'X-Any: 1'))).toMatchObject({
    from: 'ilse@example.org',
    messageId: '<a@b>',
  });
  expect((await one.read(mail('And the next.'))).body).toBe('And the next.');
});
