import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createProxiedDatabase } from '../../../test/support/proxied-database.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { openDatabase } from './database.ts';

it('pool: survives a connection that is terminated inside a transaction', async () => {
  const place = await createTestDatabase();
  const { db, pool, close } = openDatabase({ connectionString: place.url }, () => {});
  try {
    const broken = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // Nothing is asked while it breaks: without a listener that ends the process.
      await sleep(300);
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await close();
    await place.drop();
  }
});

it('pool: loses no connection that breaks before its transaction begins', async () => {
  const place = await createTestDatabase();
  const { db, pool, close } = openDatabase({ connectionString: place.url, max: 2 }, () => {});
  try {
    const breakIt = (client: { end(): Promise<void> }) => void client.end();
    for (let n = 0; n < 3; n++) {
      pool.once('acquire', breakIt);
      await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    }
    expect(await db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([
      { one: 1 },
    ]);
  } finally {
    await close();
    await place.drop();
  }
});

it('pool: after one answer came too late, connections that were idle since before are not used again', async () => {
  const place = await createProxiedDatabase();
  const { db, pool, close } = openDatabase({ connectionString: place.url, query_timeout: 1_300 }, () => {});
  const askedTogether = () => Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.1)')));
  try {
    for (const ask of [
      () => pool.query('select 1'),
      () => db.transaction((tx) => tx.execute(sql`select 1`)),
    ]) {
      await askedTogether();
      expect(place.proxy.drop()).toBe(3);
      await expect(ask()).rejects.toThrow();
      await ask();
      await ask();
    }
  } finally {
    await close();
    await place.drop();
  }
});
