import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AutomaticContent } from '../../../shared/automatic-notes.ts';
import { now, time } from '../../core/db/columns.ts';
import { conversations } from '../../letters/schema.ts';
import { gifts } from '../../money/gifts/schema.ts';

/** Every accepted message, stored raw, so that an improved parser can read it again. */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    id: uuid().primaryKey(),
    envelopeSender: text().notNull(),
    envelopeRecipient: text().notNull(),
    /** null for a report on the mail that told of a gift */
    conversationId: uuid().references(() => conversations.id),
    giftId: uuid().references(() => gifts.id),
    side: text().$type<'recipient' | 'sender'>().notNull(),
    remoteAddress: text(),
    storageKey: text().notNull(),
    size: integer().notNull(),
    receivedAt: now(),
    readAt: time(),
    /** `reply`, or why it is not one: auto-reply, bounce, list, loop, duplicate, discarded (by the operator) */
    outcome: text(),
    /** what the conversation lists of an automatic note */
    note: jsonb().$type<AutomaticContent>(),
  },
  (t) => [
    index('inbound_messages_conversation').on(t.conversationId),
    index('inbound_messages_key').on(t.storageKey),
    index('inbound_messages_gift').on(t.giftId).where(sql`gift_id is not null`),
  ],
);

/** Position in a polled mailbox (RFC 9051: UIDVALIDITY and UID). */
export const imapMailboxes = pgTable('imap_mailboxes', {
  /** user@host/mailbox */
  name: text().primaryKey(),
  uidValidity: text().notNull(),
  lastUid: bigint({ mode: 'number' }).notNull(),
  /** up to `lastUid`, tried again later: an addressee had too many messages, or the server did not give this one */
  waitingUids: bigint({ mode: 'number' }).array().notNull().default([]),
  updatedAt: now(),
});
