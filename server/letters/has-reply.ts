import { eq, sql } from 'drizzle-orm';
import { replies } from '../answers/schema.ts';
import { fromThatAddress } from '../core/db/came-to.ts';
import type { Executor } from '../core/db/database.ts';
import { letters } from './schema.ts';

/**
 * Condition on a reply `r` to a letter `l`: whoever has its recipient's address wrote it. Any mail can name that as its
 * From. A letter that waits, perhaps with a corrected address, has no `queued_at`.
 */
const isTheirs = sql`r.side = 'recipient'
  and (r.created_at >= l.queued_at or ${fromThatAddress} and not r.from_another_address)`;

/** Whether a letter `l` has such a reply. */
export const isAnswered = sql`exists (select from replies r where r.conversation_id = l.conversation_id and ${isTheirs})`;

export const hasReply = async (db: Executor, conversationId: string): Promise<boolean> =>
  (await db.$count(replies, eq(replies.conversationId, conversationId))) > 0;

export async function hasAnswered(db: Executor, conversationId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from letters l where l.conversation_id = ${conversationId} and ${isAnswered}`,
  );
  return rows.length > 0;
}

export const hasWrittenBack = sql`(
  exists (select 1 from conversations earlier join letters l on l.conversation_id = earlier.id
      join replies r on r.conversation_id = earlier.id
    where earlier.user_id = ${letters.userId} and lower(earlier.recipient_email) = lower(${letters.recipientEmail})
      and ${isTheirs})
  or exists (select 1 from users writer join letters back on back.user_id = writer.id
    where lower(writer.email) = lower(${letters.recipientEmail}) and writer.email_verified
      and lower(back.recipient_email) = lower(${letters.senderEmail}) and back.sent_at is not null))`;
