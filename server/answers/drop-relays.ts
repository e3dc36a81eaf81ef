import { and, eq, lt } from 'drizzle-orm';
import { said } from '../../shared/words.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { announceReply } from '../core/events/announce.ts';
import { relayReasonColumns } from './data.ts';
import { replies } from './schema.ts';

/** Used in a restored database. @returns how many */
export async function dropRelays(db: Executor, before: Date): Promise<number> {
  const dropped = await db
    .update(replies)
    .set({
      relayStatus: 'failed',
      ...relayReasonColumns(
        said('We had to go back to an earlier copy of our records, so this may have been mailed already.'),
      ),
    })
    .where(and(eq(replies.relayStatus, 'queued'), lt(replies.createdAt, before)))
    .returning({ id: replies.id });
  return dropped.length;
}

export async function dropRelay(tx: Transaction, replyId: number): Promise<void> {
  const [reply] = await tx
    .update(replies)
    .set({
      relayStatus: 'failed',
      ...relayReasonColumns(said('It could not be sent.')),
      relayLeaseUntil: null,
    })
    .where(and(eq(replies.id, replyId), eq(replies.relayStatus, 'queued')))
    .returning({ conversationId: replies.conversationId });
  if (reply) await announceReply(tx, reply.conversationId);
}
