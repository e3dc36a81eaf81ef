import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { now } from '../../core/db/columns.ts';

export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    /** a person's uid; `page:` or `conversation:` and the id of a conversation, for photos of its answers; empty once erased */
    owner: text().notNull(),
    originalName: text().notNull(),
    /** pixels of the display variant */
    width: integer().notNull(),
    height: integer().notNull(),
    /** bytes of each variant */
    displayBytes: integer().notNull(),
    mailBytes: integer().notNull(),
    thumbnailBytes: integer().notNull(),
    /** SHA-256 of the uploaded bytes; of a rendering, of its source and edit */
    contentHash: text().notNull(),
    /** what this is an edit of, or null; kept as long as a draft, a letter that may become one, or an answer has this */
    sourceId: uuid(),
    edit: jsonb().$type<PageEdit>(),
    createdAt: now(),
  },
  (t) => [
    index('photos_owner').on(t.owner, t.createdAt),
    index('photos_hash').on(t.owner, t.contentHash),
    index('photos_created').on(t.createdAt),
    index('photos_source').on(t.sourceId).where(sql`source_id is not null`),
  ],
);
