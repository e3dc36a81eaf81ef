import { asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../core/db/database.ts';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { PHOTO_VARIANTS, photoKey } from './file-names.ts';
import { photos } from './schema.ts';
import { isPosted } from './uses.ts';

export const photosData = {
  tables: [photos],

  async summary(db, { uid }) {
    return { photos: await db.$count(photos, eq(photos.owner, uid)) };
  },

  async export({ db }, { uid }) {
    const uploaded = await db
      .select({ id: photos.id })
      .from(photos)
      .where(eq(photos.owner, uid))
      .orderBy(asc(photos.createdAt));
    return { files: {}, photoIds: uploaded.map(({ id }) => id) };
  },

  /** A photo in somebody else's letter or conversation stays there, without an owner or its original name. */
  async erase(tx, { uid }) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from photos p where p.owner = ${uid} and not ${isPosted}
      returning p.id`);
    await tx
      .update(photos)
      .set({ owner: '', originalName: 'photo.jpg', contentHash: '', sourceId: null, edit: null })
      .where(eq(photos.owner, uid));
    return {
      fileKeys: rows.flatMap(({ id }) => PHOTO_VARIANTS.map((variant) => photoKey(id, variant))),
      counts: { photos: rows.length },
    };
  },
} satisfies PersonalData;

export async function lockPhotos(tx: Transaction, uid: string): Promise<void> {
  await tx.select({ id: photos.id }).from(photos).where(eq(photos.owner, uid)).for('update');
}
