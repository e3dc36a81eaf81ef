import { readdir, readFile } from 'node:fs/promises';
import { getPriority, platform } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { manyStatusParts } from '../test/hostile-mail.ts';
import { type InboundMessage, type ParserLimits, ParserThreads, THREAD_START_MS } from './parser-thread.ts';

const opened: ParserThreads[] = [];
afterAll(async () => {
  for (const threads of opened) await threads.close();
});

const SENDER = 'ilse@example.org';
/** More CPU time than a message of these tests takes on a busy machine. */
const PATIENT: ParserLimits = { cpuMs: 30_000 };

function threads(limits: Partial<ParserLimits> = {}, count = 1): ParserThreads {
  const started = new ParserThreads(count, { ...PATIENT, ...limits });
  opened.push(started);
  return started;
}

/** One thread. */
function thread(limits: Partial<ParserLimits> = {}) {
  const one = threads(limits);
  const parse = async (raw: Buffer, sender: string): Promise<InboundMessage> =>
    (await one.parse(raw, sender)).message;
  return { parse };
}

const mail = (body: string, headers = '') =>
  Buffer.from(
    `From: Ilse <ilse@example.org>\r\nSubject: Re: plums\r\nMessage-ID: <a@b>\r\n${headers}\r\n${body}`,
  );

test('ParserThreads: parses one message after another', async () => {
  const one = thread();
  const read = await Promise.all(['first', 'second', 'third'].map((body) => one.parse(mail(body), SENDER)));
  expect(read.map(({ body }) => body)).toEqual(['first', 'second', 'third']);
  expect(read[0]).toMatchObject({
    from: 'ilse@example.org',
    subject: 'Re: plums',
    messageId: '<a@b>',
    parseProblem: null,
  });
});

test.runIf(platform() === 'linux')(
  'ParserThreads: give way to the thread that answers requests',
  async () => {
    await thread().parse(mail('first'), SENDER);
    const tasks = await readdir('/proc/self/task');
    const stats = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/stat`, 'utf8')));
    // The 19th field (proc(5)); the second is a name in parentheses.
    const priorities = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
    expect(Math.max(...priorities)).toBeGreaterThan(getPriority());
  },
);

test('ParserThreads: returns header and text of a message that takes too long, and parses the next', async () => {
  const impatient = thread({ cpuMs: 1 });
  const rough = await impatient.parse(mail('Hello there.'), SENDER);
  expect(rough.parseProblem).not.toBeNull();
  expect(rough).toMatchObject({ from: 'ilse@example.org', messageId: '<a@b>', body: 'Hello there.' });
  expect((await thread().parse(mail('And the next.'), SENDER)).body).toBe('And the next.');
});

/** Takes a tenth of a second of CPU time and more. */
const SLOW = mail(
  `<p>${'<b>Hello <i>there</i></b> &amp; '.repeat(10_000)}</p>`,
  'Content-Type: text/html\r\n',
);

test('ParserThreads: says which message was ended by the limit of CPU time, and what it and the next thread take', async () => {
  const ended = await threads({ cpuMs: 20 }).parse(SLOW, SENDER);
  expect(ended).toMatchObject({ tookTooLong: true, message: { messageId: '<a@b>' } });
  const parsed = await threads().parse(SLOW, SENDER);
  expect(parsed).toMatchObject({ tookTooLong: false, message: { parseProblem: null } });
  expect(ended.cpuMs).toBeGreaterThan(THREAD_START_MS);
  const quick = await threads().parse(mail('Hello there.'), SENDER);
  expect(parsed.cpuMs).toBeGreaterThan(quick.cpuMs);
});

test('ParserThreads: a message that takes long does not hold up the next', async () => {
  const two = threads({}, 2);
  // Both are started, so that the order is not that of their start.
  await Promise.all([two.parse(mail('x'), SENDER), two.parse(mail('y'), SENDER)]);
  const ends: string[] = [];
  const slow = two.parse(SLOW, SENDER).then(() => ends.push('slow'));
  const quick = two.parse(mail('Hello there.'), SENDER).then(() => ends.push('quick'));
  await Promise.all([slow, quick]);
  expect(ends).toEqual(['quick', 'slow']);
});

test.each([
  ['nothing', ''],
  ['no headers', '\r\n\r\n'],
  ['bytes of no kind', Buffer.from(Array.from({ length: 2_000 }, (_, n) => (n * 37) % 256))],
])('ParserThreads: parses %s', async (_what, raw) => {
  const read = await thread().parse(Buffer.from(raw as string), SENDER);
  expect(read.parseProblem).toBeNull();
  expect(typeof read.body).toBe('string');
});

test('ParserThreads: returns header and text of a message that the parser refuses', async () => {
  const nested = 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(5_000);
  const one = thread();
  expect(await one.parse(mail(nested, 'X-Any: 1'), SENDER)).toMatchObject({
    from: 'ilse@example.org',
    messageId: '<a@b>',
  });
  expect((await one.parse(mail('And the next.'), SENDER)).body).toBe('And the next.');
});

test('ParserThreads: refuse a header of many lines in an undeclared charset within their time', async () => {
  const header = Buffer.from(`From: Ilse <ilse@example.org>\r\n${'\xe9\r\n'.repeat(300_000)}`, 'latin1');
  const read = await thread({ cpuMs: 2_000 }).parse(header, SENDER);
  expect(read).toMatchObject({ from: 'ilse@example.org', parseProblem: 'its header is too long' });
});

test('ParserThreads: running out of memory ends only the thread, and the next message is parsed', async () => {
  const small = thread({ memoryMb: 24 });
  const files = Array.from(
    { length: 900 },
    (_, n) => `--b\r\nContent-Type: text/plain; name=${n}\r\n\r\n${'&lt; '.repeat(4_000)}\r\n`,
  );
  const huge = mail(files.join(''), 'Content-Type: multipart/mixed; boundary=b\r\n');
  const read = await small.parse(huge, SENDER);
  // The thread's end may be seen before its reason.
  expect(read.parseProblem).toMatch(/ERR_WORKER_(?:OUT_OF_MEMORY|NOT_RUNNING)/);
  expect(read).toMatchObject({ from: 'ilse@example.org', messageId: '<a@b>' });
  expect((await small.parse(mail('And the next.'), SENDER)).body).toBe('And the next.');
});

test('ParserThreads: returns header and text of a message with too many parts, and keeps the thread', async () => {
  const parts = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n';
  const header = 'Content-Type: multipart/mixed; boundary="b"\r\n';
  let threadsStarted = 0;
  const onStart = () => {
    threadsStarted += 1;
  };
  process.on('worker', onStart);
  const one = thread();
  expect((await one.parse(mail(parts.repeat(900), header), SENDER)).parseProblem).toBeNull();
  for (let times = 0; times < 2; times++) {
    const many = await one.parse(mail(parts.repeat(1_100), header), SENDER);
    expect(many).toMatchObject({ parseProblem: 'it has too many parts', messageId: '<a@b>' });
  }
  process.off('worker', onStart);
  expect(threadsStarted).toBe(1);
});

test('ParserThreads: removes U+0000 and halves of surrogate pairs everywhere', async () => {
  const nul = String.fromCharCode(0);
  const word = `=?utf-8?B?${Buffer.from(`a${nul}b`).toString('base64')}?=`;
  const half = '=?utf-8?Q?=ED=A0=80?=';
  const raw = Buffer.from(
    [
      `From: "x${nul}" <il${nul}se@example.org>`,
      `Subject: ${word} ${half}`,
      `Message-ID: <a${nul}@b>`,
      `X-Any: ${nul}`,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      `<p>Hello${nul}</p>`,
      '--b',
      `Content-Type: image/jpeg; name="${word}"`,
      'Content-Disposition: attachment',
      '',
      'x',
      '--b--',
    ].join('\r\n'),
  );
  for (const reader of [thread(), thread({ cpuMs: 1 })]) {
    const read = await reader.parse(raw, SENDER);
    const strings = JSON.stringify(read);
    expect(strings).not.toContain('\\u0000');
    expect(strings.isWellFormed()).toBe(true);
    expect(strings).not.toMatch(/\\ud[89a-f]/i);
    expect(read.messageId).toBe('<a@b>');
  }
});

describe('ParserThreads: delivery reports', () => {
  const report = 'Content-Type: message/delivery-status\r\n';

  test('are parsed, with the Message-IDs that they name', async () => {
    const body = 'Final-Recipient: rfc822; x@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n';
    const read = await thread().parse(mail(`${body}\r\n<one@example.org> <two@example.org>`, report), '');
    expect(read.report).toMatchObject({ action: 'failed', status: '5.1.1' });
    expect(read.namedMessageIds).toEqual([
      '<ilse@example.org>',
      '<a@b>',
      '<one@example.org>',
      '<two@example.org>',
    ]);
  });

  test('are found even when parsing does not come to an end', async () => {
    const nested = 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(5_000);
    const read = await thread().parse(mail(`Status: 5.1.1\r\n\r\n${nested}`, report), '');
    expect(read.parseProblem).not.toBeNull();
    expect(read.report).toMatchObject({ action: 'failed', status: '5.1.1' });
  });

  test.each([72_000, 273_000, 2_000_000])(
    'of %i bytes that is all parts leaves the main thread free',
    async (bytes) => {
      const one = thread();
      await one.parse(mail('The thread is there.'), SENDER);
      const before = process.threadCpuUsage();
      const read = await one.parse(manyStatusParts(bytes), '');
      const { user, system } = process.threadCpuUsage(before);
      const held = (user + system) / 1_000;
      expect(read.report).toMatchObject({ status: '5.1.1' });
      expect(held).toBeLessThan(250);
    },
  );
});
