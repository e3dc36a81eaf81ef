import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import { said } from '../../shared/words.ts';
import { announceReply } from '../core/events/announce.ts';
import { conversations } from '../letters/schema.ts';
import { isFailure } from '../mail/in/failed-delivery.ts';
import type { BounceHandler } from '../mail/in/process-message.ts';
import { reasonOfStatus } from '../mail/out/delivery-failure.ts';
import { relayReasonColumns } from './data.ts';
import { replies } from './schema.ts';

const RELAYS_MAX = 50;

/** The Message-ID in the report says which relayed reply failed; without one the latest counts as failed. */
export const recordRelayBounce: BounceHandler = async (tx, { log }, token, { report, namedMessageIds }) => {
  const lowered = token.toLowerCase();
  const [conversation] = await tx
    .select()
    .from(conversations)
    .where(or(eq(conversations.recipientToken, lowered), eq(conversations.senderToken, lowered)));
  if (!conversation || !isFailure(report)) return;
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
    said('The mail server at the other end refused the mail.');
  log.warn(
    { replyId: reply.id, status: report.status, diagnostic: report.diagnostic },
    'a relayed reply bounced',
  );
  await tx
    .update(replies)
    .set({ relayStatus: 'failed', ...relayReasonColumns(reason) })
    .where(eq(replies.id, reply.id));
  await announceReply(tx, conversation.id);
};
