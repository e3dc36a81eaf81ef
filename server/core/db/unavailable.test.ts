import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forbidConnections } from '../../../test/support/database-away.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { openDatabase } from './database.ts';
import { isDatabaseAway } from './unavailable.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it('database unavailable: requests get 503 during its restart, and succeed afterwards', async () => {
  const page = () => product.app.inject({ url: `/l/${'a'.repeat(26)}` });
  const before = (await page()).statusCode;
  expect(before).toBe(404);
  const allow = await forbidConnections(product.services.config.DATABASE_URL ?? '');
  try {
    const answer = await page();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.body).toContain('Please try again in a moment');
    const call = await product.app.inject({
      method: 'POST',
      url: '/api/support',
      headers: product.origin,
      payload: {
        name: 'Ilse',
        email: 'ilse@example.org',
        category: 'technical',
        subject: 'Plums',
        message: 'They came.',
      },
    });
    expect([call.statusCode, call.json().code]).toEqual([503, 'NOT_READY']);
  } finally {
    await allow();
  }
  expect((await page()).statusCode).toBe(before);
});

it('isDatabaseAway: true for an unreachable server and for an exhausted pool', async () => {
  const unreachable = openDatabase({ connectionString: 'postgres://x@127.0.0.1:1/x' }, () => undefined);
  expect(isDatabaseAway(await unreachable.db.execute('select 1').catch((error) => error))).toBe(true);
  await unreachable.close();

  const url = product.services.config.DATABASE_URL;
  const exhausted = openDatabase({ connectionString: url, max: 1 }, () => undefined);
  const client = await exhausted.pool.connect();
  // Only now, for on a busy machine connecting takes longer.
  exhausted.pool.options.connectionTimeoutMillis = 500;
  expect(isDatabaseAway(await exhausted.db.execute('select 1').catch((error) => error))).toBe(true);
  client.release();
  await exhausted.close();
});

it('isDatabaseAway: false for other errors', () => {
  const unique = Object.assign(new pg.DatabaseError('duplicate key', 1, 'error'), { code: '23505' });
  expect(isDatabaseAway(new DrizzleQueryError('insert', [], unique))).toBe(false);
  const disk = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
  expect(isDatabaseAway(disk)).toBe(false);
  expect(isDatabaseAway(new TypeError('x is not a function'))).toBe(false);
});
