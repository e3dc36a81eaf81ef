import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { reasonOfStatus } from '../delivery/delivery-failure.ts';
import { announceReply } from '../events/announce.ts';
import type { DeliveryStatus } from '../inbound/parse/delivery-status.ts';
import type { Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { replies } from '../platform/db/schema/replies.ts';

/** Relays that one report may be about. */
const RELAYS_MAX = 50;

/**
 * Takes in a report about a relayed reply: one that failed for good is marked so, with the reason, for its author to
 * see. Which one is told by the Message-ID in the report, else it is the latest.
 * @param token of the side that the relay went to
 * @param report what the message says became of the mail; null for any other message
 * @param namedMessageIds Message-IDs that stand in it
 */
export async function recordRelayBounce(
  tx: Transaction,
  log: Logger,
  token: string,
  { report, namedMessageIds }: { report: DeliveryStatus | null; namedMessageIds: string[] },
): Promise<void> {
  const lowered = token.toLowerCase();
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(or(eq(conversations.recipientToken, lowered), eq(conversations.senderToken, lowered)));
  if (!conversation) return;
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
  const about = relayed.find(
    ({ relayMessageId }) => relayMessageId && namedMessageIds.includes(relayMessageId),
  );
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
