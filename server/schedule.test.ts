import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { startTestProduct } from '../test/support/test-product.ts';
import { claimLead, readTurns } from './core/leader.ts';
import { startSchedule } from './schedule.ts';

it('schedule: only the letters that are due need no leader; what was noted while the clock was ahead is run, and what failed is due again in minutes', async () => {
  const product = await startTestProduct();
  const { db } = product.services;
  await db.execute(
    sql`insert into fleet_state (name, value, at) values ('turn: sweep rate counters', '{}', now() + interval '1 year')`,
  );
  await db.execute(sql`alter table rate_counters rename to rate_counters_elsewhere`);
  await claimLead(db, 'another process');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const schedule = startSchedule(product.services);
  try {
    vi.advanceTimersByTime(5_000);
    const released = async () =>
      expect([...(await readTurns(db)).keys()]).toContain('release scheduled letters');
    await vi.waitFor(released, { timeout: 60_000 });
    expect([...(await readTurns(db)).keys()].sort()).toEqual([
      'release scheduled letters',
      'sweep rate counters',
    ]);
    await db.execute(sql`delete from fleet_state where name = 'leader'`);
    vi.advanceTimersByTime(5_000);
    const failed = async () =>
      expect((await readTurns(db)).get('sweep rate counters')?.age).toBeGreaterThanOrEqual(55 * 60_000);
    await vi.waitFor(failed, { timeout: 60_000 });
  } finally {
    schedule.stop();
    vi.useRealTimers();
    await product.close();
  }
});
