import { eq, sql } from 'drizzle-orm';
import { replies } from '../answers/schema.ts';
import { sinceItLeft } from '../core/db/came-to.ts';
import type { Executor } from '../core/db/database.ts';
import { letters } from './schema.ts';

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
