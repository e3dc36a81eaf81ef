import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CHANNEL } from '../../server/core/events/announcer.ts';
import { queuedLetter, userWithCredits } from '../../test/support/factories.ts';
import { letterRow } from '../../test/support/letter-writer.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../../test/support/proxied-database.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';

/** With deadlines of a second; without any, each of these waits for minutes. */
const SOON = { timeout: 60_000, interval: 200 };

let database: ProxiedDatabase;
let product: TestProduct;
beforeAll(async () => {
  database = await createProxiedDatabase();
  product = await startTestProduct({
    worker: true,
    env: {
      DATABASE_URL: database.url,
      DATABASE_STATEMENT_SECONDS: '1',
    },
  });
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

it('silent network: transactions, letters and announcements go on after connections were lost without a word', async () => {
  const { db, events, pool } = product.services;
  const heard: string[] = [];
  const unsubscribe = await events.subscribe(({ event }) => heard.push(event.type));
  const sender = await userWithCredits(product, { verified: true });
  const letter = await queuedLetter(product, sender);
  const underWay = db.transaction(async (tx) => {
    await tx.execute(sql`select id from users where id = ${sender.userId} for update`);
    expect(database.proxy.drop()).toBeGreaterThan(1);
    await tx.execute(sql`select 1`);
  });
  // Waits for the row that the lost transaction holds.
  await expect(underWay).rejects.toThrow();
  await vi.waitFor(() => db.execute(sql`update users set email = email where id = ${sender.userId}`), SOON);
  await vi.waitFor(async () => expect((await letterRow(product, letter)).status).toBe('sent'), SOON);
  // What was missed meanwhile is fetched again, and later news arrive.
  await vi.waitFor(() => expect(heard).toContain('refresh'), SOON);
  heard.length = 0;
  const news = {
    position: 'drill',
    uid: null,
    email: null,
    event: { type: 'letter', id: letter, status: 'sent' },
  };
  await vi.waitFor(async () => {
    await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(news)})`);
    expect(heard).toContain('letter');
  }, SOON);
  unsubscribe();
  await vi.waitFor(() => expect(pool.waitingCount).toBe(0), SOON);
});

it('silent network: PostgreSQL is told to ask soon whether the other end is still there', async () => {
  for (const each of [product.services.db, product.services.longDb]) {
    const { rows } = await each.execute(sql`
      select from pg_settings where starts_with(name, 'tcp_keepalives_') and source = 'client'`);
    expect(rows).toHaveLength(3);
  }
});

it('silent network: /livez answers meanwhile, and /readyz is 200 again afterwards', async () => {
  await product.services.db.execute(sql`select 1`);
  database.proxy.drop();
  expect((await product.app.inject({ url: '/livez' })).statusCode).toBe(200);
  await vi.waitFor(
    async () => expect((await product.app.inject({ url: '/readyz' })).statusCode).toBe(200),
    SOON,
  );
});

it('silent network: a stop does not wait for the answer to long work', async () => {
  const { longDb } = product.services;
  await vi.waitFor(() => longDb.execute(sql`select 1`), SOON);
  database.proxy.drop();
  const unanswered = longDb.execute(sql`select 1`).then(
    () => 'answered',
    () => 'given up',
  );
  expect(await Promise.race([unanswered, product.close().then(() => 'closed')])).toBe('closed');
});
