import { sql } from 'drizzle-orm';
import { PHOTO_WIDTHS, type PhotoVariant } from '../../shared/photos.ts';
import type { Services } from '../platform/services.ts';
import { photoKey } from './convert/photo-key.ts';

const VARIANTS = Object.keys(PHOTO_WIDTHS) as PhotoVariant[];

/** Photos at a time: the lock on them is held for a moment only. */
const AT_ONCE = 500;

/** Held by a letter, by a reply that came with it, or by the draft on somebody's desk. */
const HELD = sql`exists (select 1 from letter_photos h where h.photo_id = p.id)
  or exists (select 1 from reply_photos h where h.photo_id = p.id)
  or exists (select 1 from draft_photos h where h.photo_id = p.id)`;

/**
 * Removes photos that no letter, no reply and no draft holds a day after they were uploaded. The row goes first,
 * under a lock that whoever takes hold of the photo would wait for; files without a row are harmless. That nothing
 * holds it is asked again under the lock: a draft may have been saved while it was waited for.
 */
export async function sweepPhotos({
  db,
  storage,
  log,
}: Pick<Services, 'db' | 'storage' | 'log'>): Promise<void> {
  const rows = await db.transaction(async (tx) => {
    const unused = await tx.execute<{ id: string }>(sql`
      select p.id from photos p
      where p.created_at < now() - interval '1 day' and not (${HELD})
      limit ${AT_ONCE} for update skip locked`);
    if (unused.rows.length === 0) return [];
    const ids = sql.join(
      unused.rows.map(({ id }) => sql`${id}::uuid`),
      sql`, `,
    );
    const gone = await tx.execute<{ id: string }>(
      sql`delete from photos p where p.id in (${ids}) and not (${HELD}) returning p.id`,
    );
    return gone.rows;
  });
  for (const { id } of rows) {
    for (const variant of VARIANTS) await storage.delete(photoKey(id, variant));
  }
  if (rows.length > 0) log.info({ photos: rows.length }, 'swept unused photos');
}
