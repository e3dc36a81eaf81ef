import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isIn, type LetterStatus, STATUS } from '../../shared/letter-status.ts';
import type { Letter } from '../../shared/letters.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import { UPLOADS_PREFIX } from '../../shared/photos.ts';
import type { Said, Words } from '../../shared/words.ts';
import type { Config } from '../core/config.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { first } from '../core/db/first.ts';
import { isoTime } from '../core/db/iso-time.ts';
import type { TimeCursor } from '../core/db/page-cursor.ts';
import { listedForSender, mayBecome, statusIn, statusIs } from '../core/db/status-in.ts';
import { mailToken } from '../core/secrets.ts';
import { inEnglish, saidOrEnglish } from '../core/words.ts';
import { notesOf } from '../mail/in/data.ts';
import { newMessageId } from '../mail/out/addresses.ts';
import { userIdOf } from '../people/users/schema.ts';
import { letters } from './schema.ts';

export type LetterRow = typeof letters.$inferSelect;

type WireRow = Omit<Letter, 'id' | 'photoUrls' | 'canRetry' | 'webPage'> & {
  id: string;
  statusSaid: Said | null;
  webToken: string | null;
  webOpen: boolean;
} & Record<string, unknown>;

/** Photos of a letter `l`, as JSON. */
export const photosOfLetter = sql`
  (select coalesce(json_agg(json_build_object(
      'url', ${UPLOADS_PREFIX}::text || p.id || '.jpg', 'alt', lp.alt, 'width', p.width, 'height', p.height)
      order by lp.position), '[]'::json)
   from letter_photos lp join photos p on p.id = lp.photo_id where lp.letter_id = l.id)`;

const wireColumns = sql`
  l.id, ${isoTime('l.created_at')} as "createdAt", ${isoTime('l.sent_at')} as "sentAt", l.status,
  l.status_reason as "statusReason", l.status_said as "statusSaid", l.template, l.recipient_name as "recipientName",
  l.recipient_email as "recipientEmail", l.sender_email as "senderEmail", l.sender_name as "senderName",
  l.envelope, l.language,
  coalesce(l.greeting_name, '') as "greetingName", l.email_message as "emailMessage", l.heading, l.conversation_id as "conversationId",
  case when l.arrive_at is not null then json_build_object(
    'local', l.arrive_local, 'zone', l.arrive_zone, 'at', ${isoTime('l.arrive_at')}) end as arrival,
  case when l.batch_id is not null then (
    select json_build_object('id', l.batch_id, 'size', count(*), 'sent',
      count(*) filter (where ${statusIs(STATUS.sent, sql`together.status`)}))
    from letters together where together.batch_id = l.batch_id) end as batch,
  ${notesOf(sql`l.conversation_id`)} as notes,
  case when ${statusIn('notArrived', sql`l.status`)} then coalesce(
    (select case r.state when 'given' then 'returned' else r.state end from bounce_refunds r
     where r.letter_id = l.id and r.charge = greatest(1, l.charges)), 'returned') end as refund,
  l.web_token as "webToken", l.web_revoked_at is null as "webOpen",
  ${photosOfLetter} as photos`;

export const reasonColumns = (reason: Said | null) => ({
  statusReason: reason && inEnglish(reason),
  statusSaid: reason,
});

/** @throws Error for a letter that may not become this */
export async function changeStatus(
  tx: Transaction,
  letterIds: number[],
  status: LetterStatus,
  columns: PgUpdateSetSource<typeof letters>,
): Promise<void> {
  const { rowCount } = await tx
    .update(letters)
    .set({ ...columns, status })
    .where(and(inArray(letters.id, letterIds), mayBecome(status, letters.status)));
  if (rowCount !== letterIds.length)
    throw new Error(`Of the letters ${letterIds.join(', ')}, one may not become ${status}.`);
}

type Reader = { db: Executor; config: Pick<Config, 'publicUrl'>; words: Words };

function present(
  { webToken, webOpen, statusSaid, ...row }: WireRow,
  { config, words }: Omit<Reader, 'db'>,
): Letter {
  const reason = saidOrEnglish(statusSaid, row.statusReason);
  return {
    ...row,
    statusReason: reason && words.say(reason),
    id: Number(row.id),
    senderName: cleanSenderName(row.senderName),
    photoUrls: row.photos.map((photo) => photo.url),
    canRetry: isIn('retryable', row.status),
    webPage:
      webToken === null || !isIn('seenByRecipient', row.status)
        ? null
        : { url: webPageUrl(config, webToken), open: webOpen },
  };
}

/**
 * Newest first, without those that are `created`.
 * @param page `recipient`: lower-cased; `draft`: what left of this draft; `together`: of letters sent as one only the first; `waiting`: those
 * that wait for their day, the next one first
 */
export async function listLetters(
  { db, ...reader }: Reader,
  uid: string,
  page: {
    cursor?: TimeCursor | undefined;
    limit?: number | undefined;
    recipient?: string | undefined;
    draft?: string | undefined;
    batch?: string | undefined;
    together?: boolean | undefined;
    waiting?: boolean | undefined;
  } = {},
): Promise<Letter[]> {
  const { cursor, limit, recipient, draft, batch, together, waiting } = page;
  const senderId = userIdOf(uid);
  const which = and(
    sql`l.user_id = ${senderId}`,
    listedForSender(sql`l.status`),
    recipient === undefined ? undefined : sql`lower(l.recipient_email) = ${recipient}`,
    // Of letters that were sent as one, only the first has the draft's id.
    draft
      ? sql`(l.draft_id = ${draft} or l.batch_id = (select first.batch_id from letters first
          where first.user_id = ${senderId} and first.draft_id = ${draft} and first.charges > 0))`
      : undefined,
    batch ? sql`l.batch_id = ${batch}::uuid` : undefined,
    together
      ? sql`(l.batch_id is null or l.id = (select min(together.id) from letters together where together.batch_id = l.batch_id))`
      : undefined,
    // It may wait for a proof of its sender's address as well.
    waiting ? sql`${statusIn('forItsDay', sql`l.status`)} and l.arrive_at is not null` : undefined,
    cursor ? sql`(l.created_at, l.id) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)` : undefined,
  );
  const next = waiting ? sql`l.arrive_at,` : batch ? sql`l.id,` : sql``;
  const { rows } = await db.execute<WireRow>(sql`
    select ${wireColumns} from letters l where ${which}
    order by ${next} l.created_at desc, l.id desc ${limit ? sql`limit ${limit}` : sql``}`);
  return rows.map((row) => present(row, reader));
}

export async function findLetter(
  { db, ...reader }: Reader,
  uid: string,
  letterId: number,
): Promise<Letter | null> {
  const { rows } = await db.execute<WireRow>(sql`
    select ${wireColumns} from letters l join users u on u.id = l.user_id
    where u.account_uid = ${uid} and l.id = ${letterId}`);
  return rows[0] ? present(rows[0], reader) : null;
}

export async function hasDraftLeft(db: Executor, userId: number, draftId: string): Promise<boolean> {
  const left = and(eq(letters.userId, userId), eq(letters.draftId, draftId), gt(letters.charges, 0));
  return (await db.$count(letters, left)) > 0;
}

export const lockLetter = (tx: Executor, userId: number, letterId: number): Promise<LetterRow | null> =>
  first(lockLetters(tx, userId, eq(letters.id, letterId)));

export function lockLetters(tx: Executor, userId: number, which: SQL | undefined): Promise<LetterRow[]> {
  return tx
    .select()
    .from(letters)
    .where(and(eq(letters.userId, userId), which))
    .orderBy(letters.id)
    .for('update');
}

type Base = Pick<Config, 'publicUrl'>;

/** null before there was a page */
export const mailedTokenOf = ({ mailedToken, webToken }: Pick<LetterRow, 'mailedToken' | 'webToken'>) =>
  mailedToken ?? webToken;

/** Knowing it is enough to open the page. */
export const webPageUrl = ({ publicUrl }: Base, token: string) => `${publicUrl}/l/${token}`;

export const stopUrl = (base: Base, token: string) => `${webPageUrl(base, token)}/stop`;

/** A sending repeated after a crash is the same mail. */
export function mailIdentity(config: Config): { messageId: string; envelopeToken: string } {
  return { messageId: newMessageId(config), envelopeToken: mailToken() };
}
