import { type SQL, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { recipientMailbox } from '../db/came-to.ts';
import { noteAnnouncement, type Transaction } from '../db/database.ts';
import { statusIn, statusIs } from '../db/status-in.ts';
import { currentTrace } from '../trace.ts';

/** Each is a row of the caller's transaction, so that only what is committed is sent, after it (`announcer.ts`). */
const announce = (message: SQL): SQL => {
  noteAnnouncement();
  return sql`announce(${message})`;
};

const newPosition = sql`left(replace(gen_random_uuid()::text, '-', ''), 16)`;

const trace = () => sql`${currentTrace()?.id ?? null}::text`;

/** To the pages of both sides. */
export async function announceReply(tx: Transaction, conversationId: string): Promise<void> {
  await tx.execute(sql`select ${replyAnnouncement(sql`${conversationId}::uuid`)}`);
}

/** The same as an expression, for the statement that changes a reply. */
export const replyAnnouncement = (conversationId: SQL): SQL =>
  conversationAnnouncement(
    conversationId,
    sql`case when ${statusIn('seenByRecipient', sql`l.status`)} then lower(${recipientMailbox}) end`,
  );

export async function announceRead(tx: Transaction, conversationId: string): Promise<void> {
  await tx.execute(sql`select ${conversationAnnouncement(sql`${conversationId}::uuid`, sql`null`)}`);
}

const conversationAnnouncement = (conversationId: SQL, email: SQL): SQL => sql`
  (select ${announce(sql`json_build_object(
      'position', ${newPosition}, 'trace', ${trace()}, 'uid', u.account_uid, 'email', ${email},
      'event', json_build_object('type', 'reply', 'conversationId', c.id, 'letterId', l.id))`)}
    from conversations c join users u on u.id = c.user_id join letters l on l.conversation_id = c.id
    where c.id = ${conversationId})`;

export async function announceNote(tx: Transaction, conversationId: string): Promise<void> {
  await tx.execute(
    sql`select ${letterAnnouncement()} from letters where conversation_id = ${conversationId}::uuid`,
  );
}

export const announceLetter = (tx: Transaction, letterId: number) => announceLetters(tx, [letterId]);

/** The status to the sender's pages and, once a letter is sent, a new conversation to the recipient's. */
export async function announceLetters(tx: Transaction, letterIds: number[]): Promise<void> {
  await tx.execute(
    sql`select ${letterAnnouncement()} from letters where id = any(${sql.param(letterIds)}::bigint[])`,
  );
}

/** The same as an expression over a row of `letters`, for the statement that changes it. */
export const letterAnnouncement = (): SQL => sql`
  (select ${announce(sql`json_build_object(
      'position', ${newPosition}, 'trace', ${trace()}, 'uid', u.account_uid, 'email', null,
      'event', json_build_object('type', 'letter', 'id', letters.id, 'status', letters.status))`)}::text
    || case when ${statusIs(STATUS.sent, sql`letters.status`)} then ${announce(sql`json_build_object(
      'position', ${newPosition}, 'trace', ${trace()}, 'uid', null,
      'email', (select lower(${recipientMailbox}) from conversations c where c.id = letters.conversation_id),
      'event', json_build_object('type', 'reply', 'conversationId', letters.conversation_id, 'letterId', letters.id))`)}::text
    else '' end
    from users u where u.id = letters.user_id)`;

/** That the balance or a payment changed. */
export async function announceBalance(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`
    select ${announce(sql`json_build_object(
      'position', ${newPosition}, 'trace', ${trace()}, 'uid', account_uid, 'email', null,
      'event', json_build_object('type', 'balance'))`)}
    from users where id = ${userId}`);
}
