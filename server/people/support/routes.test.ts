import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import type { OutgoingMail } from '../../core/jobs/jobs.ts';
import { sessions } from '../identity/schema.ts';
import { supportMessages } from './schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ env: { SUPPORT_EMAIL: 'help@letters.example' } });
});
afterAll(() => product.close());

let writers = 0;
/** A message from an address and a network of its own. */
const written = (more: Record<string, unknown> = {}) => {
  writers += 1;
  return {
    name: 'Ilse Brandt',
    email: `ilse.${writers}@example.org`,
    category: 'billing',
    subject: 'A photo came out sideways',
    message: 'I turned my second page.\n\nIlse',
    ...more,
  };
};
const write = (
  payload: Record<string, unknown>,
  { headers = product.origin, ip = `198.51.100.${writers}` }: { headers?: object; ip?: string } = {},
) =>
  product.app.inject({
    method: 'POST',
    url: '/api/support',
    headers: { ...headers },
    remoteAddress: ip,
    payload,
  });
const kept = () => product.services.db.select().from(supportMessages);
const mails = async (): Promise<OutgoingMail[]> => {
  const { rows } = await product.services.db.execute<{ data: OutgoingMail }>(
    sql`select data from jobs.job where name = 'send-mail' order by created_on`,
  );
  return rows.map(({ data }) => data);
};

it('support: stores a message from a signed-out person and mails it with the writer as Reply-To', async () => {
  const message = written({ subject: ' Sideways\r\nBcc: everyone@example.org ' });
  const answer = await write(message);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ received: true });
  const row = (await kept()).find(({ email }) => email === message.email);
  expect(row).toMatchObject({
    uid: null,
    name: 'Ilse Brandt',
    category: 'billing',
    subject: 'Sideways Bcc: everyone@example.org',
    message: 'I turned my second page.\n\nIlse',
    honeypotFilled: false,
  });
  const mail = (await mails()).find(({ replyTo }) => replyTo === message.email);
  expect(mail).toMatchObject({
    to: { address: 'help@letters.example' },
    subject: `[Billing #${row?.id}] Sideways Bcc: everyone@example.org`,
    messageId: row?.messageId,
  });
  expect(mail?.text).toContain('I turned my second page.');
  expect(mail?.text).toContain('Account: not signed in');
});

it('support: names the signed-in account, whatever address the form has', async () => {
  const maren = await signedIn(product, { verified: true });
  const message = written();
  expect((await write(message, { headers: maren.headers })).statusCode).toBe(200);
  expect((await kept()).find(({ email }) => email === message.email)?.uid).toBe(maren.uid);
  const mail = (await mails()).find(({ replyTo }) => replyTo === message.email);
  expect(mail?.text).toContain(`Account: ${maren.email} (verified), ${maren.uid}`);
});

it('support: keeps nothing of an account that was erased by another process meanwhile', async () => {
  const maren = await signedIn(product, { verified: true });
  const { db } = product.services;
  expect((await product.app.inject({ url: '/api/sessions', headers: maren.headers })).statusCode).toBe(200);
  await db.delete(sessions).where(eq(sessions.uid, maren.uid));
  expect((await write(written(), { headers: maren.headers })).statusCode).toBe(401);
  expect(await db.$count(supportMessages, eq(supportMessages.uid, maren.uid))).toBe(0);
});

it.each([
  ['name', { name: ' ' }, 'Please fill in all required fields'],
  ['email', { email: undefined }, 'Please fill in all required fields'],
  ['email', { email: 'ilse@example' }, 'Please enter a valid email address'],
  ['category', { category: 'praise' }, 'Please choose one of the categories'],
  ['subject', { subject: '' }, 'Please fill in all required fields'],
  ['message', { message: undefined }, 'Please fill in all required fields'],
  ['message', { message: 'a'.repeat(5_001) }, 'Please keep the message to at most 5,000 characters'],
  ['website', { website: 5 }, 'Something in the request is not right.'],
])('support: refuses a bad %s (%j)', async (field, change, sentence) => {
  const before = (await kept()).length;
  const answer = await write(written(change));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message: sentence, fields: { [field]: sentence } });
  expect(await kept()).toHaveLength(before);
});

it('support: refuses an address of 250 KB in linear time', async () => {
  const answer = await write(written({ email: `a@${'.'.repeat(250_000)}@` }));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { email: 'Please enter a valid email address' } });
  // It took a minute when the pattern was quadratic, longer than a test may.
});

it('support: stores a message with the honeypot filled, without mailing it, with the usual answer', async () => {
  const message = written({ website: 'https://spam.example' });
  const answer = await write(message);
  expect(answer.json()).toEqual({ received: true });
  expect((await kept()).find(({ email }) => email === message.email)?.honeypotFilled).toBe(true);
  expect((await mails()).some(({ replyTo }) => replyTo === message.email)).toBe(false);
});

it('support: a repeated request stores no second message', async () => {
  const message = written();
  const headers = { ...product.origin, 'idempotency-key': 'one-intent' };
  const answers = await Promise.all([1, 2, 3].map(() => write(message, { headers })));
  answers.push(await write(message, { headers }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await kept()).filter(({ email }) => email === message.email)).toHaveLength(1);
  expect((await mails()).filter(({ replyTo }) => replyTo === message.email)).toHaveLength(1);

  const other = written();
  expect((await write(other, { headers })).statusCode).toBe(200);
  expect((await kept()).some(({ email }) => email === other.email)).toBe(true);
});

it('support: accepts five messages an hour from one address, in any case', async () => {
  const message = written();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await write(message, { ip: `203.0.113.${sent}` })).statusCode).toBe(200);
  }
  const answer = await write({ ...message, email: message.email.toUpperCase() }, { ip: '203.0.113.9' });
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(answer.json()).toMatchObject({ code: 'TOO_MANY', message: expect.stringContaining('in an hour') });
});

it('support: what a stranger sends in somebody’s name uses up nothing of theirs, elsewhere or signed in', async () => {
  const maren = await signedIn(product, { verified: true });
  const message = written({ email: maren.email });
  for (let sent = 0; sent < 6; sent += 1) await write(message, { ip: `203.0.113.${sent}` });
  expect((await write(message, { ip: '203.0.113.9' })).statusCode).toBe(429);
  expect((await write(message, { ip: '198.51.101.1' })).statusCode).toBe(200);
  const own = { headers: maren.headers, ip: '203.0.113.9' };
  for (let sent = 0; sent < 5; sent += 1) expect((await write(message, own)).statusCode).toBe(200);
  expect((await write(message, own)).statusCode).toBe(429);
});

it('support: accepts twenty requests an hour from one network, and counts those that are refused', async () => {
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent += 1) {
    const message = sent === 0 ? written({ email: 'no address' }) : written();
    statuses.push((await write(message, { ip: `2001:db8:7:7::${sent}` })).statusCode);
  }
  expect(statuses).toEqual([400, ...Array.from({ length: 19 }, () => 200), 429]);
});

it('support: refuses a foreign Origin', async () => {
  const answer = await write(written(), { headers: { origin: 'https://elsewhere.example' } });
  expect(answer.statusCode).toBe(403);
});

it('support: without SUPPORT_EMAIL the mail goes to our own address', async () => {
  const plain = await startTestProduct();
  const message = written();
  const answer = await plain.app.inject({
    method: 'POST',
    url: '/api/support',
    headers: plain.origin,
    payload: message,
  });
  expect(answer.statusCode).toBe(200);
  const { rows } = await plain.services.db.execute<{ data: OutgoingMail }>(sql`select data from jobs.job`);
  expect(rows[0]?.data.to.address).toBe('letters@slow-letters.localhost');
  await plain.close();
});
