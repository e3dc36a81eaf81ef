import { eq, sql } from 'drizzle-orm';
import { replies } from '../answers/schema.ts';
import type { Executor } from '../core/db/database.ts';
import { letters } from './schema.ts';

/** Conditions on a reply `r` to a letter `l`. What was answered before it left may be of whoever it went to first. */
const sinceItLeft = sql`r.created_at >= coalesce(l.queued_at, l.created_at)`;

/** Not what was between others; what came from the recipient's address is theirs. */
export const answeredHere = sql`(${sinceItLeft}
  or r.side = 'recipient' and lower(r.from_email) = lower(l.recipient_email))`;

export const hasReply = async (db: Executor, conversationId: string): Promise<boolean> =>
  (await db.$count(replies, eq(replies.conversationId, conversationId))) > 0;

/** Whether its recipient has, since it left. */
export async function hasAnswered(db: Executor, conversationId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from letters l join replies r on r.conversation_id = l.conversation_id
    where l.conversation_id = ${conversationId} and r.side = 'recipient' and ${sinceItLeft} limit 1`);
  return rows.length > 0;
}

export const hasWrittenBack = sql`(
  exists (select 1 from conversations earlier join letters l on l.conversation_id = earlier.id
      join replies r on r.conversation_id = earlier.id
    where earlier.user_id = ${letters.userId} and lower(earlier.recipient_email) = lower(${letters.recipientEmail})
      and r.side = 'recipient' and ${sinceItLeft})
  or exists (select 1 from users writer join letters back on back.user_id = writer.id
    where lower(writer.email) = lower(${letters.recipientEmail}) and writer.email_verified
      and lower(back.recipient_email) = lower(${letters.senderEmail}) and back.sent_at is not null))`;
