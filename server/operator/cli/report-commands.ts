import { asc, eq, isNull, sql } from 'drizzle-orm';
import { REPORT_REASONS } from '../../../shared/reports.ts';
import type { Services } from '../../core/services.ts';
import { closeReport } from '../../letters/report/report-letter.ts';
import { letterPhotos, letterReports, letters } from '../../letters/schema.ts';
import { type Command, LISTED, OperatorError, printRows, type Subject, wholeNumber } from '../command.ts';

const ORIGINS = { page: 'on the letter’s page', thread: 'in the app', feedback: 'by the mail service' };

const reportNumber = (id: string | undefined) => wholeNumber(id, 'A report', Number.MAX_SAFE_INTEGER);
const reportSubject: Subject = (_, [id]) => `report ${reportNumber(id)}`;

async function list({ db }: Services): Promise<void> {
  const rows = await db
    .select({
      report: letterReports,
      userId: letters.userId,
      reporters: sql<number>`(select count(distinct r.recipient_hash)::int from letter_reports r
        where r.sender_hash = ${letterReports.senderHash} and r.created_at > now() - interval '30 days')`,
    })
    .from(letterReports)
    .leftJoin(letters, eq(letters.id, letterReports.letterId))
    .where(isNull(letterReports.closedAt))
    .orderBy(asc(letterReports.id))
    .limit(LISTED);
  printRows(
    rows.map(({ report, userId, reporters }) => [
      report.id,
      report.createdAt.toISOString(),
      report.letterId === null ? 'letter erased' : `letter ${report.letterId}`,
      userId === null ? 'account erased' : `user ${userId}`,
      `${report.reason}, ${ORIGINS[report.origin]}${report.source ? ` (${report.source})` : ''}`,
      `${reporters} recipients in 30 days`,
    ]),
  );
}

async function look({ db }: Services, id: string | undefined): Promise<void> {
  const [found] = await db
    .select({ report: letterReports, letter: letters })
    .from(letterReports)
    .leftJoin(letters, eq(letters.id, letterReports.letterId))
    .where(eq(letterReports.id, reportNumber(id)));
  if (!found) throw new OperatorError(`There is no report ${id}.`);
  const { report, letter } = found;
  if (!letter) throw new OperatorError(`The letter of report ${id} was erased by its sender.`);
  const photos = await db
    .select({ photoId: letterPhotos.photoId, alt: letterPhotos.alt })
    .from(letterPhotos)
    .where(eq(letterPhotos.letterId, letter.id))
    .orderBy(letterPhotos.position);
  printRows([
    ['report', report.id],
    ['reported', `${report.createdAt.toISOString()}, ${ORIGINS[report.origin]}`],
    ['what is wrong', REPORT_REASONS[report.reason]],
    ['letter', `${letter.id}, ${letter.status}`],
    ['from', `${letter.senderName} <${letter.senderEmail}>, user ${letter.userId}`],
    ['to', `${letter.recipientName} <${letter.recipientEmail}>`],
    ...photos.map(({ photoId, alt }) => ['photo', `${photoId} ${alt}`.trim()]),
  ]);
  console.log(`\n${letter.emailMessage}`);
}

async function close({ db }: Services, id: string | undefined): Promise<void> {
  if (!(await closeReport(db, reportNumber(id)))) throw new OperatorError(`There is no open report ${id}.`);
  console.log(`Report ${id} is closed. The recipient gets no letters from this sender as before.`);
}

export const reportCommands: Record<string, Command> = {
  reports: {
    args: '',
    what: 'letters that their recipients reported, until they are closed: since when, whose, why',
    run: (services) => list(services),
  },
  'reports look': {
    args: '<report>',
    what: 'read a reported letter; each look is noted in the audit',
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
