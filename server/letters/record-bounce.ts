import { and, eq, sql } from 'drizzle-orm';
import { reasonOfStatus } from '../delivery/delivery-failure.ts';
import { announceLetter } from '../events/announce.ts';
import type { DeliveryStatus } from '../inbound/parse/delivery-status.ts';
import type { BounceHandler } from '../inbound/process-message.ts';
import type { Transaction } from '../platform/db/database.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { replies } from '../platform/db/schema/replies.ts';
import { suppress } from '../recipients/suppressions.ts';
import { lockForReturn, returnCredit } from './charge-letter.ts';
import type { LetterRow } from './data.ts';
import { notifySender } from './notify-sender.ts';

/** Includes letters that are still being sent: a bounce can come before the sending is noted. */
const MAY_BOUNCE = ['queued', 'sending', 'sent'];

/**
 * Records what came to a letter's envelope sender. A report that it failed for good makes the letter `bounced` with
 * the reason, gives its credit back, keeps the address from being written to again until the sender lifts that, and
 * notifies the sender by mail; all of it once. Reports of delay, delivery or relaying change nothing, nor does a
 * vacation note; nor does a bounce of a letter that was answered, for then somebody has it (a forwarded copy came back).
 */
export const recordBounce: BounceHandler = async (tx, services, token, { report }) => {
  const { log } = services;
  const [found] = await tx.select().from(letters).where(eq(letters.envelopeToken, token.toLowerCase()));
  if (!found) return;
  const about = { letterId: found.id, action: report?.action ?? 'none', ...detailOf(report) };
  if (report?.action !== 'failed') {
    log.info(about, 'message to a letter’s envelope sender that reports no failure');
    return;
  }
  const letter = await lockForReturn(tx, found);
  if (!letter || !MAY_BOUNCE.includes(letter.status) || (await hasReply(tx, letter))) {
    log.info(about, 'bounce ignored');
    return;
  }
  const reason = reasonOf(report, letter.recipientEmail);
  log.warn(about, 'letter bounced');
  await tx
    .update(letters)
    .set({ status: 'bounced', statusReason: reason, leaseUntil: null })
    .where(eq(letters.id, letter.id));
  await returnCredit(tx, letter);
  await suppress(tx, letter.userId, letter.recipientEmail, reason);
  await notifySender(tx, services, letter, { reason });
  await announceLetter(tx, letter.id);
};

async function hasReply(tx: Transaction, { conversationId }: LetterRow): Promise<boolean> {
  const [answer] = await tx
    .select({ one: sql`1` })
    .from(replies)
    .where(and(eq(replies.conversationId, conversationId), eq(replies.side, 'recipient')))
    .limit(1);
  return answer !== undefined;
}

function reasonOf({ status }: DeliveryStatus, recipient: string): string {
  const known = reasonOfStatus(status ?? '', recipient);
  if (known) return known;
  if (/^(?:4\.|5\.4\.)/.test(status ?? '')) return `The mail server of ${recipient} could not be reached.`;
  return `The mail server of ${recipient} refused the mail.`;
}

const detailOf = (report: DeliveryStatus | null) =>
  report ? { status: report.status, diagnostic: report.diagnostic } : {};
