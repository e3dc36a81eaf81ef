import { sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { DRAFT_KEPT_DAYS } from '../../../shared/limits.ts';
import { statusIs } from '../../core/db/status-in.ts';
import type { Services } from '../../core/services.ts';

const BATCH = 500;

/** Deletes letters that were not sent in `DRAFT_KEPT_DAYS`, and their conversations. Only their writer has seen them. */
export async function sweepUnsentLetters({ db, log }: Services): Promise<void> {
  let swept = 0;
  let batch = BATCH;
  while (batch === BATCH) {
    batch = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        with unsent as (
          select id from letters
          where ${statusIs(STATUS.created, sql`status`)} and created_at < now() - make_interval(days => ${DRAFT_KEPT_DAYS}::int)
          limit ${BATCH} for update skip locked)
        delete from letters l using unsent where l.id = unsent.id returning l.conversation_id as id`);
      const ids = sql.param(rows.map(({ id }) => id));
      await tx.execute(sql`
        delete from conversations c where c.id = any(${ids}::uuid[])
          and not exists (select 1 from letters l where l.conversation_id = c.id)`);
      return rows.length;
    });
    swept += batch;
  }
  if (swept > 0) log.info({ letters: swept }, 'swept letters that were never sent');
}
