import { type SQL, sql } from 'drizzle-orm';
import type { ConversationSummary, Reply, Thread, TimelineReply } from '../../shared/conversations.ts';
import { UPLOADS_PREFIX } from '../../shared/photos.ts';
import type { Executor } from '../db/database.ts';
import type { Person } from '../identity/person.ts';

const iso = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * Conversations a person may see: those of letters they sent, and those of letters sent to them once their
 * address is verified. Needs the aliases c, l and u.
 */
function visibleTo(person: Person): SQL {
  const addressed = person.emailVerified
    ? sql`or lower(c.recipient_email) = ${person.email.toLowerCase()}`
    : sql``;
  return sql`(u.firebase_uid = ${person.uid} ${addressed}) and l.status <> 'created'`;
}

/** A recipient sees the address of a sender who has verified it; the sender always sees their own. */
const senderEmailFor = (person: Person): SQL =>
  sql`case when u.firebase_uid = ${person.uid} or u.email_verified then l.sender_email else '' end`;

interface SummaryRow extends Record<string, unknown>, ConversationSummary {}

/** Conversations a person may see, the most recent first. */
export async function listConversations(db: Executor, person: Person): Promise<ConversationSummary[]> {
  const { rows } = await db.execute<SummaryRow>(sql`
    select c.id, ${senderEmailFor(person)} as "senderEmail", c.recipient_email as "recipientEmail",
      1 + (select count(*)::int from replies r where r.conversation_id = c.id) as "messageCount",
      ${iso('c.last_message_at')} as "lastMessageAt"
    from conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where ${visibleTo(person)}
    order by c.last_message_at desc, c.id`);
  return rows;
}

interface ReplyRow extends Record<string, unknown>, Omit<TimelineReply, 'id' | 'letterId'> {
  id: string;
  letterId: string;
}

interface ThreadReplyRow extends Record<string, unknown>, Omit<Reply, 'id'> {
  id: string;
}

const replyColumns = sql`
  r.id, ${iso('r.created_at')} as "createdAt", r.subject, r.body,
  r.full_text as "fullText", r.email_provider as "emailProvider", r.side = 'sender' as "isFromOriginalSender",
  r.from_another_address as "fromAnotherAddress"`;

/** One letter and its replies, oldest reply first; null when the person may not see it. */
export async function findThread(
  db: Executor,
  person: Person,
  conversationId: string,
): Promise<Thread | null> {
  const { rows } = await db.execute<Thread['letter'] & { id: string } & Record<string, unknown>>(sql`
    select l.id, ${iso('l.created_at')} as "createdAt", ${senderEmailFor(person)} as "senderEmail",
      l.recipient_name as "recipientName", l.recipient_email as "recipientEmail", l.template,
      l.email_message as "emailMessage",
      (select coalesce(json_agg(${UPLOADS_PREFIX}::text || lp.photo_id || '.jpg' order by lp.position), '[]'::json)
       from letter_photos lp where lp.letter_id = l.id) as "photoUrls"
    from conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where c.id = ${conversationId}::uuid and ${visibleTo(person)}`);
  const letter = rows[0];
  if (!letter) return null;
  const answers = await db.execute<ThreadReplyRow>(sql`
    select ${replyColumns}, ${letter.senderEmail}::text as "senderEmail",
      case when r.side = 'sender' and ${letter.senderEmail}::text = '' then '' else r.from_email end as "fromEmail"
    from replies r where r.conversation_id = ${conversationId}::uuid
    order by r.created_at, r.id`);
  return {
    letter: { ...letter, id: Number(letter.id) },
    replies: answers.rows.map((row): Reply => ({ ...row, id: Number(row.id) })),
  };
}

/** Every reply in a sender's conversations with one address, newest first. */
export async function listReplies(
  db: Executor,
  uid: string,
  recipientEmail: string,
): Promise<TimelineReply[]> {
  const { rows } = await db.execute<ReplyRow>(sql`
    select ${replyColumns}, r.from_email as "fromEmail", l.sender_email as "senderEmail", c.id as "conversationId", l.id as "letterId"
    from replies r join conversations c on c.id = r.conversation_id
      join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where u.firebase_uid = ${uid} and lower(c.recipient_email) = ${recipientEmail.toLowerCase()}
    order by r.created_at desc, r.id desc`);
  return rows.map((row) => ({ ...row, id: Number(row.id), letterId: Number(row.letterId) }));
}
