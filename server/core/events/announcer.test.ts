import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { openDatabase } from '../db/database.ts';
import { announceBalance } from './announce.ts';
import { Announcer, CHANNEL } from './announcer.ts';

it('announcements: of a transaction that is rolled back nothing is sent; what an ended process left is, and in order', async () => {
  const place = await createTestDatabase();
  const log = pino({ enabled: false });
  const { db, pool, close } = openDatabase({ connectionString: place.url }, () => {}, {
    onAnnounced: () => announcer.soon(),
  });
  const listener = new pg.Client({ connectionString: place.url });
  // Nothing is swept meanwhile.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const announcer = new Announcer(pool, log);
  vi.useRealTimers();
  try {
    const { rows } = await db.execute<{ id: string; uid: string }>(sql`
      insert into users (account_uid, email) values ('maren', 'maren@example.com'), ('ilse', 'ilse@example.org')
      returning id, account_uid as uid`);
    const [maren, ilse] = rows.map(({ id }) => Number(id));
    if (!maren || !ilse) throw new Error('Nobody was written.');
    await listener.connect();
    await listener.query(`listen ${CHANNEL}`);
    const heard: string[] = [];
    const both = new Promise<void>((resolve) => {
      listener.on('notification', ({ payload }) => {
        heard.push(JSON.parse(payload ?? '').uid);
        if (heard.length === 2) resolve();
      });
    });

    const failed = db.transaction(async (tx) => {
      await announceBalance(tx, maren);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await pool.query(`select announce(json_build_object('uid', 'left'))`);
    await db.transaction((tx) => announceBalance(tx, ilse));
    await both;
    expect(heard).toEqual(['left', 'ilse']);
    expect((await pool.query('select from announcements')).rowCount).toBe(0);
  } finally {
    await announcer.close();
    await listener.end();
    await close();
    await place.drop();
  }
});

it('announcements: one that comes as the sending before it ends is sent at once', async () => {
  for (let later = 0; later < 10; later++) {
    const query = vi.fn(async () => ({ rows: [{ sent: 0 }] }));
    const announcer = new Announcer({ query } as unknown as pg.Pool, pino({ level: 'silent' }));
    announcer.soon();
    for (let turn = 0; turn < later; turn++) await null;
    const before = query.mock.calls.length;
    announcer.soon();
    await setImmediate();
    expect(query.mock.calls.length, `${later} turns later`).toBeGreaterThan(before);
    await announcer.close();
  }
});

it('announcements: their ids outlive a failover, for which their sequence is in the log, as all are', async () => {
  const place = await createTestDatabase();
  const { pool, close } = openDatabase({ connectionString: place.url }, () => {});
  const { rows } = await pool.query(
    `select relname from pg_class where relkind = 'S' and relpersistence = 'u'`,
  );
  expect(rows).toEqual([]);
  await close();
  await place.drop();
});
