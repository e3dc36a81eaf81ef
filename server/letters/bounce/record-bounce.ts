import { eq } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/durations.ts';
import { isIn, STATUS } from '../../../shared/letter-status.ts';
import type { Transaction } from '../../core/db/database.ts';
import { announceLetter } from '../../core/events/announce.ts';
import { BOUNCES_WITHIN_DAYS, isFailure, reasonOfReport } from '../../mail/in/failed-delivery.ts';
import type { BounceHandler } from '../../mail/in/process-message.ts';
import { returnStamp } from '../../money/gifts/return-gifts.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { changeStatus, type LetterRow, reasonColumns } from '../data.ts';
import { hasAnswered } from '../has-reply.ts';
import { notifySender } from '../notify-sender.ts';
import { letters } from '../schema.ts';
import { lockForReturn } from '../send/charge-letter.ts';
import { refundBounce } from './refund-bounce.ts';

/** A bounce after seven days, or of an answered letter, changes nothing. The credit is `refundBounce`'s. */
export const recordBounce: BounceHandler = async (tx, services, token, { report, namedMessageIds }) => {
  const { log } = services;
  const [found] = await tx.select().from(letters).where(eq(letters.envelopeToken, token.toLowerCase()));
  if (!found) return;
  const { action = 'none', status, diagnostic } = report ?? {};
  const about = { letterId: found.id, action, status, diagnostic };
  if (!isFailure(report)) {
    log.info(about, 'message to a letter’s envelope sender that reports no failure');
    return;
  }
  const letter = await lockForReturn(tx, found);
  if (!letter || !(await mayHaveBounced(tx, letter))) {
    log.info(about, 'bounce ignored');
    return;
  }
  const reason = reasonOfReport(report, letter.recipientEmail);
  await changeStatus(tx, [letter.id], STATUS.bounced, { ...reasonColumns(reason), leaseUntil: null });
  await returnStamp(tx, letter);
  const refund = await refundBounce(tx, letter, { report, namedMessageIds });
  log.warn({ ...about, refund }, 'letter bounced');
  await suppress(tx, letter.userId, letter.recipientEmail, reason);
  await notifySender(tx, services, [{ letter, reason, creditWaits: refund === 'waiting' }]);
  await announceLetter(tx, letter.id);
};

/** A report can come before the sending is noted. */
async function mayHaveBounced(tx: Transaction, letter: LetterRow): Promise<boolean> {
  if (!isIn('posted', letter.status) || (await hasAnswered(tx, letter.conversationId))) return false;
  return letter.sentAt === null || Date.now() - letter.sentAt.getTime() <= BOUNCES_WITHIN_DAYS * DAY_MS;
}
