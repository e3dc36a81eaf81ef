import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, now } from '../../core/db/columns.ts';

/** Messages to support, stored and mailed. */
export const supportMessages = pgTable(
  'support_messages',
  {
    /** reference number, shown to the writer and in the mail */
    id: id(),
    /** the signed-in user; null without one */
    uid: text(),
    name: text().notNull(),
    /** as entered in the form */
    email: text().notNull(),
    category: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** true when the hidden field was filled in; then it was not mailed */
    honeypotFilled: boolean('trapped').notNull().default(false),
    /** Message-ID of the mail */
    messageId: text().notNull(),
    /** SHA-256 of its Idempotency-Key and content */
    intent: text(),
    createdAt: now(),
  },
  (t) => [uniqueIndex('support_messages_intent').on(t.intent), index('support_messages_uid').on(t.uid)],
);
