import { afterAll, expect, test } from 'vitest';
import { DmarcThread } from './dmarc-thread.ts';

const threads: DmarcThread[] = [];
afterAll(async () => {
  for (const thread of threads) await thread.close();
});

function thread(timeout?: number): DmarcThread {
  const started = new DmarcThread(timeout);
  threads.push(started);
  return started;
}

/** An address that nothing can be asked about, and no signature: told without a look-up. */
const INSIDE = { clientAddress: '127.0.0.1', envelopeSender: 'ilse@brandt.example' };
const SIGNATURE =
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=brandt.invalid; s=x; h=from; bh=abc; b=abc\r\n';

test('DmarcThread: checks several messages concurrently', async () => {
  const one = thread();
  const mails = ['a', 'b', 'c'].map((name) => Buffer.from(`From: ${name}@brandt.example\r\n\r\nHello`));
  const told = await Promise.all(mails.map((raw) => one.check(raw, INSIDE)));
  expect(told).toEqual(['unknown', 'unknown', 'unknown']);
});

test.each([
  ['a header without an end', `From: a@brandt.invalid\r\nX: ${'a\r\n '.repeat(1_000_000)}`],
  ['a field of 20 KB', `From: a@brandt.invalid\r\n${SIGNATURE}X: ${'aaa\r\n '.repeat(5_000)}\r\n\r\nx`],
  ['eleven signatures', `From: a@brandt.invalid\r\n${SIGNATURE.repeat(11)}\r\nx`],
])('DmarcThread: %s does not block the main thread', async (_what, mail) => {
  const raw = Buffer.from(mail);
  const one = thread();
  await one.check(Buffer.from('From: a@brandt.example\r\n\r\n'), INSIDE);
  const before = process.threadCpuUsage();
  // 'none' where a name server says that the domain does not exist.
  expect(['unknown', 'none']).toContain(await one.check(raw, INSIDE));
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(250);
});

test('DmarcThread: a blocked thread is terminated, and the next message gets a new one', async () => {
  const impatient = thread(1);
  const raw = Buffer.from(`From: a@brandt.invalid\r\n${SIGNATURE}\r\n${'x\n'.repeat(2_000_000)}`);
  expect(await impatient.check(raw, INSIDE)).toBe('unknown');
  expect(await impatient.check(Buffer.from('From: a@brandt.example\r\n\r\n'), INSIDE)).toBe('unknown');
});
