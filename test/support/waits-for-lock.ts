import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/core/db/database.ts';

/** Until so many connections to this database wait for a lock. */
export async function waitsForLock(db: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await sleep(20);
  }
}
