import { sql } from 'drizzle-orm';
import type { UnreadCounts } from '../../shared/conversations.ts';
import { announceRead } from '../events/announce.ts';
import type { Executor, Transaction } from '../platform/db/database.ts';

/** How many answers a person has not seen in the app, by the address they wrote to, the latest answer first. */
export async function countUnread(db: Executor, uid: string): Promise<UnreadCounts['recipients']> {
  const { rows } = await db.execute<UnreadCounts['recipients'][number] & Record<string, unknown>>(sql`
    select lower(l.recipient_email) as email, count(*)::int as unread,
      (array_agg(l.recipient_name order by r.created_at desc, r.id desc))[1] as name
    from letters l join replies r on r.conversation_id = l.conversation_id
    where l.user_id = (select id from users where firebase_uid = ${uid})
      and r.side = 'recipient' and r.read_at is null
    group by 1 order by max(r.created_at) desc`);
  return rows;
}

/**
 * Notes that the letter's sender has seen the answers that are there now.
 * @returns how many were new
 */
export async function markRead(tx: Transaction, uid: string, conversationId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update replies r set read_at = now()
    from conversations c join users u on u.id = c.user_id
    where r.conversation_id = ${conversationId}::uuid and c.id = r.conversation_id
      and u.firebase_uid = ${uid} and r.side = 'recipient' and r.read_at is null`);
  const marked = rowCount ?? 0;
  if (marked > 0) await announceRead(tx, conversationId);
  return marked;
}
