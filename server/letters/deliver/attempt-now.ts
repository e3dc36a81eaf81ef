import { and, eq, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import { letters } from '../schema.ts';

export async function attemptNow(tx: Transaction, queue: Queue, letterId: number): Promise<void> {
  await tx
    .update(letters)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(letters.id, letterId), statusIs(STATUS.queued, letters.status)));
  await queue.enqueue(tx, 'send-letter', { letterId });
}

/** Once its lease is over no worker has it. */
export async function endDeadAttempt(db: Executor, letterId: number): Promise<void> {
  await db
    .update(letters)
    .set({ status: STATUS.queued, leaseUntil: null })
    .where(
      and(
        eq(letters.id, letterId),
        statusIs(STATUS.sending, letters.status),
        sql`${letters.leaseUntil} < now()`,
      ),
    );
}
