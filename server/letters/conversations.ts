import { and, eq, type SQL, sql } from 'drizzle-orm';
import { cameTo, type Viewer } from '../core/db/came-to.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { listedForSender, statusIn } from '../core/db/status-in.ts';
import type { Destination } from '../mail/in/destination.ts';
import { conversations } from './schema.ts';

/** @param db `tx.with(…)` of the statement that stores what was written @param stored condition: it did */
export const raiseConversation = <Returning extends Record<string, SQL>>(
  db: Pick<Transaction, 'update'>,
  raised: { id: string; at: Date; unread: boolean; stored: SQL; returning: Returning },
) =>
  db
    .update(conversations)
    .set({
      lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${raised.at.toISOString()}::timestamptz)`,
      ...(raised.unread ? { unread: true } : {}),
    })
    .where(and(eq(conversations.id, raised.id), raised.stored))
    .returning(raised.returning);

/** A recipient sees an address that was proved when its sender wrote, or is since: an account may have moved to another. */
export const senderEmailFor = (person: Viewer): SQL =>
  sql`case when u.account_uid = ${person.uid} or l.sender_verified
    or u.email_verified and lower(u.email) = lower(l.sender_email) then l.sender_email else '' end`;

/** Condition on a letter `l` of a conversation `c`, started by a user `u`: the person may see it. */
export const visibleTo = (person: Viewer): SQL => sql`
  (u.account_uid = ${person.uid} and ${listedForSender(sql`l.status`)}
    or ${cameTo(person)} and ${statusIn('seenByRecipient', sql`l.status`)})`;

/** Lower-cased; empty where the person may not see it. @param of a conversation's id, or an address as in older links */
export async function otherAddress(db: Executor, person: Viewer, of: string): Promise<string> {
  if (of.includes('@')) return of.toLowerCase();
  const { rows } = await db.execute<{ address: string }>(sql`
    select lower(case when u.account_uid = ${person.uid} then l.recipient_email else ${senderEmailFor(person)} end) as address
    from conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where c.id = ${of}::uuid and ${visibleTo(person)}`);
  return rows[0]?.address ?? '';
}

export async function setRead(tx: Transaction, id: string): Promise<void> {
  await tx.update(conversations).set({ unread: false }).where(eq(conversations.id, id));
}

/** @returns false for a conversation that is erased */
export async function setMuted(
  db: Executor,
  { conversationId, side }: Destination,
  muted: boolean,
): Promise<boolean> {
  const column = side === 'sender' ? 'senderMutedAt' : 'recipientMutedAt';
  const { rowCount } = await db
    .update(conversations)
    .set({ [column]: muted ? sql`now()` : null })
    .where(eq(conversations.id, conversationId));
  return rowCount !== 0;
}

/** Call after all that is in them is gone. */
export async function deleteConversations(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(conversations).where(eq(conversations.userId, userId));
}
