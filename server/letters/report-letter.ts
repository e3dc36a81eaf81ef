import type { ReportReason } from '../../shared/reports.ts';
import type { Transaction } from '../platform/db/database.ts';
import { isVisibleToRecipient } from '../platform/db/letter-visibility.ts';
import { letterReports } from '../platform/db/schema/complaints.ts';
import type { Services } from '../platform/services.ts';
import { block } from '../recipients/blocks.ts';
import { alertOperator } from './alert-operator.ts';
import { lockForReturn } from './charge-letter.ts';
import type { LetterRow } from './data.ts';

/** A recipient's report of one letter. */
interface Report {
  origin: (typeof letterReports.$inferSelect)['origin'];
  reason: ReportReason;
  /** domain that signed a mail service's report */
  source?: string;
}

/**
 * Records that a recipient reported a letter: refuses further letters from its sender to them and notifies the
 * operator. The caller has made sure that the recipient did. A letter is
 * reported once; after that the block alone is renewed.
 */
export async function reportLetter(
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue' | 'log' | 'addressHash'>,
  found: LetterRow,
  report: Report,
): Promise<void> {
  const { addressHash, log } = services;
  const letter = await lockForReturn(tx, found);
  if (!letter || !isVisibleToRecipient(letter.status)) return;
  const senderHash = addressHash(letter.senderEmail);
  const recipientHash = addressHash(letter.recipientEmail);
  await block(tx, { recipientHash, senderHashes: [senderHash], userId: letter.userId }, 'sender');
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
}
