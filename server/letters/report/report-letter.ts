import { and, eq, isNull, sql } from 'drizzle-orm';
import { isIn } from '../../../shared/letter-status.ts';
import type { ReportReason } from '../../../shared/reports.ts';
import { cameTo } from '../../core/db/came-to.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { statusIn } from '../../core/db/status-in.ts';
import type { Services } from '../../core/services.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { block } from '../../people/recipients/blocks.ts';
import type { LetterRow } from '../data.ts';
import { letterReports, letters } from '../schema.ts';
import { lockForReturn } from '../send/charge-letter.ts';
import { alertOperator } from './alert-operator.ts';
import { pauseSender } from './pause-sender.ts';

/** So many different recipients that report letters of one sender within 30 days pause the sender. */
const RECIPIENTS_TO_PAUSE = 2;

/** A recipient's report of one letter. */
interface Report {
  origin: (typeof letterReports.$inferSelect)['origin'];
  reason: ReportReason;
  /** domain that signed a mail service's report */
  source?: string;
}

/** A letter that came to a person and may be seen by them; null for any other. */
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
 * Records that a recipient reported a letter: refuses further letters from its sender to them, notifies the operator, and
 * pauses the sender when another recipient did so lately. The caller has made sure that the recipient did. A letter is
 * reported once; after that the block alone is renewed.
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
  await alertOperator(tx, services, {
    subject: `Report ${recorded.id}: letter ${letter.id}`,
    what: `The recipient of letter ${letter.id} reported it. They get no more letters from its sender.`,
    command: `reports look ${recorded.id}`,
  });
  if ((await countReporters(tx, letter.userId, senderHash)) >= RECIPIENTS_TO_PAUSE)
    await pauseSender(tx, services, letter.userId, 'reports');
}

/** Different recipients within 30 days, not those that the operator knew of when they released the sender. */
async function countReporters(tx: Transaction, userId: number, senderHash: string): Promise<number> {
  const { rows } = await tx.execute<{ reporters: number }>(sql`
    select count(distinct recipient_hash)::int as reporters from letter_reports r
    where (r.sender_hash = ${senderHash} or r.letter_id in (select id from letters where user_id = ${userId}))
      and r.created_at > now() - interval '30 days'
      and r.created_at > coalesce((select max(released_at) from sender_pauses p
        where p.user_id = ${userId} or p.sender_hash = ${senderHash}), '-infinity')`);
  return rows[0]?.reporters ?? 0;
}

/** @returns false when no such report is open */
export async function closeReport(db: Executor, id: number): Promise<boolean> {
  const closed = await db
    .update(letterReports)
    .set({ closedAt: sql`now()` })
    .where(and(eq(letterReports.id, id), isNull(letterReports.closedAt)))
    .returning({ id: letterReports.id });
  return closed.length > 0;
}
