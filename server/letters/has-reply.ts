import { and, eq, sql } from 'drizzle-orm';
import { replies } from '../answers/schema.ts';
import type { Executor } from '../core/db/database.ts';
import { letters } from './schema.ts';

/**
 * Condition on a reply `r` to a letter `l`. What was answered before the letter went on to its recipient's address
 * was between others, unless it came from that address.
 */
export const answeredHere = sql`(r.created_at >= coalesce(l.queued_at, l.created_at)
  or r.side = 'recipient' and lower(r.from_email) = lower(l.recipient_email))`;

export async function hasReply(
  db: Executor,
  conversationId: string,
  side?: typeof replies.$inferSelect.side,
): Promise<boolean> {
  const own = and(eq(replies.conversationId, conversationId), side && eq(replies.side, side));
  return (await db.$count(replies, own)) > 0;
}

export const hasWrittenBack = sql`(
  exists (select 1 from conversations earlier join replies on replies.conversation_id = earlier.id
    where earlier.user_id = ${letters.userId} and lower(earlier.recipient_email) = lower(${letters.recipientEmail})
      and replies.side = 'recipient')
  or exists (select 1 from users writer join letters back on back.user_id = writer.id
    where lower(writer.email) = lower(${letters.recipientEmail}) and writer.email_verified
      and lower(back.recipient_email) = lower(${letters.senderEmail}) and back.sent_at is not null))`;
