import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { now, time } from './columns.ts';
import { users } from './users.ts';

/** One letter and the mail that answers it. The tokens are the local parts of Reply-To addresses. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    recipientEmail: text().notNull(),
    /** who had proved that address when the letter came, and has left it since; null for whoever has it */
    recipientId: bigint({ mode: 'number' }).references(() => users.id),
    /** token of the address that the recipient replies to */
    recipientToken: text().notNull(),
    /** token of the address that the sender replies to */
    senderToken: text().notNull(),
    createdAt: now(),
    lastMessageAt: now(),
    /** a muted side gets no relayed mail; replies still show in the app */
    senderMutedAt: time(),
    recipientMutedAt: time(),
  },
  (t) => [
    uniqueIndex('conversations_recipient_token').on(t.recipientToken),
    uniqueIndex('conversations_sender_token').on(t.senderToken),
    index('conversations_user').on(t.userId, t.lastMessageAt),
    index('conversations_recipient').on(sql`lower(${t.recipientEmail})`),
    index('conversations_recipient_id').on(t.recipientId).where(sql`recipient_id is not null`),
  ],
);
