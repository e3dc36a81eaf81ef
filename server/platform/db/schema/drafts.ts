import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { now } from './columns.ts';
import { photos } from './photos.ts';

/** The letter on a person's desk, one a person, so that another device can go on with it. */
export const drafts = pgTable('drafts', {
  uid: text().primaryKey(),
  /** as `draftContent` in shared/drafts.ts */
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  /** grows by one with each save: of two devices the later save on an old version is refused */
  version: integer().notNull().default(1),
  updatedAt: now(),
});

/** Photos that a draft holds, so that they are not swept. */
export const draftPhotos = pgTable(
  'draft_photos',
  {
    uid: text()
      .notNull()
      .references(() => drafts.uid, { onDelete: 'cascade' }),
    photoId: uuid()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.uid, t.photoId] }), index('draft_photos_photo').on(t.photoId)],
);
