import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { attachmentLines } from '../../shared/attachments.ts';
import { addReply } from '../conversations/add-reply.ts';
import { emailProvider } from '../conversations/email-provider.ts';
import { type KeptPhotos, keepPhotos } from '../conversations/keep-photos.ts';
import { recordRelayBounce } from '../conversations/record-relay-bounce.ts';
import { mailFrom, sameAddress, tokenOf } from '../delivery/addresses.ts';
import { recordBounce } from '../letters/record-bounce.ts';
import type { Executor, Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { inboundMessages } from '../platform/db/schema/inbound.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { replies } from '../platform/db/schema/replies.ts';
import { users } from '../platform/db/schema/users.ts';
import type { Services } from '../platform/services.ts';
import type { Dmarc } from './classify/check-dmarc.ts';
import { bearsLoopMark, whyNotAReply } from './classify/not-a-reply.ts';
import { REPLIES_AN_HOUR } from './destination.ts';
import { withFiles } from './parse/reply-files.ts';
import { DmarcThread } from './threads/dmarc-thread.ts';
import { ParserThread, type ReadMessage } from './threads/parser-thread.ts';

declare module '../platform/jobs/queue.ts' {
  interface JobData {
    'read-inbound-message': { inboundMessageId: string };
  }
}

const SUBJECT_MAX_CHARACTERS = 500;
const ADDRESS_MAX_CHARACTERS = 320;

/** One thread of each for the process; they do not keep it alive. */
const reading = new ParserThread();
const vouching = new DmarcThread();

type Needs = Pick<Services, 'config' | 'db' | 'storage' | 'log' | 'queue' | 'photos' | 'meters'>;
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
  const message = await reading.read(raw, row.envelopeSender);
  if (message.trouble) log.warn({ inboundMessageId, trouble: message.trouble }, 'a message was read roughly');
  const found = await lookInto(needs, row, message, raw);
  const outcome = await db.transaction(async (tx) => {
    const [unread] = await tx
      .select({ readAt: inboundMessages.readAt })
      .from(inboundMessages)
      .where(eq(inboundMessages.id, row.id))
      .for('update');
    if (!unread || unread.readAt) return null;
    const decided = await decide(tx, needs, { row, message, found });
    await tx
      .update(inboundMessages)
      .set({ readAt: sql`now()`, outcome: decided })
      .where(eq(inboundMessages.id, row.id));
    return decided;
  });
  log.info({ inboundMessageId, outcome }, 'inbound message read');
}

/** What takes its time: done before the transaction, and only for what looks like an answer. */
interface Found extends KeptPhotos {
  messageId: string;
  dmarc: Dmarc;
}

async function lookInto(needs: Needs, row: InboundRow, message: ReadMessage, raw: Buffer): Promise<Found> {
  const messageId =
    message.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@no-message-id.invalid>`;
  const nothing: Found = { messageId, dmarc: 'unknown', photoIds: [], files: [] };
  if (await whyNot(needs.db, needs, row, message, messageId)) return nothing;
  const [dmarc, kept] = await Promise.all([
    vouching.vouch(raw, { clientAddress: row.remoteAddress, envelopeSender: row.envelopeSender }),
    keepPhotos(needs, row.conversationId, message.attachments),
  ]);
  return { ...nothing, ...kept, dmarc };
}

interface Read {
  row: InboundRow;
  message: ReadMessage;
  found: Found;
}

/** @returns `reply`, or why it is none */
async function decide(tx: Transaction, needs: Needs, { row, message, found }: Read): Promise<string> {
  const own = tokenOf(needs.config, row.envelopeRecipient);
  if (own?.kind === 'bounce') {
    await recordBounce(tx, needs, own.token, message.report);
    await recordRelayBounce(tx, needs.log, own.token, message);
    return 'bounce';
  }
  // Locked, so that two messages to one token are counted one after the other.
  await tx.select().from(conversations).where(eq(conversations.id, row.conversationId)).for('update');
  const reason = await whyNot(tx, needs, row, message, found.messageId);
  if (reason) return reason;
  return (await insertReply(tx, needs, row, message, found)) ? 'reply' : 'duplicate';
}

async function whyNot(
  db: Executor,
  { config }: Needs,
  row: InboundRow,
  message: ReadMessage,
  messageId: string,
): Promise<string | null> {
  if (tokenOf(config, row.envelopeRecipient)?.kind === 'bounce') return 'bounce';
  const machine = whyNotAReply(message.headers, row.envelopeSender);
  if (machine) return machine;
  if (bearsLoopMark(message.headers, config) || sameAddress(message.from, mailFrom(config).address))
    return 'loop';
  if (await isOurOwn(db, messageId)) return 'loop';
  if (await isKnown(db, row.conversationId, messageId)) return 'duplicate';
  return (await repliesThisHour(db, row)) >= REPLIES_AN_HOUR ? 'too-many' : null;
}

/** A letter or a relayed reply of ours that has come back. */
async function isOurOwn(db: Executor, messageId: string): Promise<boolean> {
  const [letter] = await db.select({ id: letters.id }).from(letters).where(eq(letters.messageId, messageId));
  if (letter) return true;
  const [relayed] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(eq(replies.relayMessageId, messageId));
  return relayed !== undefined;
}

async function isKnown(db: Executor, conversationId: string, messageId: string): Promise<boolean> {
  const [known] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(and(eq(replies.conversationId, conversationId), eq(replies.messageId, messageId)));
  return known !== undefined;
}

async function repliesThisHour(db: Executor, { conversationId, side }: InboundRow): Promise<number> {
  const [row] = await db
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
  needs: Needs,
  row: InboundRow,
  message: ReadMessage,
  { messageId, dmarc, photoIds, files }: Found,
): Promise<boolean> {
  const fromEmail = (oneLine(message.from) || row.envelopeSender).slice(0, ADDRESS_MAX_CHARACTERS);
  const added = await addReply(tx, needs, {
    conversationId: row.conversationId,
    inboundMessageId: row.id,
    side: row.side,
    fromEmail,
    fromAnotherAddress: !sameAddress(fromEmail, await addressWrittenTo(tx, row)),
    subject: oneLine(message.subject).slice(0, SUBJECT_MAX_CHARACTERS).toWellFormed(),
    ...withFiles(message.body, files, photoIds.length),
    fullText: [message.fullText, attachmentLines(files)].filter(Boolean).join('\n'),
    emailProvider: emailProvider(fromEmail, messageId),
    messageId,
    origin: 'mail',
    dmarc,
    createdAt: row.receivedAt,
    photoIds,
  });
  return added !== null;
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
