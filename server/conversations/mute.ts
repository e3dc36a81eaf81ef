import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import type { MutePlace } from './mute-link.ts';

/**
 * Stops or resumes relayed mail to one side; answers go on showing in the app.
 * @returns false when there is no such conversation
 */
export async function setMuted(
  db: Executor,
  { conversationId, side }: MutePlace,
  muted: boolean,
): Promise<boolean> {
  const since = muted ? sql`now()` : null;
  const set = side === 'sender' ? { senderMutedAt: since } : { recipientMutedAt: since };
  const changed = await db
    .update(conversations)
    .set(set)
    .where(eq(conversations.id, conversationId))
    .returning({ id: conversations.id });
  return changed.length > 0;
}
