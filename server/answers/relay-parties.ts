import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isIn } from '../../shared/letter-status.ts';
import type { Words } from '../../shared/words.ts';
import type { Config } from '../core/config.ts';
import { answeredHere, recipientMailbox } from '../core/db/came-to.ts';
import type { Executor } from '../core/db/database.ts';
import { notFound } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { wordsIn } from '../core/words.ts';
import type { LetterRow } from '../letters/data.ts';
import { hasAnswered } from '../letters/has-reply.ts';
import { conversations, letters } from '../letters/schema.ts';
import type { UserRow } from '../people/users/data.ts';
import { users } from '../people/users/schema.ts';
import type { replies } from './schema.ts';

export type ReplyRow = typeof replies.$inferSelect;

export interface Parties {
  /** its `recipientEmail` is where the letter went, which is what the sender knows */
  conversation: typeof conversations.$inferSelect;
  letter: LetterRow;
  /** the sender's as it is now, not as it was when the letter was written */
  account: UserRow;
  /** where the recipient has mail now */
  recipientEmail: string;
  /** the recipient's mailbox bounced, or they left that of the letter and have confirmed no other */
  unreachable: boolean;
}

/** The letter's language, or that of the sender's account. */
export const wordsOfSide = (
  config: Pick<Config, 'LANGUAGES'>,
  side: ReplyRow['side'],
  parties: { account: Pick<UserRow, 'language' | 'browserLanguage'>; letter: Pick<LetterRow, 'language'> },
): Words =>
  side === 'sender'
    ? wordsIn(config, parties.account.language, parties.account.browserLanguage)
    : wordsIn(config, parties.letter.language);

export interface Carried {
  /**
   * what the receiving side's mail program has seen before this reply, oldest first (RFC 5322, 3.6.4); the letter
   * comes first for the sender too, as the root of both threads
   */
  seen: string[];
  /** in their order; width in pixels of the display variant */
  photos: { id: string; width: number; alt: string }[];
  /** the letter's first photo, and how many it has; `bookId` is the recipient's number in the sender's address book */
  answered: { photoId: string | null; pages: number; bookId: number | null };
  /** relayed mails of its side within a day before it that had the same text but for digits, and that an answer followed */
  repeated: number;
}

const [c, l, u] = [alias(conversations, 'c'), alias(letters, 'l'), alias(users, 'u')];

/** @throws 404 for a conversation that is erased: its mute links stay signed */
async function read<More>(
  db: Executor,
  conversationId: string,
  more: SQL<More>,
): Promise<Parties & { more: More }> {
  const [found] = await db
    .select({
      conversation: c,
      letter: l,
      account: u,
      recipientEmail: sql<string>`${recipientMailbox}`,
      unreachable: sql<boolean>`
        exists (select 1 from suppressions s where s.user_id = u.id and s.email = lower(${recipientMailbox}))
        or exists (select 1 from users where id = c.recipient_id and not email_verified)`,
      more,
    })
    .from(c)
    .innerJoin(l, eq(l.conversationId, c.id))
    .innerJoin(u, eq(u.id, c.userId))
    .where(eq(c.id, conversationId));
  if (!found) throw notFound();
  return found;
}

export const partiesOf = (db: Executor, conversationId: string): Promise<Parties> =>
  read(db, conversationId, sql`null`);

const MESSAGE_IDS_MAX = 20;
const COMPARED_REPLIES = 50;
const COMPARED_CHARACTERS = 1_000;
/** Of a reply, as `repeated` compares it: programs write the time, or number their answers. */
const wording = (body: SQL) => sql`regexp_replace(left(${body}, ${COMPARED_CHARACTERS}), '\\d', '', 'g')`;

export async function partiesAndCarried(
  db: Executor,
  reply: ReplyRow,
): Promise<{ parties: Parties; carried: Carried }> {
  const to: ReplyRow['side'] = reply.side === 'recipient' ? 'sender' : 'recipient';
  const { more, ...parties } = await read(
    db,
    reply.conversationId,
    sql<Omit<Carried, 'seen'> & { newestFirst: string[] }>`json_build_object(
      'newestFirst', array(select case when side = ${to} then message_id else relay_message_id end
        from replies r
        where conversation_id = c.id and (${to}::text = 'sender' or ${answeredHere})
          and (created_at, id) < (${reply.createdAt.toISOString()}::timestamptz, ${reply.id}::bigint)
          and case when side = ${to} then origin = 'mail' and message_id ~ '^[!-~]+$' and message_id not like '%@no-message-id.invalid>'
              else relay_status = 'sent' end
        order by created_at desc, id desc limit ${MESSAGE_IDS_MAX}),
      'photos', (select coalesce(
          json_agg(json_build_object('id', p.id, 'width', p.width, 'alt', rp.alt) order by rp.position), '[]'::json)
        from reply_photos rp join photos p on p.id = rp.photo_id where rp.reply_id = ${reply.id}),
      'answered', json_build_object(
        'photoId', (select photo_id from letter_photos where letter_id = l.id order by position limit 1),
        'pages', (select count(*) from letter_photos where letter_id = l.id),
        'bookId', (select id from recipients r where r.owner_uid = u.account_uid and lower(r.email) = lower(c.recipient_email))),
      'repeated', (select count(*)::int from replies reply cross join lateral (
          select side, origin, relay_status, body, lead(side) over (order by id) as next_side from replies
          where conversation_id = reply.conversation_id and id < reply.id and created_at > reply.created_at - interval '1 day'
          order by id desc limit ${COMPARED_REPLIES}) earlier
        where reply.id = ${reply.id} and reply.origin = 'mail' and reply.body <> ''
          and not exists (select 1 from reply_photos rp where rp.reply_id = reply.id)
          and earlier.side = reply.side and earlier.next_side <> reply.side and earlier.origin = 'mail' and earlier.relay_status = 'sent'
          and ${wording(sql`earlier.body`)} = ${wording(sql`reply.body`)}))`,
  );
  const { newestFirst, ...carried } = more;
  return { parties, carried: { ...carried, seen: [parties.letter.messageId, ...newestFirst.reverse()] } };
}

const REPEATED_MAX = 2;

/**
 * Null for a reply that is mailed; each shows in the app. Mail never goes to an account's unverified address, nor
 * does mail that really leaves come from one, as with letters.
 */
export function whyNotRelayed(
  side: ReplyRow['side'],
  parties: Parties & { blocked: boolean; mailLeaves: boolean; repeated: number },
): string | null {
  // Programs in both mailboxes that answer everything would answer each other for ever.
  if (parties.repeated >= REPEATED_MAX) return 'the same text was mailed and answered twice within a day';
  const { account, conversation, letter } = parties;
  if (side === 'recipient') {
    if (!account.emailVerified) return 'the sender has not verified an address, or closed the account';
    return conversation.senderMutedAt ? 'the sender muted the conversation' : null;
  }
  if (parties.mailLeaves && !account.emailVerified) return 'the sender has not verified an address';
  if (parties.blocked || parties.unreachable) return 'the recipient takes no mail from this sender';
  if (!isIn('posted', letter.status)) return 'the letter did not arrive';
  return conversation.recipientMutedAt ? 'the recipient muted the conversation' : null;
}

/** Replies are free: without a limit one letter would carry any number of mails to a stranger. 0 once they answered. */
export async function unansweredToday(
  { db, addressHash }: Services,
  { conversation, account, recipientEmail }: Parties,
  reply: Pick<ReplyRow, 'id' | 'createdAt'>,
): Promise<number> {
  if (await hasAnswered(db, conversation.id)) return 0;
  const { rows } = await db.execute<{ email: string; mailed: number }>(sql`
    select lower(${recipientMailbox}) as email, count(*)::int as mailed
    from conversations c join replies r on r.conversation_id = c.id
    where c.user_id = ${account.id}::bigint and r.side = 'sender' and r.id <> ${reply.id}::bigint
      and (r.relay_status = 'sent' or r.relay_status = 'queued' and r.id < ${reply.id}::bigint)
      and r.created_at > least(now(), ${reply.createdAt.toISOString()}::timestamptz) - interval '1 day'
    group by 1`);
  const recipient = addressHash(recipientEmail);
  return rows
    .filter(({ email }) => addressHash(email) === recipient)
    .reduce((sum, { mailed }) => sum + mailed, 0);
}
