import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Transaction } from '../db/database.ts';
import { conversations, replies } from '../db/schema.ts';
import { announceReply } from '../events/announce.ts';
import { type MaybeBounce, readBounceReport } from '../mail/bounce-report.ts';
import { reasonOfStatus } from '../mail/delivery-failure.ts';

/** Bytes in which a report names the mail that it is about. */
const NAMED_WITHIN = 512 * 1024;
/** Relays that one report may be about. */
const RELAYS_MAX = 50;

/**
 * Takes in a report about a relayed reply: one that failed for good is marked so, with the reason, for its author to
 * see. Which one is told by the Message-ID in the report, else it is the latest.
 * @param token of the side that the relay went to
 */
export async function recordRelayBounce(
  tx: Transaction,
  log: Logger,
  token: string,
  message: MaybeBounce,
): Promise<void> {
  const lowered = token.toLowerCase();
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(or(eq(conversations.recipientToken, lowered), eq(conversations.senderToken, lowered)));
  if (!conversation) return;
  const report = readBounceReport(message);
  if (report?.action !== 'failed') return;
  const toRecipient = conversation.recipientToken === lowered;
  const relayed = await tx
    .select({ id: replies.id, relayMessageId: replies.relayMessageId })
    .from(replies)
    .where(
      and(
        eq(replies.conversationId, conversation.id),
        eq(replies.side, toRecipient ? 'sender' : 'recipient'),
        eq(replies.relayStatus, 'sent'),
        gt(replies.createdAt, sql`now() - interval '10 days'`),
      ),
    )
    .orderBy(desc(replies.id))
    .limit(RELAYS_MAX);
  const told = message.raw.subarray(0, NAMED_WITHIN).toString('latin1');
  const about = relayed.find(({ relayMessageId }) => relayMessageId && told.includes(relayMessageId));
  const reply = about ?? relayed[0];
  if (!reply) return;
  const reason =
    (toRecipient && reasonOfStatus(report.status ?? '', conversation.recipientEmail)) ||
    'The mail server at the other end refused the mail.';
  log.warn({ replyId: reply.id, status: report.status, diagnostic: report.diagnostic }, 'a relay came back');
  await tx
    .update(replies)
    .set({ relayStatus: 'failed', relayReason: reason })
    .where(eq(replies.id, reply.id));
  await announceReply(tx, conversation.id);
}
