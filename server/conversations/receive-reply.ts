import { createHash } from 'node:crypto';
import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { attachmentLines } from '../../shared/attachments.ts';
import { mailFrom, sameAddress } from '../delivery/addresses.ts';
import type { Dmarc } from '../inbound/classify/check-dmarc.ts';
import { hasLoopMark } from '../inbound/classify/not-a-reply.ts';
import { REPLIES_AN_HOUR } from '../inbound/destination.ts';
import { withFiles } from '../inbound/parse/reply-files.ts';
import { unprocessedText } from '../inbound/parse/reply-text.ts';
import type { InboundServices, ReplyHandler, StoredMessage } from '../inbound/process-message.ts';
import { DmarcThread } from '../inbound/threads/dmarc-thread.ts';
import type { Executor, Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { replies } from '../platform/db/schema/replies.ts';
import { users } from '../platform/db/schema/users.ts';
import { isLocalNetwork } from '../platform/http/network.ts';
import { addReply } from './add-reply.ts';
import { emailProvider } from './email-provider.ts';
import { type KeptFile, keepFiles } from './keep-files.ts';
import { keepPhotos } from './keep-photos.ts';

const SUBJECT_MAX_CHARACTERS = 500;
const ADDRESS_MAX_CHARACTERS = 320;

/** One for the process; its thread does not keep the process alive. */
const dmarcThread = new DmarcThread();

interface KeptParts {
  photoIds: string[];
  files: KeptFile[];
}

interface ReceivedReply extends StoredMessage, KeptParts {
  messageId: string;
  dmarc: Dmarc;
}

/**
 * Stores what a person wrote to a conversation's address as a reply. Mail of our own that came back, a message that
 * is known already, and one over the hourly limit store nothing; they are found before the photos are converted, and
 * once more in the transaction.
 */
export const receiveReply: ReplyHandler = async (services, stored) => {
  const { row, message, raw } = stored;
  const messageId =
    message.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@no-message-id.invalid>`;
  const refused = await whyNotStored(services.db, services, stored, messageId);
  const [dmarc, kept]: [Dmarc, KeptParts] = refused
    ? ['unknown', { photoIds: [], files: [] }]
    : await Promise.all([checkAuthor(services, stored), keepParts(services, stored)]);
  return async (tx) => {
    // Locked, so that two messages to one token are counted one after the other.
    const conversation = eq(conversations.id, row.conversationId);
    const [locked] = await tx.select().from(conversations).where(conversation).for('update');
    // Then the message is erased, too.
    if (!locked) return 'erased';
    const reason = await whyNotStored(tx, services, stored, messageId);
    if (reason) return reason;
    const added = await insertReply(tx, services, { ...stored, ...kept, messageId, dmarc });
    return added === null ? 'duplicate' : 'reply';
  };
};

async function keepParts(services: InboundServices, { row, message }: StoredMessage): Promise<KeptParts> {
  const words = message.body !== '';
  const { photoIds, others } = await keepPhotos(services, row.conversationId, message.attachments, words);
  return { photoIds, files: await keepFiles(services, row.conversationId, others) };
}

/** While mail is captured, answers come from the local mailbox on this machine, and nobody else could have written them. */
async function checkAuthor({ config }: InboundServices, { row, raw }: StoredMessage): Promise<Dmarc> {
  const { remoteAddress: clientAddress, envelopeSender } = row;
  if (config.SMTP_URL === undefined && (clientAddress === null || isLocalNetwork(clientAddress)))
    return 'none';
  return dmarcThread.check(raw, { clientAddress, envelopeSender });
}

async function whyNotStored(
  db: Executor,
  { config }: InboundServices,
  { row, message }: StoredMessage,
  messageId: string,
): Promise<'loop' | 'duplicate' | 'too-many' | null> {
  if (hasLoopMark(message.headers, config) || sameAddress(message.from, mailFrom(config).address))
    return 'loop';
  if (await isOurOwn(db, messageId)) return 'loop';
  const [known] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(and(eq(replies.conversationId, row.conversationId), eq(replies.messageId, messageId)));
  if (known) return 'duplicate';
  const [lastHour] = await db
    .select({ replies: count() })
    .from(replies)
    .where(
      and(
        eq(replies.conversationId, row.conversationId),
        eq(replies.side, row.side),
        gt(replies.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
  return (lastHour?.replies ?? 0) >= REPLIES_AN_HOUR ? 'too-many' : null;
}

/** True for a letter or a relayed reply that came back to us. */
async function isOurOwn(db: Executor, messageId: string): Promise<boolean> {
  const [letter] = await db.select({ id: letters.id }).from(letters).where(eq(letters.messageId, messageId));
  if (letter) return true;
  const [relayed] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(eq(replies.relayMessageId, messageId));
  return relayed !== undefined;
}

/** @returns the reply's id; null when the conversation has a message of that Message-ID already */
async function insertReply(
  tx: Transaction,
  services: InboundServices,
  { row, message, messageId, dmarc, photoIds, files }: ReceivedReply,
): Promise<number | null> {
  const fromEmail = (oneLine(message.from) || row.envelopeSender).slice(0, ADDRESS_MAX_CHARACTERS);
  return addReply(tx, services, {
    conversationId: row.conversationId,
    inboundMessageId: row.id,
    side: row.side,
    fromEmail,
    fromAnotherAddress: !sameAddress(fromEmail, await addressWrittenTo(tx, row)),
    subject: oneLine(message.subject).slice(0, SUBJECT_MAX_CHARACTERS).toWellFormed(),
    ...withFiles(
      // What was taken for a photo may be none: then the reply is its whole text.
      message.body || (photoIds.length + files.length > 0 ? '' : wholeText(message)),
      files.map(({ storageKey: _, ...file }) => file),
      photoIds.length,
    ),
    files,
    fullText: [message.fullText, attachmentLines(files)].filter(Boolean).join('\n'),
    emailProvider: emailProvider(fromEmail, messageId),
    messageId,
    origin: 'mail',
    dmarc,
    createdAt: row.receivedAt,
    photoIds,
  });
}

const wholeText = ({ fullText }: StoredMessage['message']): string =>
  unprocessedText([{ text: fullText, html: null }], '').body;

/** The address that the side which holds the token is known by. */
async function addressWrittenTo(
  tx: Transaction,
  { conversationId, side }: StoredMessage['row'],
): Promise<string> {
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
