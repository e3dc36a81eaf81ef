import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { conversations, inboundMessages, letters, replies, users } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { sameAddress, tokenOf } from './addresses.ts';
import { REPLIES_AN_HOUR } from './destination.ts';
import { emailProvider } from './email-provider.ts';
import { whyNotAReply } from './not-a-reply.ts';
import { ReadingThread, type ReadMessage } from './reading-thread.ts';

const SUBJECT_MAX_CHARACTERS = 500;
const ADDRESS_MAX_CHARACTERS = 320;

/** One thread for the process; it does not keep the process alive. */
const thread = new ReadingThread();

type Needs = Pick<Services, 'config' | 'db' | 'storage' | 'log'>;
type InboundRow = typeof inboundMessages.$inferSelect;

/**
 * Reads a message that was taken in: an answer becomes a reply in its conversation, anything else is kept with the
 * reason why it is none. The reply and the note that the message was read are one transaction, so doing it again
 * changes nothing.
 */
export async function readInboundMessage(needs: Needs, inboundMessageId: string): Promise<void> {
  const { db, storage, log } = needs;
  const [row] = await db.select().from(inboundMessages).where(eq(inboundMessages.id, inboundMessageId));
  if (!row || row.readAt) return;

  const raw = await buffer((await storage.read(row.storageKey)).stream);
  const message = await thread.read(raw);
  if (message.trouble) log.warn({ inboundMessageId, trouble: message.trouble }, 'a message was read roughly');
  const outcome = await db.transaction(async (tx) => {
    const [unread] = await tx
      .select({ readAt: inboundMessages.readAt })
      .from(inboundMessages)
      .where(eq(inboundMessages.id, row.id))
      .for('update');
    if (!unread || unread.readAt) return null;
    const decided = await decide(tx, needs, row, message, raw);
    await tx
      .update(inboundMessages)
      .set({ readAt: sql`now()`, outcome: decided })
      .where(eq(inboundMessages.id, row.id));
    return decided;
  });
  log.info({ inboundMessageId, outcome }, 'inbound message read');
}

/** @returns `reply`, or why it is none */
async function decide(
  tx: Transaction,
  { config }: Needs,
  row: InboundRow,
  message: ReadMessage,
  raw: Buffer,
): Promise<string> {
  if (tokenOf(config, row.envelopeRecipient)?.kind === 'bounce') return 'bounce';
  const machine = whyNotAReply(message.headers, row.envelopeSender);
  if (machine) return machine;
  if (message.messageId && (await isOurOwn(tx, message.messageId))) return 'loop';
  // Locked, so that two messages to one token are counted one after the other.
  await tx.select().from(conversations).where(eq(conversations.id, row.conversationId)).for('update');
  if ((await repliesThisHour(tx, row)) >= REPLIES_AN_HOUR) return 'too-many';
  return (await insertReply(tx, row, message, raw)) ? 'reply' : 'duplicate';
}

async function isOurOwn(tx: Transaction, messageId: string): Promise<boolean> {
  const [letter] = await tx.select({ id: letters.id }).from(letters).where(eq(letters.messageId, messageId));
  return letter !== undefined;
}

async function repliesThisHour(tx: Transaction, { conversationId, side }: InboundRow): Promise<number> {
  const [row] = await tx
    .select({ replies: count() })
    .from(replies)
    .where(
      and(
        eq(replies.conversationId, conversationId),
        eq(replies.side, side),
        gt(replies.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
  return row?.replies ?? 0;
}

/** @returns false when the conversation has a message of that Message-ID already */
async function insertReply(
  tx: Transaction,
  row: InboundRow,
  message: ReadMessage,
  raw: Buffer,
): Promise<boolean> {
  const fromEmail = (oneLine(message.from) || row.envelopeSender).slice(0, ADDRESS_MAX_CHARACTERS);
  const messageId =
    message.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@no-message-id.invalid>`;
  const inserted = await tx
    .insert(replies)
    .values({
      conversationId: row.conversationId,
      inboundMessageId: row.id,
      side: row.side,
      fromEmail,
      fromAnotherAddress: !sameAddress(fromEmail, await addressWrittenTo(tx, row)),
      subject: oneLine(message.subject).slice(0, SUBJECT_MAX_CHARACTERS).toWellFormed(),
      body: message.body,
      fullText: message.fullText,
      emailProvider: emailProvider(fromEmail, messageId),
      messageId,
      createdAt: row.receivedAt,
    })
    .onConflictDoNothing({ target: [replies.conversationId, replies.messageId] })
    .returning({ id: replies.id });
  if (inserted.length === 0) return false;
  await tx
    .update(conversations)
    .set({
      lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${row.receivedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(conversations.id, row.conversationId));
  return true;
}

/** The address that whoever holds the side's token is known by. */
async function addressWrittenTo(tx: Transaction, { conversationId, side }: InboundRow): Promise<string> {
  const [letter] = await tx
    .select({ recipientEmail: letters.recipientEmail, senderEmail: users.email })
    .from(letters)
    .innerJoin(users, eq(users.id, letters.userId))
    .where(eq(letters.conversationId, conversationId))
    .orderBy(asc(letters.id))
    .limit(1);
  if (!letter) throw new Error(`Conversation ${conversationId} has no letter.`);
  return side === 'recipient' ? letter.recipientEmail : letter.senderEmail;
}

/** A header's text on one line, without control characters. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
