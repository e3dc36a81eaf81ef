import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { photos } from '../db/schema.ts';
import type { Person } from '../identity/person.ts';

export type PhotoRow = typeof photos.$inferSelect;
export type NewPhoto = typeof photos.$inferInsert;

/** One statement: all of an upload's photos are there, or none. */
export async function insertPhotos(db: Executor, rows: NewPhoto[]): Promise<void> {
  if (rows.length > 0) await db.insert(photos).values(rows);
}

/**
 * The photo, if it is the person's own or lies in a letter that was sent to them. Letters are read by whoever has
 * proved to own the address they went to: an unverified address opens nothing.
 */
export async function findPhotoFor(
  db: Executor,
  id: string,
  person: Person,
): Promise<Pick<PhotoRow, 'id' | 'originalName'> | null> {
  const isRecipient = sql`${person.emailVerified}::boolean and exists (
    select 1 from letter_photos lp join letters l on l.id = lp.letter_id
    where lp.photo_id = ${photos.id} and l.status <> 'created'
      and lower(l.recipient_email) = lower(${person.email}))`;
  const [row] = await db
    .select({ id: photos.id, originalName: photos.originalName })
    .from(photos)
    .where(and(eq(photos.id, id), sql`(${photos.ownerUid} = ${person.uid} or (${isRecipient}))`));
  return row ?? null;
}
