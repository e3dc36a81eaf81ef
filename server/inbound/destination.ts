import { and, count, eq, gt, or, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { feedbackAddress, sameAddress, tokenOf } from '../delivery/addresses.ts';
import type { Executor } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { inboundMessages } from '../platform/db/schema/inbound.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { replies } from '../platform/db/schema/replies.ts';
import { addressesIn } from './classify/addresses-in-text.ts';
import type { HeaderFields } from './classify/not-a-reply.ts';

/** Replies to one token within an hour; more is a machine talking to a machine. */
export const REPLIES_AN_HOUR = 200;

/** Where a message to one of our addresses belongs. */
export interface Destination {
  conversationId: string;
  /** the side whose token it was addressed to */
  side: 'recipient' | 'sender';
}

type FeedbackSettings = Pick<Config, 'REPLY_DOMAIN' | 'REPLY_ADDRESS' | 'FEEDBACK_SOURCES'>;

/** True for the address of complaints, which exists where `FEEDBACK_SOURCES` is set. */
export const isFeedbackAddress = (config: FeedbackSettings, address: string): boolean =>
  config.FEEDBACK_SOURCES !== undefined && sameAddress(address, feedbackAddress(config));

/** The letter whose envelope sender is among the addresses. */
export async function findNamedLetter(
  db: Executor,
  config: Pick<Config, 'REPLY_DOMAIN' | 'REPLY_ADDRESS'>,
  addresses: string[],
): Promise<typeof letters.$inferSelect | null> {
  for (const address of addresses) {
    const found = tokenOf(config, address);
    if (found?.kind !== 'bounce') continue;
    const [letter] = await db
      .select()
      .from(letters)
      .where(eq(letters.envelopeToken, found.token.toLowerCase()));
    if (letter) return letter;
  }
  return null;
}

/** The conversation that an address of ours belongs to, or null when there is none. */
export async function findDestination(
  db: Executor,
  config: Pick<Config, 'REPLY_DOMAIN' | 'REPLY_ADDRESS'>,
  address: string,
): Promise<Destination | null> {
  const found = tokenOf(config, address);
  if (!found) return null;
  const token = found.token.toLowerCase();

  if (found.kind === 'bounce') {
    const [letter] = await db
      .select({ conversationId: letters.conversationId })
      .from(letters)
      .where(eq(letters.envelopeToken, token));
    if (letter) return { conversationId: letter.conversationId, side: 'recipient' };
  }
  // A bounce to a side's own token is one of a relayed reply.
  const [conversation] = await db
    .select({ id: conversations.id, recipientToken: conversations.recipientToken })
    .from(conversations)
    .where(or(eq(conversations.recipientToken, token), eq(conversations.senderToken, token)));
  if (!conversation) return null;
  return {
    conversationId: conversation.id,
    side: conversation.recipientToken === token ? 'recipient' : 'sender',
  };
}

/**
 * The token of the mail that a report to a reply address is about: of the letter when it names that, or when no relayed
 * reply went the same way; null for a relayed reply, which has the token of the reply address.
 */
export async function bouncedToken(
  db: Executor,
  { conversationId, side }: Destination,
  { namedMessageIds }: { namedMessageIds: string[] },
): Promise<string | null> {
  if (side !== 'recipient') return null;
  const [letter] = await db
    .select({ messageId: letters.messageId, envelopeToken: letters.envelopeToken })
    .from(letters)
    .where(eq(letters.conversationId, conversationId));
  if (!letter || namedMessageIds.includes(letter.messageId)) return letter?.envelopeToken ?? null;
  const [relayed] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(and(eq(replies.conversationId, conversationId), eq(replies.side, 'sender')))
    .limit(1);
  return relayed ? null : letter.envelopeToken;
}

/** Names a destination in counters and in the queue. */
export const destinationKey = ({ conversationId, side }: Destination): string => `${conversationId}:${side}`;

/** True when so much came to the token within the last hour that the next message should wait. */
export async function isFlooded(db: Executor, destination: Destination): Promise<boolean> {
  return (await receivedLastHour(db, destination)) >= REPLIES_AN_HOUR;
}

/** Messages that came to the token within the last hour. */
export async function receivedLastHour(db: Executor, { conversationId, side }: Destination): Promise<number> {
  const [row] = await db
    .select({ received: count() })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.conversationId, conversationId),
        eq(inboundMessages.side, side),
        gt(inboundMessages.receivedAt, sql`now() - interval '1 hour'`),
      ),
    );
  return row?.received ?? 0;
}

/** Header fields in which mail servers record the envelope recipient; `to` and `cc` last, since they may name a list. */
export const RECIPIENT_FIELDS = [
  'delivered-to',
  'x-original-to',
  'x-envelope-to',
  'envelope-to',
  'x-delivered-to',
  'x-forwarded-to',
  'to',
  'cc',
];
const ADDRESSES_MAX = 200;

/**
 * The envelope as the receiving mail server recorded it in the header (RFC 5321, 4.4: Return-Path), for IMAP and
 * webhooks that get the message alone. The token in an address tells which one is ours.
 */
export function envelopeFromHeaders(headers: HeaderFields): { sender: string; recipients: string[] } {
  const recipients = RECIPIENT_FIELDS.flatMap((field) => headers[field] ?? []).flatMap((text) =>
    addressesIn(text),
  );
  const returnPath = headers['return-path']?.[0];
  const sender =
    returnPath === undefined ? addressesIn(headers.from?.[0] ?? '')[0] : addressesIn(returnPath)[0];
  return { sender: sender ?? '', recipients: [...new Set(recipients)].slice(0, ADDRESSES_MAX) };
}
