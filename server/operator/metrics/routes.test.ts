import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { forbidConnections } from '../../../test/support/database-away.ts';
import { queuedLetter, userWithCredits } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { setAsideJobs } from '../../core/schema.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { users } from '../../people/users/schema.ts';
import { recordFigures, recordLedger } from './figures.ts';

const TOKEN = 'slow_letters_metrics_at_night';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => product.close());

const get = (url: string, authorization?: string) =>
  product.app.inject({ url, headers: authorization ? { authorization } : {} });

it.each(['/metrics', '/status'])('GET %s: 401 without the token, 200 with it', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toContain('Basic');
  expect((await get(url, `Bearer ${TOKEN}x`)).statusCode).toBe(401);
  expect((await get(url, 'Bearer')).statusCode).toBe(401);
  expect((await get(url, `Bearer ${TOKEN}`)).statusCode).toBe(200);
  const basic = Buffer.from(`operator:${TOKEN}`).toString('base64');
  expect((await get(url, `Basic ${basic}`)).statusCode).toBe(200);
});

it('GET /ping: a flood asks the database once, and storage never', async () => {
  const { db, storage } = product.services;
  const asked = vi.spyOn(db, 'execute');
  const stored = vi.spyOn(storage, 'check').mockRejectedValue(new Error('The bucket is down.'));
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/ping')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(stored).not.toHaveBeenCalled();
    const metrics = (await get('/metrics', `Bearer ${TOKEN}`)).body;
    expect(metrics).toContain('slow_letters_storage_up 0');
  } finally {
    vi.restoreAllMocks();
  }
});

it('the operator’s token: a network has 20 wrong guesses in 15 minutes, also at once; the right one passes beyond', async () => {
  const from = (remoteAddress: string, token: string) =>
    product.app.inject({ url: '/metrics', remoteAddress, headers: { authorization: `Bearer ${token}` } });
  const guesses = await Promise.all(Array.from({ length: 25 }, (_, n) => from('192.0.2.4', `guess ${n}`)));
  expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20);
  expect((await from('192.0.2.4', 'another')).statusCode).toBe(429);
  const right = await Promise.all(Array.from({ length: 25 }, () => from('192.0.2.4', TOKEN)));
  expect(right.map(({ statusCode }) => statusCode)).toEqual(Array(25).fill(200));
});

it('GET /readyz: is ready without storage, and names it to the operator', async () => {
  const fresh = await startTestProduct({ env: { METRICS_TOKEN: TOKEN } });
  vi.spyOn(fresh.services.storage, 'check').mockRejectedValue(new Error('The bucket is down.'));
  try {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const ask = async () => (await fresh.app.inject({ url: '/readyz', headers })).json();
    expect(await ask()).toEqual({ ok: true, degraded: [] });
    await expect.poll(ask).toEqual({ ok: true, degraded: ['storage'] });
    for (const authorization of ['', 'Basic YTpi', 'Bearer wrong']) {
      const told = await fresh.app.inject({ url: '/readyz', headers: { authorization } });
      expect([told.statusCode, told.json()]).toEqual([200, { ok: true }]);
    }
    vi.spyOn(fresh.services.queue, 'hung', 'get').mockReturnValue(['send-letter']);
    expect((await fresh.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await fresh.app.inject({ url: '/livez' })).statusCode).toBe(200);
  } finally {
    vi.restoreAllMocks();
    await fresh.close();
  }
});

it('GET /metrics and /status: 404 where METRICS_TOKEN is not set', async () => {
  const closed = await startTestProduct();
  try {
    for (const url of ['/metrics', '/status'])
      expect((await closed.app.inject({ url, headers: { authorization: 'Bearer ' } })).statusCode).toBe(404);
  } finally {
    await closed.close();
  }
});

it('GET /metrics: has requests by route, letters and jobs from the database, and no personal data', async () => {
  const product = await startTestProduct({ env: { METRICS_TOKEN: TOKEN } });
  const person = await userWithCredits(product, { displayName: 'Maren Plumstone', verified: true });
  const { email } = person;
  const id = await queuedLetter(product, person);
  await product.services.db
    .insert(setAsideJobs)
    .values({ id: crypto.randomUUID(), name: 'read-inbound-message', subject: 'm', data: {}, deaths: 2 });
  await product.app.inject({ url: `/api/letters/${id}` });
  await recordFigures(product.services.db);
  await recordLedger(product.services.db);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = (await product.app.inject({ url: '/metrics', headers })).body;
  await product.close();
  expect(text).toMatch(
    /slow_letters_http_request_seconds_count\{method="GET",route="\/api\/letters\/:id",status="401"\} 1/,
  );
  expect(text).toMatch(/slow_letters_letters\{status="queued"\} 1/);
  expect(text).toMatch(/slow_letters_queue_jobs\{queue="send-letter",state="due"\} 1/);
  expect(text).toContain('slow_letters_queue_jobs{queue="read-inbound-message",state="set aside"} 1');
  expect(text).toContain('slow_letters_queue_jobs{queue="send-letter",state="set aside"} 0');
  expect(text).toMatch(/slow_letters_queue_oldest_seconds\{queue="send-letter"\} [\d.]+/);
  expect(text).toContain('slow_letters_ledger_faults 0');
  expect(text).toContain('slow_letters_photos 1');
  expect(text).toContain('slow_letters_database_up 1');
  expect(text).toContain('slow_letters_storage_up 1');
  expect(text).toMatch(/slow_letters_pool_connections\{state="idle"\} \d/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain(email);
  expect(text).not.toMatch(new RegExp(`letters/${id}"|Plumstone|ilse`, 'i'));
});

it('GET /status: shows problems, and no names', async () => {
  const fresh = await startTestProduct({ env: { METRICS_TOKEN: TOKEN } });
  try {
    const page = async () =>
      (await fresh.app.inject({ url: '/status', headers: { authorization: `Bearer ${TOKEN}` } })).body;
    expect(await page()).toContain('All is well.');
    const person = await userWithCredits(fresh);
    const { db } = fresh.services;
    await db.insert(letters).values({
      userId: person.userId,
      conversationId: (await conversationOf(fresh, person.userId)) ?? '',
      recipientName: 'Ilse',
      recipientEmail: 'ilse@example.org',
      senderName: 'Maren',
      senderEmail: person.email,
      emailMessage: 'x',
      template: 'vintage',
      status: 'queued',
      messageId: 'm',
      envelopeToken: 'e',
      nextAttemptAt: new Date(Date.now() - 3_600_000),
    });
    const shown = await page();
    expect(shown).toContain('A letter or answer has been due for 60 minutes:');
    expect(shown).not.toContain(person.email);
    expect(shown).not.toMatch(/Ilse|Maren/);
  } finally {
    await fresh.close();
  }
});

async function conversationOf({ services }: TestProduct, userId: number): Promise<string | undefined> {
  const [row] = await services.db
    .insert(conversations)
    .values({
      id: crypto.randomUUID(),
      userId,
      recipientEmail: 'ilse@example.org',
      recipientToken: 'r',
      senderToken: 's',
    })
    .returning({ id: conversations.id });
  return row?.id;
}

it('GET /metrics and /status: answer while the database is away, without its figures of before', async () => {
  const alone = await startTestProduct({ env: { METRICS_TOKEN: TOKEN } });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const before = await alone.app.inject({ url: '/metrics', headers });
  expect(before.body).toContain('slow_letters_held 0');
  const allow = await forbidConnections(alone.services.config.DATABASE_URL ?? '');
  const { body } = await alone.app.inject({ url: '/metrics', headers });
  const status = await alone.app.inject({ url: '/status', headers });
  await allow();
  await alone.close();
  expect(body).toContain('slow_letters_database_up 0');
  expect(body).not.toContain('slow_letters_held');
  expect(status.body).toContain('The database does not answer, or takes nothing');
  expect(body).toContain('process_resident_memory_bytes');
});

it('GET /metrics: counts ledger faults', async () => {
  const wrong = await startTestProduct({ env: { METRICS_TOKEN: TOKEN } });
  try {
    const { userId } = await userWithCredits(wrong);
    await wrong.services.db.update(users).set({ credits: 77 }).where(eq(users.id, userId));
    await recordLedger(wrong.services.db);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await wrong.app.inject({ url: '/metrics', headers })).body).toContain(
      'slow_letters_ledger_faults 1',
    );
    expect((await wrong.app.inject({ url: '/status', headers })).body).toContain(
      'does not add up in 1 places',
    );
  } finally {
    await wrong.close();
  }
});
