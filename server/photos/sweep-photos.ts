import { sql } from 'drizzle-orm';
import { PHOTO_WIDTHS, type PhotoVariant } from '../../shared/photos.ts';
import type { Services } from '../services.ts';
import { photoKey } from './photo-key.ts';

const VARIANTS = Object.keys(PHOTO_WIDTHS) as PhotoVariant[];

/**
 * Removes photos that no letter and no reply holds a day after they were uploaded. The row goes first, under a lock that a
 * letter being created would wait for; files without a row are harmless.
 */
export async function sweepPhotos({
  db,
  storage,
  log,
}: Pick<Services, 'db' | 'storage' | 'log'>): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    delete from photos where id in (
      select p.id from photos p
      where p.created_at < now() - interval '1 day'
        and not exists (select 1 from letter_photos lp where lp.photo_id = p.id)
        and not exists (select 1 from reply_photos rp where rp.photo_id = p.id)
      limit 500 for update skip locked)
    returning id`);
  for (const { id } of rows) {
    for (const variant of VARIANTS) await storage.delete(photoKey(id, variant));
  }
  if (rows.length > 0) log.info({ photos: rows.length }, 'swept unused photos');
}
