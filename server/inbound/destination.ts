import { and, count, eq, gt, or, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { tokenOf } from '../delivery/addresses.ts';
import type { Executor } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { inboundMessages } from '../platform/db/schema/inbound.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { HeaderFields } from './classify/not-a-reply.ts';

/** Replies to one token within an hour; more is a machine talking to a machine. */
export const REPLIES_AN_HOUR = 200;

/** Where a message to one of our addresses belongs. */
export interface Destination {
  conversationId: string;
  /** whose token it was written to: the one that the recipient or the sender holds */
  side: 'recipient' | 'sender';
}

/** The conversation behind an address of ours, or null when there is none. */
export async function findDestination(
  db: Executor,
  config: Pick<Config, 'REPLY_DOMAIN' | 'REPLY_ADDRESS'>,
  address: string,
): Promise<Destination | null> {
  const own = tokenOf(config, address);
  if (!own) return null;
  const token = own.token.toLowerCase();

  if (own.kind === 'bounce') {
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

/** True when so much came to the token within the last hour that the next message should wait. */
export async function isFlooded(db: Executor, { conversationId, side }: Destination): Promise<boolean> {
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
  return (row?.received ?? 0) >= REPLIES_AN_HOUR;
}

/** Where mail servers note whom they deliver to; `to` and `cc` last, since a list may stand there. */
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
/** Looked for from the beginning of a word only, so that a word without an @ is gone through once. */
const ADDRESS = /(?<![^\s<>,;:"()[\]])[^\s<>,;:"()[\]]{1,200}@[^\s<>,;:"()[\]]{1,255}/g;
const ADDRESSES_MAX = 200;

/**
 * The envelope as the mailbox's own mail server noted it in the header, for doors that are given the message alone
 * (RFC 5321, 4.4: Return-Path). Which of the addresses is ours is for the token in it to say.
 */
export function envelopeFromHeaders(headers: HeaderFields): { sender: string; recipients: string[] } {
  const recipients = RECIPIENT_FIELDS.flatMap((field) => headers[field] ?? []).flatMap(addressesIn);
  const returnPath = headers['return-path']?.[0];
  const sender =
    returnPath === undefined ? addressesIn(headers.from?.[0] ?? '')[0] : addressesIn(returnPath)[0];
  return { sender: sender ?? '', recipients: [...new Set(recipients)].slice(0, ADDRESSES_MAX) };
}

function addressesIn(text: string): string[] {
  return text.slice(0, 20_000).match(ADDRESS) ?? [];
}
