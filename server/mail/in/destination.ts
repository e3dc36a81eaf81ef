import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { addressesIn } from '../../../packages/mail-reader/classify/addresses-in-text.ts';
import type { HeaderFields } from '../../../packages/mail-reader/classify/not-a-reply.ts';
import { replies } from '../../answers/schema.ts';
import type { Config } from '../../core/config.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { hashToken } from '../../core/secrets.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { gifts } from '../../money/gifts/schema.ts';
import { stopLinks } from '../../people/recipients/schema.ts';
import { isErased, users } from '../../people/users/schema.ts';
import { feedbackAddress, type ReplySettings, sameAddress, tokenOf } from '../out/addresses.ts';
import type { inboundMessages } from './schema.ts';

/** Replies to one token within an hour; more is a machine talking to a machine. */
export const REPLIES_AN_HOUR = 200;
/** Raw messages are kept: without a bound one letter would fill the disk with 5 GB an hour. */
export const BYTES_A_DAY = 250 * 1024 * 1024;

export interface Destination {
  conversationId: string;
  side: 'recipient' | 'sender';
}

/** A message to a gift is a report on the mail that told of it. */
type Addressee =
  | (Destination & { giftId: null })
  | { conversationId: null; giftId: string; side: 'recipient' };

/** The address of complaints exists where `FEEDBACK_SOURCES` is set. */
export const isFeedbackAddress = (
  config: ReplySettings & Pick<Config, 'FEEDBACK_SOURCES'>,
  address: string,
): boolean => config.FEEDBACK_SOURCES !== undefined && sameAddress(address, feedbackAddress(config));

/** Whose letter, gift or relayed answer had one of these envelope senders. */
export async function findNamed(
  db: Executor,
  config: ReplySettings,
  addresses: string[],
): Promise<BusyAddressee | null> {
  for (const address of addresses) {
    if (tokenOf(config, address)?.kind !== 'bounce') continue;
    const found = await findDestination(db, config, address);
    if (found) return found;
  }
  return null;
}

export type BusyAddressee = Addressee & { receivedLastHour: number };

export async function findDestination(
  db: Executor,
  config: ReplySettings,
  address: string,
): Promise<BusyAddressee | null> {
  const found = tokenOf(config, address);
  if (!found) return null;
  const token = found.token.toLowerCase();

  if (found.kind === 'bounce') {
    const [letter] = await db
      .select({
        conversationId: letters.conversationId,
        receivedLastHour: receivedLastHour(sql`letters.conversation_id`, sql`'recipient'`),
      })
      .from(letters)
      .where(eq(letters.envelopeToken, token));
    if (letter) return { ...letter, giftId: null, side: 'recipient' };
    const giftId = await giftOfToken(db, token);
    if (giftId) return findToldGift(db, giftId);
  }
  // A bounce to a side's own token is one of a relayed reply.
  const side = sql<
    Destination['side']
  >`case when recipient_token = ${token} then 'recipient' else 'sender' end`;
  const [conversation] = await db
    .select({
      conversationId: conversations.id,
      side,
      receivedLastHour: receivedLastHour(sql`conversations.id`, side),
    })
    .from(conversations)
    .where(or(eq(conversations.recipientToken, token), eq(conversations.senderToken, token)));
  return conversation ? { ...conversation, giftId: null } : null;
}

/** Once its giver is erased nobody is left to hear that a gift came back. */
async function findToldGift(db: Executor, giftId: string): Promise<BusyAddressee | null> {
  const [gift] = await db
    .select({ giftId: gifts.id, receivedLastHour: reportsLastHour(sql`gifts.id`) })
    .from(gifts)
    .where(and(eq(gifts.id, giftId), isNotNull(gifts.mailedAt), ne(gifts.fromName, '')));
  return gift ? { ...gift, conversationId: null, side: 'recipient' } : null;
}

/** Their accounts are not erased before the caller's transaction ends. @returns gifts whose giver has one */
export async function holdGivers(tx: Transaction, giftIds: string[]): Promise<Set<string>> {
  const held = await tx
    .select({ id: gifts.id })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.giverId))
    .where(and(inArray(gifts.id, giftIds), sql`not ${isErased}`))
    .orderBy(users.id)
    .for('key share', { of: users });
  return new Set(held.map(({ id }) => id));
}

/** A report is about the letter when it names that, or no relayed reply went there. @returns null for a relayed reply */
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
  const relayed = and(eq(replies.conversationId, conversationId), eq(replies.side, 'sender'));
  return (await db.$count(replies, relayed)) > 0 ? null : letter.envelopeToken;
}

type Addressed = Pick<typeof inboundMessages.$inferSelect, 'conversationId' | 'giftId' | 'side'>;

export const addresseeKey = ({ conversationId, giftId, side }: Addressed): string =>
  `${conversationId ?? giftId}:${side}`;

export const isFlooded = ({ receivedLastHour }: Pick<BusyAddressee, 'receivedLastHour'>): boolean =>
  receivedLastHour >= REPLIES_AN_HOUR;

/** As many as are too many where those of a day are too large. */
export const receivedLastHour = (conversationId: SQL, side: SQL): SQL<number> =>
  countLastHour(sql`m.conversation_id = ${conversationId} and m.side = ${side}`);

export const reportsLastHour = (giftId: SQL): SQL<number> => countLastHour(sql`m.gift_id = ${giftId}`);

const countLastHour = (which: SQL): SQL<number> => sql`
  (select case when coalesce(sum(m.size), 0) >= ${BYTES_A_DAY}::bigint then ${REPLIES_AN_HOUR}::int
      else (count(*) filter (where m.received_at > now() - interval '1 hour'))::int end
    from inbound_messages m where ${which} and m.received_at > now() - interval '1 day')`;

/** `to` and `cc` come last, since they may name a list. */
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

/** For IMAP and webhooks: the receiving mail server recorded the envelope in the header (RFC 5321, 4.4). */
export function envelopeFromHeaders(headers: HeaderFields): { sender: string; recipients: string[] } {
  const recipients = RECIPIENT_FIELDS.flatMap((field) => headers[field] ?? []).flatMap((text) =>
    addressesIn(text),
  );
  // Addresses of old phones have quotes in them: `<"taro..yamada"@docomo.ne.jp>`.
  const written = (headers['return-path']?.[0] ?? headers.from?.[0] ?? '').replaceAll('"', '');
  const [sender = ''] = addressesIn(written);
  return { sender, recipients: [...new Set(recipients)].slice(0, ADDRESSES_MAX) };
}

/** The mail of a gift bounces to the token of its stop link, which its giver does not know and so can't forge. */
export async function giftOfToken(db: Executor, token: string): Promise<string | null> {
  const [link] = await db
    .select({ giftId: stopLinks.giftId })
    .from(stopLinks)
    .where(eq(stopLinks.tokenHash, hashToken(token)));
  return link?.giftId ?? null;
}
