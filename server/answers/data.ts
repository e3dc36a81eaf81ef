import { type SQL, sql } from 'drizzle-orm';
import {
  type ConversationSummary,
  type ParticipantRole,
  RELAY_STATUSES,
  type ReceivedLetter,
  type Reply,
  type Thread,
  type TimelineReply,
  type UnreadCounts,
} from '../../shared/conversations.ts';
import type { Language } from '../../shared/languages.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import { UPLOADS_PREFIX } from '../../shared/photos.ts';
import { type Said, said, type Words } from '../../shared/words.ts';
import { localTimeOf } from '../../shared/zoned-time.ts';
import { knownZone } from '../../templates/parts/written-date.ts';
import { letterSubject } from '../../templates/subject.ts';
import { answeredHere, cameTo, type Viewer } from '../core/db/came-to.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { isoTime } from '../core/db/iso-time.ts';
import { cutPage, NUMBER_ID, type PageQuery, pageAsked, type TimeCursor } from '../core/db/page-cursor.ts';
import { listedForSender, statusIn } from '../core/db/status-in.ts';
import { notFound } from '../core/errors.ts';
import { announceRead } from '../core/events/announce.ts';
import { inEnglish, saidOrEnglish, wordsFor } from '../core/words.ts';
import { otherAddress, senderEmailFor, setRead, visibleTo } from '../letters/conversations.ts';
import { photosOfLetter } from '../letters/data.ts';
import { isAnswered } from '../letters/has-reply.ts';
import { ANSWER_OWNER } from '../letters/photos/data.ts';
import { notesOf } from '../mail/in/data.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { userIdOf } from '../people/users/schema.ts';

export interface Page {
  cursor?: TimeCursor | undefined;
  /** all rows when absent */
  limit?: number | undefined;
}

const limited = (limit: number | undefined): SQL => (limit ? sql`limit ${limit}` : sql``);

/** Conversations of sent and of received letters, each found by an index. @param page order and limit of each before the union */
const seenBy = (person: Person, page = sql``) => {
  const cut = (shown: SQL) => sql`
    and exists (select 1 from letters l where l.conversation_id = c.id and ${shown}) ${page}`;
  return sql`
    me as materialized (select coalesce(${userIdOf(person.uid)}, 0) as id),
    seen as (
      (select c.* from conversations c where c.user_id = (select id from me) ${cut(listedForSender(sql`l.status`))})
      union
      (select c.* from conversations c where ${cameTo(person)} ${cut(statusIn('seenByRecipient', sql`l.status`))}))`;
};

/** Ids of all conversations that `listConversations` lists, in the same order. */
export async function seenConversations(db: Executor, person: Person): Promise<{ conversationId: string }[]> {
  const { rows } = await db.execute<{ conversationId: string }>(sql`
    with ${seenBy(person)} select id as "conversationId" from seen order by last_message_at desc, id desc`);
  return rows;
}

export async function listConversations(
  db: Executor,
  person: Person,
  { cursor, limit }: Page,
): Promise<ConversationSummary[]> {
  const page = sql`
    ${cursor ? sql`and (c.last_message_at, c.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by c.last_message_at desc, c.id desc ${limited(limit)}`;
  const { rows } = await db.execute<ConversationSummary & Record<string, unknown>>(sql`
    with ${seenBy(person, page)}
    select c.id, case when c.user_id = (select id from me) then 'sender' else 'recipient' end as role,
      ${senderEmailFor(person)} as "senderEmail", l.sender_name as "senderName",
      c.recipient_email as "recipientEmail", l.recipient_name as "recipientName",
      1 + (select count(*)::int from replies r
        where r.conversation_id = c.id and (c.user_id = (select id from me) or ${answeredHere})) as "messageCount",
      case when c.user_id = (select id from me) then
        (select count(*)::int from replies r
         where r.conversation_id = c.id and r.side = 'recipient' and r.read_at is null) else 0 end as unread,
      ${isoTime('c.last_message_at')} as "lastMessageAt",
      (select json_build_object('url', ${UPLOADS_PREFIX}::text || p.id || '.jpg', 'alt', pages.alt,
          'width', p.width, 'height', p.height)
       from letter_photos pages join photos p on p.id = pages.photo_id
       where pages.letter_id = l.id order by pages.position limit 1) as photo
    from seen c join letters l on l.conversation_id = c.id
      -- Looked up one by one: a plain join is planned as a walk through everybody.
      cross join lateral (select * from users where users.id = c.user_id limit 1) u
    order by c.last_message_at desc, c.id desc ${limited(limit)}`);
  return rows.map((row) => ({ ...row, senderName: cleanSenderName(row.senderName) }));
}

/** Null when the person may not see it. */
export async function roleOf(
  db: Executor,
  person: Person,
  conversationId: string,
): Promise<ParticipantRole | null> {
  const { rows } = await db.execute<{ role: ParticipantRole }>(sql`
    select case when u.account_uid = ${person.uid} then 'sender' else 'recipient' end as role
    from conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where c.id = ${conversationId}::uuid and ${visibleTo(person)}`);
  return rows[0]?.role ?? null;
}

/** @throws 404 when the person may not see it */
export async function requireRole(
  db: Executor,
  person: Person,
  conversationId: string,
): Promise<ParticipantRole> {
  const role = await roleOf(db, person, conversationId);
  if (!role) throw notFound(said('That conversation could not be found.'));
  return role;
}

/** @param columns of `l` (letters), `c` (conversations), and `u` (the users who wrote them) */
export const lettersTo = (person: Viewer, columns: SQL): SQL => sql`
  select ${columns}
  from conversations c join letters l on l.conversation_id = c.id
    -- Looked up one by one: a plain join is planned as a walk through everybody.
    cross join lateral (select * from users where users.id = c.user_id limit 1) u
  where ${cameTo(person)} and ${statusIn('seenByRecipient', sql`l.status`)} and u.account_uid <> ${person.uid}`;

/** @param address the sender's, lower-cased; empty matches no letter */
export const lettersFrom = (person: Viewer, address: string, columns: SQL): SQL => sql`
  ${lettersTo(person, columns)} and lower(${senderEmailFor(person)}) = nullif(${address}, '')`;

interface ReplyColumns extends Omit<Reply, 'id' | 'relay'> {
  id: string;
  letter: { language: Language; senderName: string; timeZone: string | null; writtenOn: string };
  relayStatus: string;
  relayReason: string | null;
  relaySaid: Said | null;
}

/** Characters shown of a message together with what it quotes; an export has more of it. */
const FULL_TEXT_SHOWN = 40_000;
/** Estimated size of an answer without its text, which counts where thousands of answers have none. */
const BESIDE_BYTES = 4_000;
const bodyBytes = sql`octet_length(body) + ${BESIDE_BYTES}::int + 400 * jsonb_array_length(attachments)`;
/** Estimated bytes of an answer as it is shown. */
export const answerBytes = sql`${bodyBytes} + least(octet_length(full_text), ${FULL_TEXT_SHOWN})`;
const shownFullText = sql`left(r.full_text, ${FULL_TEXT_SHOWN})`;

/** @param viewer 'sender' or 'recipient': whose own replies show the state of their relay */
const replyColumns = (viewer: SQL, fullText = shownFullText) => sql`
  r.id, ${isoTime('r.created_at')} as "createdAt", r.subject, r.body,
  ${fullText} as "fullText", r.attachments, r.email_provider as "emailProvider", r.side = 'sender' as "isFromOriginalSender",
  r.side = ${viewer} as own,
  (select case r.side when 'sender' then letter.sender_name else letter.recipient_name end
   from letters letter where letter.conversation_id = r.conversation_id limit 1) as author,
  (select json_build_object('language', letter.language, 'senderName', letter.sender_name,
      'timeZone', coalesce(letter.arrive_zone, letter.time_zone),
      'writtenOn', coalesce(letter.queued_at, letter.created_at))
   from letters letter where letter.conversation_id = r.conversation_id limit 1) as letter,
  r.from_another_address as "fromAnotherAddress", r.origin, r.dmarc,
  ${viewer} = 'sender' and r.side = 'recipient' and r.read_at is null as unread,
  case when r.side = ${viewer} then r.relay_status else 'none' end as "relayStatus",
  case when r.side = ${viewer} and r.relay_status = 'failed' then r.relay_reason end as "relayReason",
  case when r.side = ${viewer} and r.relay_status = 'failed' then r.relay_said end as "relaySaid",
  (select coalesce(json_agg(json_build_object(
      'url', ${UPLOADS_PREFIX}::text || p.id || '.jpg', 'alt', rp.alt, 'width', p.width, 'height', p.height,
      'original', case when source.id is not null then json_build_object(
        'url', ${UPLOADS_PREFIX}::text || source.id || '.jpg', 'width', source.width, 'height', source.height) end)
      order by rp.position), '[]'::json)
   from reply_photos rp join photos p on p.id = rp.photo_id
     left join photos source on source.id = p.source_id and source.owner = p.owner
       and starts_with(p.owner, ${ANSWER_OWNER})
   where rp.reply_id = r.id) as photos`;

export const relayReasonColumns = (reason: Said | null) => ({
  relayReason: reason && inEnglish(reason),
  relaySaid: reason,
});

/** Translates the end of an answer's subject that is its letter's subject from the letter's language to the reader's. */
function subjectFor(words: Words, subject: string, letter: ReplyColumns['letter']): string {
  if (letter.language === words.language) return subject;
  const subjectIn = (words: Words) =>
    letterSubject({ ...letter, words, writtenOn: new Date(letter.writtenOn) });
  const mailed = subjectIn(wordsFor(letter.language));
  return subject.endsWith(mailed) ? subject.slice(0, -mailed.length) + subjectIn(words) : subject;
}

function present<Row extends ReplyColumns>(
  { relayStatus, relayReason, relaySaid, letter, ...row }: Row,
  words: Words,
) {
  const status = RELAY_STATUSES.find((known) => known === relayStatus);
  const reason = saidOrEnglish(relaySaid, relayReason);
  return {
    ...row,
    id: Number(row.id),
    subject: subjectFor(words, row.subject, letter),
    author: row.isFromOriginalSender ? cleanSenderName(row.author) : row.author,
    relay: status ? { status, reason: reason && words.say(reason) } : null,
  };
}

const letterColumns = (person: Viewer) => sql`
  l.id, ${isoTime('l.created_at')} as "createdAt", ${senderEmailFor(person)} as "senderEmail",
      l.sender_name as "senderName", l.recipient_name as "recipientName", l.recipient_email as "recipientEmail",
      coalesce(l.greeting_name, '') as "greetingName", l.template, l.email_message as "emailMessage", l.heading,
      l.language,
      (select coalesce(json_agg(${UPLOADS_PREFIX}::text || lp.photo_id || '.jpg' order by lp.position), '[]'::json)
       from letter_photos lp where lp.letter_id = l.id) as "photoUrls",
      ${photosOfLetter} as photos`;

export async function listReceivedLetters(
  db: Executor,
  person: Person,
  from: string,
  { cursor, limit }: Page = {},
): Promise<ReceivedLetter[]> {
  const address = await otherAddress(db, person, from);
  const columns = sql`${letterColumns(person)}, l.conversation_id as "conversationId"`;
  const { rows } = await db.execute<Omit<ReceivedLetter, 'id'> & { id: string }>(sql`
    ${lettersFrom(person, address, columns)}
      ${cursor ? sql`and (l.created_at, l.id) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)` : sql``}
    order by l.created_at desc, l.id desc ${limited(limit)}`);
  return rows.map((row) => ({ ...row, id: Number(row.id), senderName: cleanSenderName(row.senderName) }));
}

/** Null when the person may not see it. */
export const findThread = async (db: Executor, person: Person, conversationId: string, words: Words) =>
  (await findThreads(db, person, [conversationId], words)).get(conversationId) ?? null;

type ThreadColumns = Omit<Thread['letter'], 'id' | 'day'> &
  Pick<Thread, 'role' | 'muted' | 'answered' | 'notes'> & {
    id: string;
    conversationId: string;
    /** when it left, ISO 8601 */
    sentAt: string;
    /** the time zone of its day and of its answers' days; null for UTC */
    zone: string | null;
  } & Record<string, unknown>;

/** A letter with a chosen arrival bears the day of that arrival, in its zone. */
const letterTimes = sql`
  ${isoTime('coalesce(l.queued_at, l.created_at)')} as "sentAt", coalesce(l.arrive_zone, l.time_zone) as zone`;

/** The day of a letter or of an answer, 'YYYY-MM-DD'. */
export const dayIn = (zone: string | null, iso: string): string =>
  localTimeOf(new Date(iso), knownZone(zone)).slice(0, 'YYYY-MM-DD'.length);

export interface Answers {
  /** for an export: full texts uncut, and up to `EXPORTED_BYTES` of each thread unless `bytes` is given */
  whole?: boolean;
  /** selects the oldest answers after this position, instead of the newest */
  after?: TimeCursor | undefined;
  /** approximate limit of the answers of each thread */
  bytes?: number;
}

/** Threads by conversation id, without those that the person may not see. */
export async function findThreads(
  db: Executor,
  person: Viewer,
  conversationIds: string[],
  words: Words,
  answers: Answers = {},
): Promise<Map<string, Thread>> {
  const isSender = sql`u.account_uid = ${person.uid}`;
  const { rows } = await db.execute<ThreadColumns>(sql`
    select ${letterColumns(person)}, ${letterTimes}, ${notesOf(sql`c.id`)} as notes, c.id as "conversationId",
      case when ${isSender} then 'sender' else 'recipient' end as role,
      case when ${isSender} then c.sender_muted_at else c.recipient_muted_at end is not null as muted,
      ${isAnswered} as answered
    from conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where c.id = any(${sql.param(conversationIds)}::uuid[]) and ${visibleTo(person)}`);
  const replies = await listThreadReplies(db, rows, words, answers);
  return new Map(
    rows.map(
      ({ muted, answered, notes, role, conversationId, sentAt, zone, ...letter }): [string, Thread] => [
        conversationId,
        {
          letter: {
            ...letter,
            id: Number(letter.id),
            day: dayIn(zone, sentAt),
            senderName: cleanSenderName(letter.senderName),
          },
          replies: replies.get(conversationId)?.replies ?? [],
          olderLeftOut: replies.get(conversationId)?.olderLeftOut ?? false,
          notes: notes.filter(
            ({ side, createdAt }) =>
              role === 'sender' ||
              // A note may name the mailbox that it came from, which may be the address that is hidden from the recipient.
              (createdAt >= sentAt && (side === 'recipient' || letter.senderEmail !== '')),
          ),
          role,
          muted,
          answered,
        },
      ],
    ),
  );
}

/** Limit of a thread's answers with what they quote: anybody may answer a letter thousands of times. */
export const THREAD_BYTES = 4_000_000;
const EXPORTED_BYTES = 5 * THREAD_BYTES;

const READ_AT_ONCE = 50;

/** How many of the first items to read at once: within `THREAD_BYTES` together and at most `most`, but at least one. */
export function readAtOnce(answered: readonly { bytes: number }[], most = READ_AT_ONCE): number {
  let bytes = 0;
  let count = 0;
  for (const one of answered.slice(0, most)) {
    bytes += one.bytes;
    if (count > 0 && bytes > THREAD_BYTES) break;
    count += 1;
  }
  return count;
}

/** Threads of many conversations, in parts that `readAtOnce` limits. */
export async function* threadsInParts<Row extends { conversationId: string }>(
  db: Executor,
  person: Person,
  all: Row[],
  words: Words,
  answers?: Answers,
): AsyncGenerator<[part: Row[], threads: Map<string, Thread>]> {
  const idsOf = (some: Row[]) => some.map(({ conversationId }) => conversationId);
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select (select coalesce(sum(${bodyBytes} + octet_length(full_text)), 0)::float8 from replies
      where conversation_id = asked.id) as bytes
    from unnest(${sql.param(idsOf(all))}::uuid[]) with ordinality as asked (id, place) order by place`);
  for (let at = 0; at < all.length; ) {
    const part = all.slice(at, at + readAtOnce(rows.slice(at)));
    at += part.length;
    yield [part, await findThreads(db, person, idsOf(part), words, answers)];
  }
}

async function listThreadReplies(
  db: Executor,
  threads: ThreadColumns[],
  words: Words,
  { whole = false, after, bytes: most = whole ? EXPORTED_BYTES : THREAD_BYTES }: Answers,
): Promise<Map<string, Pick<Thread, 'replies' | 'olderLeftOut'>>> {
  const column = (name: 'conversationId' | 'role' | 'senderEmail') =>
    sql.param(threads.map((thread) => thread[name]));
  const within = (bytes: SQL) => sql`${bytes} <= ${most}::int`;
  const text = whole ? sql`r.full_text` : shownFullText;
  const fullText = sql`case when ${within(sql`r.quoted_bytes`)} then ${text} else r.body end`;
  const order = after ? sql`order by created_at, id` : sql`order by created_at desc, id desc`;
  const { rows } = await db.execute<
    ReplyColumns & { conversationId: string; isLeftOut: boolean } & Record<string, unknown>
  >(sql`
    select ${replyColumns(sql`t.role`, fullText)}, t.id as "conversationId", t.email as "senderEmail",
      ${after ? sql`false` : sql`not ${within(sql`r.bytes`)}`} as "isLeftOut",
      case when r.side = 'sender' and t.email = '' then '' else r.from_email end as "fromEmail"
    from unnest(${column('conversationId')}::uuid[], ${column('role')}::text[], ${column('senderEmail')}::text[])
      as t (id, role, email)
      cross join lateral (
        select *, ${bodyBytes} as own_bytes, sum(${bodyBytes}) over newest as bytes,
          sum(${whole ? sql`${bodyBytes} + octet_length(full_text)` : answerBytes}) over newest as quoted_bytes
        from (select * from replies where conversation_id = t.id ${after ? sql`and (created_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
          ${order} limit ${Math.ceil(most / BESIDE_BYTES) + 1}) nearest
        window newest as (${order})) r
      join letters l on l.conversation_id = t.id
    where (t.role = 'sender' or ${answeredHere}) and ${within(sql`r.bytes - r.own_bytes`)}
    order by r.created_at, r.id`);
  const byConversation = Map.groupBy(rows, ({ conversationId }) => conversationId);
  return new Map(
    [...byConversation].map(([id, found]) => [
      id,
      {
        replies: found
          .filter(({ isLeftOut }) => !isLeftOut)
          .map(({ conversationId: _its, isLeftOut: _not, ...row }) => present(row as ReplyColumns, words)),
        olderLeftOut: found.some(({ isLeftOut }) => isLeftOut),
      },
    ]),
  );
}

interface TimelineColumns extends ReplyColumns {
  bytes: number;
  conversationId: string;
  letterId: string;
}

/** Replies to letters to and from the address `other`, newest first: a page of `limit`, fewer if they exceed `THREAD_BYTES`. */
export async function pageOfReplies(
  db: Executor,
  person: Person,
  other: string,
  words: Words,
  asked: PageQuery,
): Promise<{ page: TimelineReply[]; nextCursor: string | null }> {
  const address = await otherAddress(db, person, other);
  const { cursor, limit } = pageAsked(asked, NUMBER_ID);
  const after = cursor
    ? sql`and (r.created_at, r.id) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)`
    : sql``;
  const { rows } = await db.execute<TimelineColumns & Record<string, unknown>>(sql`
    with exchanged as (
      select l.id, l.conversation_id, l.created_at, l.queued_at, l.recipient_email, l.sender_email, 'sender' as role
      from letters l
      where l.user_id = ${userIdOf(person.uid)}
        and lower(l.recipient_email) = ${address}
      union all
      ${lettersFrom(person, address, sql`l.id, l.conversation_id, l.created_at, l.queued_at, l.recipient_email, l.sender_email, 'recipient' as role`)}),
    found as (
      select l.*, r.id as reply_id, r.created_at as answered_at, ${answerBytes} as bytes
      from exchanged l join replies r on r.conversation_id = l.conversation_id
      where (l.role = 'sender' or ${answeredHere}) ${after}
      order by r.created_at desc, r.id desc limit ${limit + 1}),
    counted as (select *, sum(bytes) over (order by answered_at desc, reply_id desc) - bytes as bytes_before from found)
    select l.bytes, ${replyColumns(sql`l.role`)}, r.from_email as "fromEmail", l.sender_email as "senderEmail",
      l.conversation_id as "conversationId", l.id as "letterId", ${isoTime('l.created_at')} as "letterCreatedAt"
    from counted l join replies r on r.id = l.reply_id
    where l.bytes_before <= ${THREAD_BYTES}
    order by r.created_at desc, r.id desc`);
  const { page, nextCursor } = cutPage(rows, readAtOnce(rows, limit), ({ id, createdAt }) => ({
    at: createdAt,
    id,
  }));
  const shown = ({ bytes: _, ...row }: TimelineColumns): TimelineReply => ({
    ...present(row, words),
    letterId: Number(row.letterId),
  });
  return { page: page.map(shown), nextCursor };
}

const UNREAD_LISTED = 1_000;

/** Unread replies by address, latest reply first. Addresses beyond `UNREAD_LISTED` are only counted in the total. */
export async function countUnread(db: Executor, uid: string): Promise<UnreadCounts> {
  const { rows } = await db.execute<UnreadCounts['recipients'][number] & { total: number }>(sql`
    select lower(l.recipient_email) as email, count(*)::int as unread, (sum(count(*)) over ())::int as total,
      (array_agg(l.recipient_name order by r.created_at desc, r.id desc))[1] as name
    from conversations c join letters l on l.conversation_id = c.id join replies r on r.conversation_id = c.id
    where c.user_id = ${userIdOf(uid)} and c.unread and r.side = 'recipient' and r.read_at is null
    group by 1 order by max(r.created_at) desc limit ${UNREAD_LISTED}`);
  return { total: rows[0]?.total ?? 0, recipients: rows.map(({ total: _, ...one }) => one) };
}

/** @returns how many replies were unread */
export async function markRead(tx: Transaction, uid: string, conversationId: string): Promise<number> {
  // An answer that comes meanwhile waits for this lock, and stays unread.
  const { rowCount: found } = await tx.execute(sql`
    select 1 from conversations where id = ${conversationId}::uuid and user_id = ${userIdOf(uid)} and unread for update`);
  if (!found) return 0;
  const { rowCount: marked } = await tx.execute(sql`
    update replies set read_at = now()
    where conversation_id = ${conversationId}::uuid and side = 'recipient' and read_at is null`);
  await setRead(tx, conversationId);
  if (marked) await announceRead(tx, conversationId);
  return marked ?? 0;
}
