import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { now } from './columns.ts';
import { conversations } from './conversations.ts';
import { replies } from './replies.ts';

/** Files that came with a reply by mail and are no photos; stored under `files/`. */
export const replyFiles = pgTable(
  'reply_files',
  {
    id: uuid().primaryKey(),
    replyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => replies.id, { onDelete: 'cascade' }),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    name: text().notNull(),
    /** key of its bytes in storage */
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
