import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, now, time } from '../../core/db/columns.ts';

/** Mail captured in the local mailbox instead of being sent (only without SMTP_URL). */
export const capturedMessages = pgTable(
  'captured_messages',
  {
    id: uuid().primaryKey(),
    envelopeSender: text().notNull(),
    envelopeRecipients: text().array().notNull(),
    fromText: text().notNull(),
    toText: text().notNull(),
    subject: text().notNull(),
    messageId: text().notNull(),
    raw: bytes().notNull(),
    capturedAt: now(),
    openedAt: time(),
  },
  (t) => [index('captured_messages_captured').on(t.capturedAt)],
);
