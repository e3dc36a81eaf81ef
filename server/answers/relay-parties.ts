import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Language } from '../../shared/languages.ts';
import { isIn } from '../../shared/letter-status.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import type { Words } from '../../shared/words.ts';
import type { Config } from '../core/config.ts';
import { recipientMailbox } from '../core/db/came-to.ts';
import type { Executor } from '../core/db/database.ts';
import type { Services } from '../core/services.ts';
import { wordsIn } from '../core/words.ts';
import { replies } from './schema.ts';

export type ReplyRow = typeof replies.$inferSelect;

export interface Parties extends Record<string, unknown> {
  conversationId: string;
  letterId: string;
  letterStatus: string;
  letterMessageId: string;
  /** ISO 8601; when it left, if it did */
  letterWrittenOn: string;
  letterTimeZone: string | null;
  letterLanguage: Language;
  senderName: string;
  recipientName: string;
  /** how the sender calls the recipient, where they said so */
  greetingName: string | null;
  /** where the recipient has mail now */
  recipientEmail: string;
  /** where the letter went, which is what the sender knows */
  letterWentTo: string;
  recipientToken: string;
  senderToken: string;
  /** the sender's account as it is now, not as it was when the letter was written */
  accountId: string;
  accountEmail: string;
  accountVerified: boolean;
  accountLanguage: Language | null;
  accountBrowserLanguage: Language | null;
  senderMuted: boolean;
  recipientMuted: boolean;
  /** the recipient's mailbox bounced, or they left that of the letter and have confirmed no other */
  unreachable: boolean;
}

/** The letter's language, or that of the sender's account. */
export const wordsOfSide = (
  config: Pick<Config, 'LANGUAGES'>,
  side: ReplyRow['side'],
  parties: Pick<Parties, 'accountLanguage' | 'accountBrowserLanguage' | 'letterLanguage'>,
): Words =>
  side === 'sender'
    ? wordsIn(config, parties.accountLanguage, parties.accountBrowserLanguage)
    : wordsIn(config, parties.letterLanguage);

export interface Carried {
  /**
   * what the receiving side's mail program has seen before this reply, oldest first (RFC 5322, 3.6.4); the letter
   * comes first for the sender too, as the root of both threads
   */
  seen: string[];
  /** in their order; width in pixels of the display variant */
  photos: { id: string; width: number; alt: string }[];
  /** `pageToken` is null once the page is closed; `bookId` is the recipient's number in the sender's address book */
  letter: { photoId: string | null; pages: number; pageToken: string | null; bookId: number | null };
  /** relayed mails of its side within a day before it that had the same text but for digits, and that an answer followed */
  repeated: number;
}

const partyColumns = sql`
  c.id as "conversationId", l.id as "letterId", l.status as "letterStatus",
  l.message_id as "letterMessageId", coalesce(l.queued_at, l.created_at) as "letterWrittenOn",
  coalesce(l.arrive_zone, l.time_zone) as "letterTimeZone", l.language as "letterLanguage",
  l.sender_name as "senderName", l.recipient_name as "recipientName", l.greeting_name as "greetingName",
  ${recipientMailbox} as "recipientEmail", c.recipient_email as "letterWentTo", c.recipient_token as "recipientToken", c.sender_token as "senderToken",
  u.id as "accountId", u.email as "accountEmail", u.email_verified as "accountVerified",
  u.language as "accountLanguage", u.browser_language as "accountBrowserLanguage",
  c.sender_muted_at is not null as "senderMuted", c.recipient_muted_at is not null as "recipientMuted",
  exists (select 1 from suppressions s where s.user_id = u.id and s.email = lower(${recipientMailbox}))
    or exists (select 1 from users where id = c.recipient_id and not email_verified) as "unreachable"`;
const parties = sql`conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id`;

/** @throws when the conversation has no letter, which cannot be */
export async function partiesOf(db: Executor, conversationId: string): Promise<Parties> {
  const { rows } = await db.execute<Parties>(
    sql`select ${partyColumns} from ${parties} where c.id = ${conversationId}::uuid`,
  );
  return theOne(rows, conversationId);
}

const MESSAGE_IDS_MAX = 20;
const COMPARED_REPLIES = 50;
const COMPARED_CHARACTERS = 1_000;
/** Of a reply, as `repeated` compares it: programs write the time, or number their answers. */
const wording = (body: SQL) => sql`regexp_replace(left(${body}, ${COMPARED_CHARACTERS}), '\\d', '', 'g')`;

/** @throws when the conversation has no letter, which cannot be */
export async function partiesAndCarried(
  db: Executor,
  reply: ReplyRow,
): Promise<{ parties: Parties; carried: Carried }> {
  const to: ReplyRow['side'] = reply.side === 'recipient' ? 'sender' : 'recipient';
  const { rows } = await db.execute<
    Parties & { newestFirst: string[]; photos: Carried['photos'] | null } & Pick<
        Carried,
        'letter' | 'repeated'
      >
  >(sql`
    select ${partyColumns},
      array(select case when side = ${to} then message_id else relay_message_id end
        from replies
        where conversation_id = c.id
          and (created_at, id) < (${reply.createdAt.toISOString()}::timestamptz, ${reply.id}::bigint)
          and case when side = ${to} then origin = 'mail' and message_id not like '%@no-message-id.invalid>'
              else relay_status = 'sent' end
        order by created_at desc, id desc limit ${MESSAGE_IDS_MAX}) as "newestFirst",
      (select json_agg(json_build_object('id', p.id, 'width', p.width, 'alt', rp.alt) order by rp.position)
        from reply_photos rp join photos p on p.id = rp.photo_id where rp.reply_id = ${reply.id}) as photos,
      json_build_object(
        'photoId', (select photo_id from letter_photos where letter_id = l.id order by position limit 1),
        'pages', (select count(*) from letter_photos where letter_id = l.id),
        'pageToken', case when l.web_revoked_at is null then coalesce(l.mailed_token, l.web_token) end,
        'bookId', (select id from recipients r where r.owner_uid = u.account_uid and lower(r.email) = lower(c.recipient_email))
      ) as letter,
      (select count(*)::int from replies reply cross join lateral (
          select side, origin, relay_status, body, lead(side) over (order by id) as next_side from replies
          where conversation_id = reply.conversation_id and id < reply.id and created_at > reply.created_at - interval '1 day'
          order by id desc limit ${COMPARED_REPLIES}) earlier
        where reply.id = ${reply.id} and reply.origin = 'mail' and reply.body <> ''
          and not exists (select 1 from reply_photos rp where rp.reply_id = reply.id)
          and earlier.side = reply.side and earlier.next_side <> reply.side and earlier.origin = 'mail' and earlier.relay_status = 'sent'
          and ${wording(sql`earlier.body`)} = ${wording(sql`reply.body`)}) as repeated
    from ${parties} where c.id = ${reply.conversationId}::uuid`);
  const { newestFirst, photos, letter, repeated, ...found } = theOne(rows, reply.conversationId);
  const seen = [found.letterMessageId, ...newestFirst.reverse()];
  return { parties: found, carried: { seen, photos: photos ?? [], letter, repeated } };
}

function theOne<Row extends Parties>([row]: Row[], conversationId: string): Row {
  if (!row) throw new Error(`Conversation ${conversationId} has no letter.`);
  return { ...row, senderName: cleanSenderName(row.senderName) };
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
  if (side === 'recipient') {
    if (!parties.accountVerified) return 'the sender has not verified an address, or closed the account';
    return parties.senderMuted ? 'the sender muted the conversation' : null;
  }
  if (parties.mailLeaves && !parties.accountVerified) return 'the sender has not verified an address';
  if (parties.blocked || parties.unreachable) return 'the recipient takes no mail from this sender';
  if (!isIn('posted', parties.letterStatus)) return 'the letter did not arrive';
  return parties.recipientMuted ? 'the recipient muted the conversation' : null;
}

/** Replies are free: without a limit one letter would carry any number of mails to a stranger. 0 once they answered. */
export async function unansweredToday(
  { db, addressHash }: Services,
  { conversationId, accountId, recipientEmail }: Parties,
  reply: Pick<ReplyRow, 'id' | 'createdAt'>,
): Promise<number> {
  const answered = and(eq(replies.conversationId, conversationId), eq(replies.side, 'recipient'));
  if ((await db.$count(replies, answered)) > 0) return 0;
  const { rows } = await db.execute<{ email: string; mailed: number }>(sql`
    select lower(${recipientMailbox}) as email, count(*)::int as mailed
    from conversations c join replies r on r.conversation_id = c.id
    where c.user_id = ${accountId}::bigint and r.side = 'sender' and r.id <> ${reply.id}::bigint
      and (r.relay_status = 'sent' or r.relay_status = 'queued' and r.id < ${reply.id}::bigint)
      and r.created_at > least(now(), ${reply.createdAt.toISOString()}::timestamptz) - interval '1 day'
    group by 1`);
  const recipient = addressHash(recipientEmail);
  return rows
    .filter(({ email }) => addressHash(email) === recipient)
    .reduce((sum, { mailed }) => sum + mailed, 0);
}
