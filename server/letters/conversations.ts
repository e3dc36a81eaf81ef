import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../core/db/database.ts';
import { conversations } from './schema.ts';

/** @param db `tx.with(…)` of the statement that stores what was written @param stored condition: it did */
export const raiseConversation = <Returning extends Record<string, SQL>>(
  db: Pick<Transaction, 'update'>,
  { id, at, stored, returning }: { id: string; at: Date; stored: SQL; returning: Returning },
) =>
  db
    .update(conversations)
    .set({ lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(eq(conversations.id, id), stored))
    .returning(returning);

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

/** Call after all that is in them is gone. */
export async function deleteConversations(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(conversations).where(eq(conversations.userId, userId));
}
