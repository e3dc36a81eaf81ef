import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { now } from './columns.ts';

export const photos = pgTable(
  'photos',
  {
    /** also part of its file names */
    id: uuid().primaryKey(),
    ownerUid: text().notNull(),
    originalName: text().notNull(),
    /** pixels of the display variant */
    width: integer().notNull(),
    height: integer().notNull(),
    /** bytes of each variant */
    displayBytes: integer().notNull(),
    mailBytes: integer().notNull(),
    thumbnailBytes: integer().notNull(),
    /** SHA-256 of the uploaded bytes */
    contentHash: text().notNull(),
    createdAt: now(),
  },
  (t) => [
    index('photos_owner').on(t.ownerUid, t.createdAt),
    index('photos_hash').on(t.ownerUid, t.contentHash),
  ],
);
