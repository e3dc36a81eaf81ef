import { sql } from 'drizzle-orm';
import { isSetAside } from '../platform/jobs/set-aside-jobs.ts';
import type { Services } from '../platform/services.ts';

/**
 * Gives a job to each reply whose relay should have moved by now but has not: its job may have used up its retries
 * while the database was ailing. A job too many is harmless, for the reply's own row says whether there is
 * anything to do. One whose job is set aside waits for the operator.
 */
export async function requeueStuckRelays({
  db,
  queue,
  log,
}: Pick<Services, 'db' | 'queue' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from replies
      where relay_status = 'queued'
        and coalesce(relay_lease_until, created_at) < now() - interval '10 minutes'
        and not ${isSetAside('relay-reply', 'replies.id')}
      order by id limit 1000`);
    for (const { id } of rows) await queue.enqueue(tx, 'relay-reply', { replyId: Number(id) });
    if (rows.length > 0) log.warn({ replies: rows.length }, 'woke relays that had been forgotten');
  });
}
