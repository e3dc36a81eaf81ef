import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { REPORT_REASONS } from '../../../shared/reports.ts';
import { replies } from '../../answers/schema.ts';
import type { Executor } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';
import type { LetterRow } from '../../letters/data.ts';
import { closeReport } from '../../letters/report/report-letter.ts';
import { letterPhotos, letterReports, letters } from '../../letters/schema.ts';
import { gifts } from '../../money/gifts/schema.ts';
import { users } from '../../people/users/schema.ts';
import { type Command, LISTED, OperatorError, printRows, type Subject, wholeNumber } from '../command.ts';

const ORIGINS = { page: 'by the link in the mail', thread: 'in the app', feedback: 'by the mail service' };
const whatOf = ({ letterId, giftId, answersTo }: Report) =>
  (giftId && 'a gift') ||
  (answersTo && `answers to letter ${answersTo}`) ||
  (letterId ? `letter ${letterId}` : 'letter erased');
const ANSWERS_SHOWN = 5;
type Report = typeof letterReports.$inferSelect;

const reportNumber = (id: string | undefined) => wholeNumber(id, 'A report', Number.MAX_SAFE_INTEGER);
const reportSubject: Subject = (_, [id]) => `report ${reportNumber(id)}`;

async function list({ db }: Services): Promise<void> {
  const rows = await db
    .select({
      report: letterReports,
      userId: sql<number | null>`coalesce(${letters.userId}, ${gifts.giverId})`,
      reporters: sql<number>`(select count(distinct r.recipient_hash)::int from letter_reports r
        where r.sender_hash = ${letterReports.senderHash} and r.created_at > now() - interval '30 days')`,
    })
    .from(letterReports)
    .leftJoin(letters, eq(letters.id, letterReports.letterId))
    .leftJoin(gifts, eq(gifts.id, letterReports.giftId))
    .where(isNull(letterReports.closedAt))
    .orderBy(asc(letterReports.id))
    .limit(LISTED);
  printRows(
    rows.map(({ report, userId, reporters }) => [
      report.id,
      report.createdAt.toISOString(),
      whatOf(report),
      userId === null ? 'account erased, or none' : `user ${userId}`,
      `${report.reason}, ${ORIGINS[report.origin]}${report.source ? ` (${report.source})` : ''}`,
      `${reporters} recipients in 30 days`,
    ]),
  );
}

async function look({ db }: Services, id: string | undefined): Promise<void> {
  const [found] = await db
    .select({ report: letterReports, letter: letters, gift: gifts, giver: users.email })
    .from(letterReports)
    .leftJoin(letters, or(eq(letters.id, letterReports.letterId), eq(letters.id, letterReports.answersTo)))
    .leftJoin(gifts, eq(gifts.id, letterReports.giftId))
    .leftJoin(users, eq(users.id, gifts.giverId))
    .where(eq(letterReports.id, reportNumber(id)));
  if (!found) throw new OperatorError(`There is no report ${id}.`);
  const { report, letter, gift, giver } = found;
  printRows([
    ['report', report.id],
    ['reported', `${report.createdAt.toISOString()}, ${ORIGINS[report.origin]}`],
    ['what is wrong', REPORT_REASONS[report.reason]],
    ...(report.words ? [['in their words', report.words]] : []),
  ]);
  if (gift) {
    printRows([
      ['gift', `${gift.credits} credits, ${gift.status}`],
      ['from', `${gift.fromName} <${giver}>, user ${gift.giverId}`],
      ['to', `${gift.recipientName} <${gift.email}>`],
    ]);
    console.log(`\n${gift.note ?? ''}`);
  } else if (letter) await lookAtLetter(db, report, letter);
  else throw new OperatorError(`The letter of report ${id} was erased by its sender.`);
}

async function lookAtLetter(db: Executor, { answersTo }: Report, letter: LetterRow): Promise<void> {
  printRows([
    ['letter', `${letter.id}, ${letter.status}`],
    ['from', `${letter.senderName} <${letter.senderEmail}>, user ${letter.userId}`],
    ['to', `${letter.recipientName} <${letter.recipientEmail}>`],
  ]);
  if (answersTo !== null) {
    const answered = await db
      .select({ id: replies.id, body: replies.body, at: replies.createdAt })
      .from(replies)
      .where(and(eq(replies.conversationId, letter.conversationId), eq(replies.side, 'recipient')))
      .orderBy(desc(replies.createdAt))
      .limit(ANSWERS_SHOWN);
    for (const { at, body } of answered) console.log(`\n${at.toISOString()}\n${body}`);
    return;
  }
  const photos = await db
    .select({ photoId: letterPhotos.photoId, alt: letterPhotos.alt })
    .from(letterPhotos)
    .where(eq(letterPhotos.letterId, letter.id))
    .orderBy(letterPhotos.position);
  printRows(photos.map(({ photoId, alt }) => ['photo', `${photoId} ${alt}`.trim()]));
  console.log(`\n${letter.emailMessage}`);
}

async function close({ db }: Services, id: string | undefined): Promise<void> {
  if (!(await closeReport(db, reportNumber(id)))) throw new OperatorError(`There is no open report ${id}.`);
  console.log(`Report ${id} is closed. Whoever reported gets no letters from its author as before.`);
}

export const reportCommands: Record<string, Command> = {
  reports: {
    what: 'letters, gifts and answers that were reported, until they are closed: since when, whose, why',
    run: list,
  },
  'reports look': {
    args: '<report>',
    what: 'read what was reported; each look is noted in the audit',
    run: (services, [id]) => look(services, id),
    subject: reportSubject,
  },
  'reports close': {
    args: '<report>',
    what: 'take it off the list',
    run: (services, [id]) => close(services, id),
    subject: reportSubject,
  },
};
