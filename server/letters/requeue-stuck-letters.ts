import { sql } from 'drizzle-orm';
import { isSetAside } from '../platform/jobs/set-aside-jobs.ts';
import type { Services } from '../platform/services.ts';

/**
 * Gives a job to each letter that should have moved by now but has not: its job may have used up its retries
 * while the database or the disk was ailing. A job too many is harmless, for the letter's own row says whether
 * there is anything to do. One whose job is set aside waits for the operator.
 */
export async function requeueStuckLetters({
  db,
  queue,
  log,
}: Pick<Services, 'db' | 'queue' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from letters
      where status in ('queued', 'sending')
        and greatest(next_attempt_at, coalesce(lease_until, next_attempt_at)) < now() - interval '10 minutes'
        and not ${isSetAside('send-letter', 'letters.id')}
      order by id limit 1000`);
    for (const { id } of rows) await queue.enqueue(tx, 'send-letter', { letterId: Number(id) });
    if (rows.length > 0) log.warn({ letters: rows.length }, 'woke letters that had been forgotten');
  });
}
