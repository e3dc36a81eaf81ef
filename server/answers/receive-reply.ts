import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { attachmentLines } from '../../packages/mail-reader/attachment-lines.ts';
import type { Dmarc } from '../../packages/mail-reader/classify/check-dmarc.ts';
import { withFiles } from '../../packages/mail-reader/parse/reply-files.ts';
import { unprocessedText } from '../../packages/mail-reader/parse/reply-text.ts';
import { DmarcThread } from '../../packages/mail-reader/threads/dmarc-thread.ts';
import { fold } from '../../shared/text-order.ts';
import { recipientMailbox } from '../core/db/came-to.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { replyAnnouncement } from '../core/events/announce.ts';
import { isLocalNetwork } from '../core/http/network.ts';
import type { Services } from '../core/services.ts';
import { raiseConversation } from '../letters/conversations.ts';
import type { PhotoServices } from '../letters/photos/convert/converter.ts';
import { conversations, letters } from '../letters/schema.ts';
import { REPLIES_AN_HOUR } from '../mail/in/destination.ts';
import type { ConversationMessage } from '../mail/in/process-message.ts';
import { mailFrom, newMessageId, sameAddress } from '../mail/out/addresses.ts';
import { hasLoopMark } from '../mail/out/send-mail.ts';
import { users } from '../people/users/schema.ts';
import { type MailedTokens, mailedTokens, tokenConcealer } from './conceal-tokens.ts';
import { emailProvider } from './email-provider.ts';
import { type KeptFile, keepFiles } from './keep-files.ts';
import { keepPhotos } from './keep-photos.ts';
import { replies, replyFiles, replyPhotos } from './schema.ts';

const SUBJECT_MAX_CHARACTERS = 500;
const ADDRESS_MAX_CHARACTERS = 320;

/** One for the process; its thread does not keep the process alive. */
export const dmarcThread = new DmarcThread();

interface KeptParts {
  photoIds: string[];
  files: KeptFile[];
}

/** Checks twice whether to store the reply: before its photos are converted, and in the transaction that stores it. */
export const receiveReply = async (services: PhotoServices, stored: ConversationMessage) => {
  const { row, message, raw } = stored;
  const messageId =
    message.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@no-message-id.invalid>`;
  const refused = await whyNotStored(services.db, services, stored, messageId);
  const [dmarc, kept]: [Dmarc, KeptParts] = refused
    ? ['unknown', { photoIds: [], files: [] }]
    : await Promise.all([checkAuthor(services, stored), keepParts(services, stored)]);
  return async (tx: Transaction) => {
    const parties = await lockParties(tx, row.conversationId);
    // The conversation was erased, and the message with it.
    if (!parties) return 'erased';
    const reason = await whyNotStored(tx, services, stored, messageId);
    if (reason) return reason;
    const fromEmail = (oneLine(message.from) || row.envelopeSender).slice(0, ADDRESS_MAX_CHARACTERS);
    const { photoIds, files } = kept;
    const added = await addReply(tx, services, {
      conversationId: row.conversationId,
      inboundMessageId: row.id,
      side: row.side,
      fromEmail,
      fromAnotherAddress: !parties[row.side].some((address) => sameAddress(fromEmail, address)),
      subject: oneLine(message.subject).slice(0, SUBJECT_MAX_CHARACTERS).toWellFormed(),
      ...withFiles(
        // If nothing that was taken for a photo is one, the reply is its whole text.
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
      tokens: parties.tokens,
    });
    return added === null ? 'duplicate' : 'reply';
  };
};

async function keepParts(services: PhotoServices, { row, message }: ConversationMessage): Promise<KeptParts> {
  if (message.attachments.length === 0) return { photoIds: [], files: [] };
  const words = message.body !== '';
  const { photoIds, others } = await keepPhotos(services, row.conversationId, message.attachments, words);
  return { photoIds, files: await keepFiles(services, row, others) };
}

/** While mail is captured, nobody but the local mailbox on this machine could have written an answer. */
async function checkAuthor({ config }: Services, { row, raw }: ConversationMessage): Promise<Dmarc> {
  const { remoteAddress: clientAddress, envelopeSender } = row;
  if (config.SMTP_URL === undefined && (clientAddress === null || isLocalNetwork(clientAddress)))
    return 'none';
  return dmarcThread.check(raw, { clientAddress, envelopeSender });
}

async function whyNotStored(
  db: Executor,
  { config }: Services,
  { row, message }: ConversationMessage,
  messageId: string,
): Promise<'loop' | 'duplicate' | 'too-many' | null> {
  const ours = [mailFrom(config), mailFrom(config, 'others')];
  if (hasLoopMark(message.headers, config) || ours.some(({ address }) => sameAddress(message.from, address)))
    return 'loop';
  const inConversation = sql`conversation_id = ${row.conversationId}::uuid`;
  const { rows } = await db.execute<{ cameBack: boolean; known: boolean; lastHour: number }>(sql`
    select
      -- a letter or a relayed reply that came back to us
      exists (select 1 from letters where message_id = ${messageId})
        or exists (select 1 from replies where relay_message_id = ${messageId}) as "cameBack",
      exists (select 1 from replies where ${inConversation} and message_id = ${messageId}) as known,
      (select count(*)::int from replies where ${inConversation} and side = ${row.side}
        and created_at > now() - interval '1 hour') as "lastHour"`);
  const [found] = rows;
  if (found?.cameBack) return 'loop';
  if (found?.known) return 'duplicate';
  return (found?.lastHour ?? 0) >= REPLIES_AN_HOUR ? 'too-many' : null;
}

/** Locks the conversation, so that two messages to one token are counted one after the other. */
async function lockParties(tx: Transaction, conversationId: string) {
  const [parties] = await tx
    .select({
      // The addresses that the sides are known by.
      recipient: sql<string[]>`array[${letters.recipientEmail},
        (select ${recipientMailbox} from conversations c where c.id = ${conversations.id})]`,
      sender: sql<string[]>`array[${users.email}]`,
      tokens: mailedTokens,
    })
    .from(conversations)
    .innerJoin(letters, eq(letters.conversationId, conversations.id))
    .innerJoin(users, eq(users.id, letters.userId))
    .where(eq(conversations.id, conversationId))
    .orderBy(asc(letters.id))
    .limit(1)
    .for('update', { of: conversations });
  return parties;
}

const wholeText = ({ fullText }: ConversationMessage['message']): string =>
  unprocessedText([{ text: fullText, html: null }], '').body;

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

type ReplyRow = typeof replies.$inferInsert;

export interface NewReply extends Omit<ReplyRow, 'id' | 'folded' | 'readAt' | `relay${string}`> {
  origin: NonNullable<ReplyRow['origin']>;
  files?: KeptFile[];
  photoIds?: string[];
  /** of the conversation, where the caller has read them */
  tokens?: MailedTokens;
}

/** @returns null when the conversation has a message of that Message-ID already, and nothing happened */
export async function addReply(
  tx: Transaction,
  { queue, config }: Pick<Services, 'queue' | 'config'>,
  { photoIds = [], files = [], tokens, ...reply }: NewReply,
): Promise<number | null> {
  const createdAt = reply.createdAt ?? new Date();
  const { subject, body, fullText, attachments = [] } = reply;
  const texts = [subject, body, fullText, ...attachments.map(({ name }) => name)];
  const conceal = await tokenConcealer(tx, reply, texts, tokens);
  const inserted = tx.$with('inserted').as(
    tx
      .insert(replies)
      .values({
        ...reply,
        subject: conceal(subject),
        body: conceal(body),
        fullText: conceal(fullText),
        folded: fold(conceal(body)),
        attachments: attachments.map((file) => ({ ...file, name: conceal(file.name) })),
        createdAt,
        relayStatus: 'queued',
        relayMessageId: newMessageId(config),
      })
      .onConflictDoNothing({ target: [replies.conversationId, replies.messageId] })
      .returning({ id: replies.id }),
  );
  const [added] = await raiseConversation(tx.with(inserted), {
    id: reply.conversationId,
    at: createdAt,
    unread: reply.side === 'recipient',
    stored: sql`exists (select from inserted)`,
    returning: {
      id: sql`(select id from inserted)`.mapWith(Number),
      announced: replyAnnouncement(sql`conversations.id`),
    },
  });
  if (!added) return null;
  if (photoIds.length > 0) {
    await tx
      .insert(replyPhotos)
      .values(photoIds.map((photoId, position) => ({ replyId: added.id, position, photoId })));
  }
  const stored = files.flatMap(({ id, storageKey, name, size, scan }) =>
    id && storageKey && (scan === 'clean' || scan === 'unchecked')
      ? [
          {
            id,
            storageKey,
            name: conceal(name),
            size,
            scan,
            replyId: added.id,
            conversationId: reply.conversationId,
          },
        ]
      : [],
  );
  if (stored.length > 0) await tx.insert(replyFiles).values(stored);
  await queue.enqueue(tx, 'relay-reply', { replyId: added.id });
  return added.id;
}
