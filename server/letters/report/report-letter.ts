import { and, eq, isNull, sql } from 'drizzle-orm';
import { isIn } from '../../../shared/letter-status.ts';
import type { ReportReason } from '../../../shared/reports.ts';
import { cameTo } from '../../core/db/came-to.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { limit, spend } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { block } from '../../people/recipients/blocks.ts';
import type { LetterRow } from '../data.ts';
import { letterReports, letters } from '../schema.ts';
import { lockForReturn } from '../send/charge-letter.ts';
import { alertOperator } from './alert-operator.ts';
import { pauseSender } from './pause-sender.ts';

/**
 * Within 30 days: so many, or few where they are a share of the sender's letters or these are one text to
 * many. Two mailboxes of one person can't silence somebody who writes to many.
 */
const REPORTERS_TO_PAUSE = { atOnce: 5, few: 2, share: 0.02, sameText: 20 };
/** Made in so many days before its report it counts half. */
const NEW_ACCOUNT_DAYS = 7;

interface Report {
  origin: (typeof letterReports.$inferSelect)['origin'];
  reason: ReportReason;
  /** that signed a mail service's report */
  source?: string;
}

export async function findReceivedLetter(
  db: Executor,
  person: Person,
  letterId: number,
): Promise<LetterRow | null> {
  const [letter] = await db
    .select()
    .from(letters)
    .where(
      and(
        eq(letters.id, letterId),
        sql`exists (select 1 from conversations c where c.id = ${letters.conversationId} and ${cameTo(person)})`,
        statusIn('seenByRecipient', letters.status),
      ),
    );
  return letter ?? null;
}

/**
 * Refuses further letters to the recipient, tells the operator, and may pause the sender. The caller has
 * made sure that it is the recipient. A letter is reported once; then the block alone is renewed.
 * @param reporter where they have mail now, if not where the letter went
 */
export async function reportLetter(
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue' | 'log' | 'addressHash'>,
  found: LetterRow,
  report: Report,
  reporter = found.recipientEmail,
): Promise<void> {
  const { addressHash, log } = services;
  const letter = await lockForReturn(tx, found);
  if (!letter || !isIn('seenByRecipient', letter.status)) return;
  const senderHash = addressHash(letter.senderEmail);
  const recipientHash = addressHash(letter.recipientEmail);
  const blocking = {
    recipientHash: addressHash(reporter),
    senderHashes: [senderHash],
    userId: letter.userId,
  };
  await block(tx, blocking, 'sender');
  const [recorded] = await tx
    .insert(letterReports)
    .values({ ...report, letterId: letter.id, senderHash, recipientHash })
    .onConflictDoNothing()
    .returning({ id: letterReports.id });
  if (!recorded) return;
  log.warn({ letterId: letter.id, report: recorded.id, ...report }, 'letter reported by its recipient');
  if (await spend(tx, limit('alerts of reports of a sender', letter.userId), 1))
    await alertOperator(tx, services, {
      subject: `Report ${recorded.id}: letter ${letter.id}`,
      what: `The recipient of letter ${letter.id} reported it. They get no more letters from its sender.`,
      command: `reports look ${recorded.id}`,
      kind: 'reports',
    });
  if (await isToPause(tx, letter.userId, senderHash))
    await pauseSender(tx, services, letter.userId, 'reports');
}

async function isToPause(tx: Transaction, userId: number, senderHash: string): Promise<boolean> {
  const { atOnce, few, share, sameText } = REPORTERS_TO_PAUSE;
  const reporters = await weighReporters(tx, userId, senderHash);
  if (reporters < few || reporters >= atOnce) return reporters >= atOnce;
  const { sent, alike } = await lettersOfAMonth(tx, userId);
  return reporters > sent * share || alike >= sameText;
}

/** Not those that the operator knew of at the last release. */
async function weighReporters(tx: Transaction, userId: number, senderHash: string): Promise<number> {
  const { rows } = await tx.execute<{ weight: number }>(sql`
    with reporters as (
      select r.recipient_hash, bool_or(u.id is not null) as is_new
      from letter_reports r
        left join letters l on l.id = r.letter_id
        left join users u on lower(u.email) = lower(l.recipient_email)
          and u.created_at > r.created_at - make_interval(days => ${NEW_ACCOUNT_DAYS}::int)
      where (r.sender_hash = ${senderHash} or l.user_id = ${userId})
        and r.created_at > now() - interval '30 days'
        and r.created_at > coalesce((select max(released_at) from sender_pauses p
          where p.user_id = ${userId} or p.sender_hash = ${senderHash}), '-infinity')
      group by r.recipient_hash)
    select coalesce(sum(case when is_new then 0.5 else 1 end), 0)::float8 as weight from reporters`);
  return rows[0]?.weight ?? 0;
}

/** Within 30 days, and the most first letters to different people that have one text. */
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
    select (select count(*) from lately)::int as sent, coalesce(max(people), 0)::int as alike from firsts`);
  return rows[0] ?? { sent: 0, alike: 0 };
}

export async function closeReport(db: Executor, id: number): Promise<boolean> {
  const closed = await db
    .update(letterReports)
    .set({ closedAt: sql`now()` })
    .where(and(eq(letterReports.id, id), isNull(letterReports.closedAt)))
    .returning({ id: letterReports.id });
  return closed.length > 0;
}
