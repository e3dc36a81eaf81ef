import { and, eq } from 'drizzle-orm';
import { replies } from '../answers/schema.ts';
import type { Executor } from '../core/db/database.ts';

/** Whether a conversation has a reply. @param side whose; of either when absent */
export async function hasReply(
  db: Executor,
  conversationId: string,
  side?: typeof replies.$inferSelect.side,
): Promise<boolean> {
  const found = await db
    .select({ id: replies.id })
    .from(replies)
    .where(and(eq(replies.conversationId, conversationId), side && eq(replies.side, side)))
    .limit(1);
  return found.length > 0;
}
