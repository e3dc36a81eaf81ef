import { sql } from 'drizzle-orm';
import type { ReplyAttachment } from '../../shared/attachments.ts';
import type { Transaction } from '../core/db/database.ts';
import { replies, replyPhotos } from '../core/db/schema/replies.ts';
import { replyFiles } from '../core/db/schema/reply-files.ts';
import { replyAnnouncement } from '../core/events/announce.ts';
import type { Services } from '../core/services.ts';
import { raiseConversation } from '../letters/conversations.ts';
import { newMessageId } from '../mail/out/addresses.ts';
import { type MailedTokens, tokenConcealer } from './conceal-tokens.ts';
import type { KeptFile } from './keep-files.ts';

type ReplyRow = typeof replies.$inferInsert;

/** A reply in a conversation, by mail, in the app or on the letter's page. */
export interface NewReply {
  conversationId: string;
  /** the side that wrote it */
  side: 'recipient' | 'sender';
  fromEmail: string;
  subject: string;
  /** the new text only */
  body: string;
  /** everything that was written */
  fullText: string;
  emailProvider: string;
  /** with angle brackets; one of a kind within the conversation */
  messageId: string;
  origin: 'mail' | 'app' | 'page';
  /** true when it came from an address other than the one written to */
  fromAnotherAddress?: boolean;
  dmarc?: NonNullable<ReplyRow['dmarc']>;
  inboundMessageId?: string;
  /** when it arrived; now when absent */
  createdAt?: Date;
  /** files that are named and not shown */
  attachments?: ReplyAttachment[];
  /** files that came with it, named in `attachments` too */
  files?: KeptFile[];
  /** ids, in their order */
  photoIds?: string[];
  /** of the conversation, where the caller has read them */
  tokens?: MailedTokens;
}

/**
 * Stores a reply in the caller's transaction: its conversation moves to the top, it is announced to open pages, and its
 * relay to the other side is queued. Whether it is mailed is decided when the job runs.
 * @returns the reply's id; null when the conversation has a message of that Message-ID already, and nothing happened
 */
export async function addReply(
  tx: Transaction,
  { queue, config, sessionSecret }: Pick<Services, 'queue' | 'config' | 'sessionSecret'>,
  { photoIds = [], files = [], tokens, ...reply }: NewReply,
): Promise<number | null> {
  const createdAt = reply.createdAt ?? new Date();
  const { subject, body, fullText } = reply;
  const conceal = await tokenConcealer(tx, { sessionSecret }, reply, [subject, body, fullText], tokens);
  const inserted = tx.$with('inserted').as(
    tx
      .insert(replies)
      .values({
        ...reply,
        subject: conceal(subject),
        body: conceal(body),
        fullText: conceal(fullText),
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
      ? [{ id, storageKey, name, size, scan, replyId: added.id, conversationId: reply.conversationId }]
      : [],
  );
  if (stored.length > 0) await tx.insert(replyFiles).values(stored);
  await queue.enqueue(tx, 'relay-reply', { replyId: added.id });
  return added.id;
}
