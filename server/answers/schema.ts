import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ReplyAttachment } from '../../shared/attachments.ts';
import type { Said } from '../../shared/words.ts';
import { id, now, numberOf, time, uuidOf } from '../core/db/columns.ts';
import { photos } from '../letters/photos/schema.ts';
import { conversations } from '../letters/schema.ts';
import { inboundMessages } from '../mail/in/schema.ts';
import { users } from '../people/users/schema.ts';

export const replies = pgTable(
  'replies',
  {
    id: id(),
    conversationId: uuidOf().references(() => conversations.id),
    inboundMessageId: uuid().references(() => inboundMessages.id),
    /** that wrote it */
    side: text().$type<'recipient' | 'sender'>().notNull(),
    fromEmail: text().notNull(),
    /** true when it came from an address other than the one written to */
    fromAnotherAddress: boolean().notNull().default(false),
    subject: text().notNull(),
    /** the new text only */
    body: text().notNull(),
    /** everything that was written */
    fullText: text().notNull(),
    /** the new text as searches compare it; null in rows of earlier versions, until the schedule fills it */
    folded: text(),
    /** files that are named and not shown */
    attachments: jsonb().$type<ReplyAttachment[]>().notNull().default([]),
    emailProvider: text().notNull(),
    /** with angle brackets */
    messageId: text().notNull(),
    origin: text().$type<'mail' | 'app' | 'page'>().notNull().default('mail'),
    /** DMARC result of the From domain (RFC 7489); unknown without DNS or the client's address */
    dmarc: text().$type<'pass' | 'fail' | 'none' | 'unknown'>().notNull().default('unknown'),
    /** Message-ID and status of the mail that relays it to the other side */
    relayMessageId: text(),
    relayStatus: text().$type<'none' | 'queued' | 'sent' | 'failed'>().notNull().default('none'),
    /** why it failed, in English; rows of earlier versions have no `relaySaid` */
    relayReason: text(),
    relaySaid: jsonb().$type<Said>(),
    relayAttempts: integer().notNull().default(0),
    relayLeaseUntil: time(),
    readAt: time(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('replies_relay_message_id').on(t.relayMessageId),
    uniqueIndex('replies_message_id').on(t.conversationId, t.messageId),
    index('replies_conversation').on(t.conversationId, t.createdAt),
    index('replies_unread').on(t.conversationId).where(sql`side = 'recipient' and read_at is null`),
    index('replies_unfolded').on(t.id).where(sql`folded is null`),
    index('replies_relaying').on(t.relayStatus).where(sql`relay_status = 'queued'`),
  ],
);

export const replyPhotos = pgTable(
  'reply_photos',
  {
    replyId: numberOf().references(() => replies.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    photoId: uuidOf().references(() => photos.id),
    alt: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.replyId, t.position] }), index('reply_photos_photo').on(t.photoId)],
);

/** Files that came with a reply by mail and are no photos; stored under `files/`. */
export const replyFiles = pgTable(
  'reply_files',
  {
    id: uuid().primaryKey(),
    replyId: numberOf().references(() => replies.id, { onDelete: 'cascade' }),
    conversationId: uuidOf().references(() => conversations.id),
    name: text().notNull(),
    storageKey: text().notNull(),
    /** bytes */
    size: integer().notNull(),
    scan: text().$type<'clean' | 'unchecked'>().notNull(),
    createdAt: now(),
  },
  (t) => [
    index('reply_files_reply').on(t.replyId),
    uniqueIndex('reply_files_key').on(t.storageKey),
    index('reply_files_conversation').on(t.conversationId, t.createdAt),
  ],
);

/** Of people who wrote many letters; triggers keep the counts in the transactions that change them (`letter-totals.ts`). */
export const letterTotals = pgTable('letter_totals', {
  userId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id),
  letters: integer().notNull(),
  sent: integer().notNull(),
  recipients: integer().notNull(),
  photos: integer().notNull(),
  answers: integer().notNull(),
  countedAt: now(),
});
