import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, now } from '../../core/db/columns.ts';

export const supportMessages = pgTable(
  'support_messages',
  {
    /** reference number, shown to the writer and in the mail */
    id: id(),
    uid: text(),
    name: text().notNull(),
    email: text().notNull(),
    category: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** true when the hidden field was filled in; then it was not mailed */
    honeypotFilled: boolean('trapped').notNull().default(false),
    messageId: text().notNull(),
    /** SHA-256 of its Idempotency-Key and content */
    intent: text(),
    createdAt: now(),
  },
  (t) => [uniqueIndex('support_messages_intent').on(t.intent), index('support_messages_uid').on(t.uid)],
);
