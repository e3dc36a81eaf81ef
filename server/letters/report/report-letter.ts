import { and, countDistinct, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isIn } from '../../../shared/letter-status.ts';
import { REPORT_REASONS, type ReportReason } from '../../../shared/reports.ts';
import { cameTo } from '../../core/db/came-to.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { limit, spend } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { Destination } from '../../mail/in/destination.ts';
import { findMailedGift } from '../../money/gifts/data.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { block } from '../../people/recipients/blocks.ts';
import { userIdOf, users } from '../../people/users/schema.ts';
import type { LetterRow } from '../data.ts';
import { hasAnswered } from '../has-reply.ts';
import { conversations, letterReports, letters } from '../schema.ts';
import { lockForReturn } from '../send/charge-letter.ts';
import { alertOperator, command } from './alert-operator.ts';
import { pauseSender } from './pause-sender.ts';

/**
 * Reporters within 30 days that pause a sender: `atOnce`; or `few`, if they are more than `share` of the letters sent (so
 * that two mailboxes of one person can't pause somebody who writes to many) or one text went to `sameText` new people.
 */
const REPORTERS_TO_PAUSE = { atOnce: 5, few: 2, share: 0.02, sameText: 20 };
/** A reporter's account that was made later than this many days before the report counts half. */
const NEW_ACCOUNT_DAYS = 7;

export interface Report {
  origin: (typeof letterReports.$inferSelect)['origin'];
  reason: ReportReason;
  /** what the reporter wrote */
  words?: string;
  source?: string;
}

type Reported = Pick<typeof letterReports.$inferInsert, 'letterId' | 'giftId' | 'answersTo'> & {
  /** who caused it; their row is locked, except for answers, which pause nobody */
  author: { email: string; userId: number | null };
  email: string;
  /** the reporter's current address, if it is not `email` */
  reporter?: string | undefined;
};

export function findReceivedLetter(db: Executor, person: Person, letterId: number) {
  const received = and(
    eq(letters.id, letterId),
    sql`exists (select 1 from conversations c where c.id = ${letters.conversationId} and ${cameTo(person)})`,
    statusIn('seenByRecipient', letters.status),
  );
  return first(db.select().from(letters).where(received));
}

export async function findAnsweredLetter(db: Executor, person: Person, letterId: number) {
  const own = and(eq(letters.id, letterId), eq(letters.userId, userIdOf(person.uid)));
  const letter = await first(db.select().from(letters).where(own));
  return letter && (await hasAnswered(db, letter.conversationId)) ? letter : null;
}

/** For a reporter known to be the recipient. A repeated one mutes and blocks again. @param reporter their current address */
export async function reportLetter(
  tx: Transaction,
  services: Services,
  found: LetterRow,
  report: Report,
  reporter?: string,
): Promise<void> {
  const letter = await lockForReturn(tx, found);
  if (!letter || !isIn('seenByRecipient', letter.status)) return;
  // Not of `letter`, which may have gone on to another address meanwhile.
  const { id: letterId, senderEmail, userId, recipientEmail } = found;
  const author = { email: senderEmail, userId };
  await muteAll(tx, 'recipient', found);
  await record(tx, services, { letterId, author, email: recipientEmail, reporter }, report);
}

export async function reportGift(tx: Transaction, services: Services, giftId: string, report: Report) {
  const gift = await findMailedGift(tx, giftId);
  if (!gift) return;
  const [giver] = await tx.select().from(users).where(eq(users.id, gift.giverId)).for('update');
  if (!giver) return;
  const author = { email: giver.email, userId: giver.id };
  await record(tx, services, { giftId, author, email: gift.email }, report);
}

/** This pauses nobody: whoever writes a letter can provoke an answer, and report it. */
async function reportAnswers(tx: Transaction, services: Services, found: LetterRow, report: Report) {
  const letter = await lockForReturn(tx, found);
  // The mail with the link may have answers from before the letter was sent on to another address.
  if (!letter || !(await hasAnswered(tx, letter.conversationId))) return;
  await muteAll(tx, 'sender', letter);
  const { reporter, ...author } = await partiesNow(tx, letter);
  await record(tx, services, { answersTo: letter.id, author, email: letter.senderEmail, reporter }, report);
}

/** SQL for the id of the user who has proved an address. */
const ownerOf = (email: string | SQL) =>
  sql`(select id from users where email_verified and lower(email) = lower(${email}) limit 1)`;

/**
 * A letter's recipient with their proved address; without one, with an address of nobody's, as `usersData` gives a deleted
 * account, or with the letter's if no account of theirs is known. `reporter` is the current address of the letter's sender.
 */
async function partiesNow(tx: Transaction, { conversationId, senderEmail }: LetterRow) {
  const { rows } = await tx.execute<{ email: string; userId: number | null; reporter: string }>(sql`
    select case when r.email_verified then r.email
        else coalesce('deleted-' || c.recipient_id || '@account.invalid', c.recipient_email) end as email,
      r.id::float8 as "userId", case when u.email_verified then u.email else ${senderEmail} end as reporter
    from conversations c join users u on u.id = c.user_id
      left join users r on r.id = coalesce(c.recipient_id, ${ownerOf(sql`c.recipient_email`)})
    where c.id = ${conversationId}`);
  const [parties] = rows;
  if (!parties) throw new Error(`There is no conversation ${conversationId}.`);
  return parties;
}

/** Mutes the sender's conversations with the recipient, but none with another person who has the recipient's address now. */
async function muteAll(
  tx: Transaction,
  side: 'sender' | 'recipient',
  { conversationId, userId, recipientEmail }: LetterRow,
): Promise<void> {
  const column = side === 'sender' ? 'senderMutedAt' : 'recipientMutedAt';
  const address = eq(sql`lower(${conversations.recipientEmail})`, recipientEmail.toLowerCase());
  const owner = ownerOf(recipientEmail);
  const theirs = sql`coalesce(${conversations.recipientId}, ${owner}) is not distinct from
    (select coalesce(recipient_id, ${owner}) from conversations where id = ${conversationId})`;
  await tx
    .update(conversations)
    .set({ [column]: sql`coalesce(${conversations[column]}, now())` })
    .where(and(eq(conversations.userId, userId), address, theirs));
}

/** Reports the mail that `side` got; later mail to the reporter's current address is blocked. */
export async function reportConversation(
  tx: Transaction,
  services: Services,
  { conversationId, side }: Destination,
  report: Report,
): Promise<void> {
  const [letter] = await tx.select().from(letters).where(eq(letters.conversationId, conversationId));
  if (!letter) return;
  if (side === 'sender') return reportAnswers(tx, services, letter, report);
  const { email } = await partiesNow(tx, letter);
  await reportLetter(tx, services, letter, report, email);
}

async function record(
  tx: Transaction,
  services: Services,
  { author, email, reporter = email, ...about }: Reported,
  report: Report,
): Promise<void> {
  const { addressHash, log } = services;
  const { userId } = author;
  const senderHash = addressHash(author.email);
  const blocking = { recipientHash: addressHash(reporter), senderHashes: [senderHash], userId };
  await block(tx, blocking, 'sender');
  const { letterId, giftId, answersTo } = about;
  const same =
    (giftId && eq(letterReports.giftId, giftId)) ||
    (answersTo && eq(letterReports.answersTo, answersTo)) ||
    eq(letterReports.letterId, letterId ?? 0);
  if ((await tx.$count(letterReports, same)) > 0) return;
  const [recorded] = await tx
    .insert(letterReports)
    .values({ ...report, ...about, senderHash, recipientHash: addressHash(email) })
    .returning({ id: letterReports.id });
  const { id } = recorded ?? { id: 0 };
  const { origin, reason, source, words } = report;
  log.warn({ report: id, ...about, origin, reason, source }, 'a mail was reported by whom it went to');
  if (await spend(tx, limit('alerts of reports of a sender', senderHash), 1))
    await alertOperator(tx, services, {
      subject: `Report ${id}: ${giftId ? 'a gift' : answersTo ? `answers to letter ${answersTo}` : `letter ${letterId}`}`,
      what: 'Whoever reported it gets no more letters from its author.',
      ...(words ? { quoted: words } : {}),
      rows: [
        ['What is wrong', REPORT_REASONS[reason]],
        ['Caused by', userId === null ? 'Somebody without an account' : `User ${userId}`],
        ['Reporters of this sender in 30 days', String(await countReporters(tx, senderHash))],
        ['To look at it', command(`reports look ${id}`)],
        ...(userId === null
          ? []
          : [['To pause the sender', command(`senders pause ${userId}`)] satisfies [string, string]]),
      ],
      kind: 'reports',
    });
  if (!answersTo && userId !== null && (await isToPause(tx, userId, senderHash)))
    await pauseSender(tx, services, userId, 'reports');
}

const countReporters = async (tx: Transaction, senderHash: string): Promise<number> => {
  const lately = sql`${letterReports.createdAt} > now() - interval '30 days'`;
  const [counted] = await tx
    .select({ people: countDistinct(letterReports.recipientHash) })
    .from(letterReports)
    .where(and(eq(letterReports.senderHash, senderHash), lately));
  return counted?.people ?? 0;
};

async function isToPause(tx: Transaction, userId: number, senderHash: string): Promise<boolean> {
  const { atOnce, few, share, sameText } = REPORTERS_TO_PAUSE;
  const reporters = await weighReporters(tx, userId, senderHash);
  if (reporters < few || reporters >= atOnce) return reporters >= atOnce;
  const { sent, alike } = await lettersOfAMonth(tx, userId);
  return reporters > sent * share || alike >= sameText;
}

/** Sum of the reporters' weights within 30 days, since the operator last released the sender: reports before were known. */
async function weighReporters(tx: Transaction, userId: number, senderHash: string): Promise<number> {
  const { rows } = await tx.execute<{ weight: number }>(sql`
    with reporters as (
      select r.recipient_hash, bool_or(u.id is not null) as is_new
      from letter_reports r
        left join letters l on l.id = r.letter_id
        left join gifts g on g.id = r.gift_id
        left join users u on lower(u.email) = lower(coalesce(l.recipient_email, g.email))
          and u.created_at > r.created_at - make_interval(days => ${NEW_ACCOUNT_DAYS}::int)
      where (r.sender_hash = ${senderHash} or l.user_id = ${userId}) and r.answers_to is null
        and r.created_at > now() - interval '30 days'
        and r.created_at > coalesce((select max(released_at) from sender_pauses p
          where p.user_id = ${userId} or p.sender_hash = ${senderHash}), '-infinity')
      group by r.recipient_hash)
    select coalesce(sum(case when is_new then 0.5 else 1 end), 0)::float8 as weight from reporters`);
  return rows[0]?.weight ?? 0;
}

/** Within 30 days: `sent` counts letters and mails of gifts; `alike` the most people whose first letter had the same text. */
async function lettersOfAMonth(tx: Transaction, userId: number): Promise<{ sent: number; alike: number }> {
  const { rows } = await tx.execute<{ sent: number; alike: number }>(sql`
    with lately as (
      select id, email_message, lower(recipient_email) as address from letters
      where user_id = ${userId} and sent_at > now() - interval '30 days'),
    firsts as (
      select email_message, count(distinct address) as people from lately
      where not exists (select 1 from letters earlier where earlier.user_id = ${userId}
        and lower(earlier.recipient_email) = address and earlier.id < lately.id and earlier.sent_at is not null)
      group by email_message)
    select (select count(*) from lately)::int + (select count(*) from gifts
        where giver_id = ${userId} and mailed_at > now() - interval '30 days')::int as sent, coalesce(max(people), 0)::int as alike from firsts`);
  return rows[0] ?? { sent: 0, alike: 0 };
}

export async function closeReport(db: Executor, id: number): Promise<boolean> {
  const { rowCount } = await db
    .update(letterReports)
    .set({ closedAt: sql`now()`, words: null })
    .where(and(eq(letterReports.id, id), isNull(letterReports.closedAt)));
  return rowCount === 1;
}

type Hashes = Pick<typeof letterReports.$inferSelect, 'senderHash' | 'recipientHash'>;

/** For when the key of the address hashes is lost: with new hashes somebody who reports again is still counted once. */
export async function rehashReport(tx: Transaction, id: number, hashes: Hashes): Promise<void> {
  await tx.update(letterReports).set(hashes).where(eq(letterReports.id, id));
}
