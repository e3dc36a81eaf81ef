import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, now } from './columns.ts';

/** Messages to support, kept besides being mailed. */
export const supportMessages = pgTable(
  'support_messages',
  {
    /** the number that support and the writer call it by */
    id: id(),
    /** who was signed in; null for nobody */
    uid: text(),
    name: text().notNull(),
    /** as it was written in the form */
    email: text().notNull(),
    category: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** it filled in the box that people don't see, and was not mailed */
    trapped: boolean().notNull().default(false),
    /** of the mail that carries it */
    messageId: text().notNull(),
    /** SHA-256 of its Idempotency-Key and what it says */
    intent: text(),
    createdAt: now(),
  },
  (t) => [uniqueIndex('support_messages_intent').on(t.intent), index('support_messages_uid').on(t.uid)],
);
