import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { now, uuidOf } from '../../core/db/columns.ts';
import { photos } from '../photos/schema.ts';

export const drafts = pgTable('drafts', {
  uid: text().primaryKey(),
  /** as `draftContent` in shared/drafts.ts */
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  /** a save based on an old version is refused */
  version: integer().notNull().default(1),
  updatedAt: now(),
});

export const draftPhotos = pgTable(
  'draft_photos',
  {
    uid: text()
      .notNull()
      .references(() => drafts.uid, { onDelete: 'cascade' }),
    photoId: uuidOf().references(() => photos.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.uid, t.photoId] }), index('draft_photos_photo').on(t.photoId)],
);
