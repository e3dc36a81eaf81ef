import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { now, time } from './columns.ts';
import { conversations } from './conversations.ts';

/** Every message that was accepted, as it came: a better parser can read it again. */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    id: uuid().primaryKey(),
    envelopeSender: text().notNull(),
    envelopeRecipient: text().notNull(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    /** whose token it was written to: the one that the recipient or the sender holds */
    side: text().$type<'recipient' | 'sender'>().notNull(),
    remoteAddress: text(),
    /** the raw message lies in storage under this key */
    storageKey: text().notNull(),
    size: integer().notNull(),
    receivedAt: now(),
    readAt: time(),
    /** reply, or why it is none: auto-reply, bounce, list, loop, duplicate, discarded (by the operator) */
    outcome: text(),
  },
  (t) => [index('inbound_messages_conversation').on(t.conversationId)],
);

/** How far a polled mailbox has been read (RFC 9051: UIDVALIDITY and UID). */
export const imapMailboxes = pgTable('imap_mailboxes', {
  /** user@host/mailbox */
  name: text().primaryKey(),
  uidValidity: text().notNull(),
  lastUid: bigint({ mode: 'number' }).notNull(),
  updatedAt: now(),
});
