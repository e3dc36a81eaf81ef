import { afterAll, expect, test } from 'vitest';
import { DmarcThread } from '../../packages/mail-reader/threads/dmarc-thread.ts';

const thread = new DmarcThread();
afterAll(() => thread.close());

/** An address that nothing can be asked about, and no signature: told without a look-up. */
const INSIDE = { clientAddress: '127.0.0.1', envelopeSender: 'ilse@brandt.example' };
const SIGNATURE =
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=brandt.invalid; s=x; h=from; bh=abc; b=abc\r\n';

test.each([
  ['ten signatures of 12 MB', `${SIGNATURE.repeat(10)}\r\n${'x'.repeat(12_000_000)}`],
  ['line feeds', `${SIGNATURE}\r\n${'\n'.repeat(10_000_000)}`],
])('DmarcThread: %s does not block the main thread', async (_what, rest) => {
  const raw = Buffer.from(`From: a@brandt.invalid\r\n${rest}`);
  await thread.check(Buffer.from('From: a@brandt.example\r\n\r\n'), INSIDE);
  const before = process.threadCpuUsage();
  // 'none' where a name server says that the domain does not exist.
  expect(['unknown', 'none']).toContain(await thread.check(raw, INSIDE));
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(250);
});
