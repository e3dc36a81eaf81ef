import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../core/db/database.ts';
import { conversations } from '../core/db/schema/conversations.ts';

/**
 * Moves a conversation up, in which somebody wrote at this moment.
 * @param returning SQL over `conversations`
 */
export async function raiseConversation(
  tx: Transaction,
  id: string,
  at: Date,
  returning: SQL,
): Promise<void> {
  await tx
    .update(conversations)
    .set({ lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(conversations.id, id))
    .returning({ announced: returning });
}

/** Stops or resumes relayed mail to one side; answers still show in the app. */
export async function setMuted(
  db: Executor,
  { conversationId, side }: { conversationId: string; side: 'sender' | 'recipient' },
  muted: boolean,
): Promise<void> {
  const since = muted ? sql`now()` : null;
  await db
    .update(conversations)
    .set(side === 'sender' ? { senderMutedAt: since } : { recipientMutedAt: since })
    .where(eq(conversations.id, conversationId));
}

/** Deletes the conversations that a person began. Call after all that is in them is gone. */
export async function deleteConversations(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(conversations).where(eq(conversations.userId, userId));
}
