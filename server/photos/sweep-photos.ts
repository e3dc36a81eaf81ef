import { sql } from 'drizzle-orm';
import type { Services } from '../platform/services.ts';
import { PHOTO_VARIANTS, photoKey } from './file-names.ts';

/** Photos removed by one run: their rows are locked for a moment only. */
const BATCH = 500;

const IN_USE = sql`exists (select 1 from letter_photos h where h.photo_id = p.id)
  or exists (select 1 from reply_photos h where h.photo_id = p.id)
  or exists (select 1 from draft_photos h where h.photo_id = p.id)`;

/**
 * Removes photos that no letter, reply or draft uses a day after they were uploaded. The row is deleted first, under
 * a lock that conflicts with the one a new user of the photo takes; files without a row are harmless. Whether it is
 * in use is checked again under the lock: a draft may have been saved while this waited for it.
 */
export async function sweepPhotos({
  db,
  storage,
  log,
}: Pick<Services, 'db' | 'storage' | 'log'>): Promise<void> {
  const rows = await db.transaction(async (tx) => {
    const unused = await tx.execute<{ id: string }>(sql`
      select p.id from photos p
      where p.created_at < now() - interval '1 day' and not (${IN_USE})
      limit ${BATCH} for update skip locked`);
    if (unused.rows.length === 0) return [];
    const ids = sql.join(
      unused.rows.map(({ id }) => sql`${id}::uuid`),
      sql`, `,
    );
    const removed = await tx.execute<{ id: string }>(
      sql`delete from photos p where p.id in (${ids}) and not (${IN_USE}) returning p.id`,
    );
    return removed.rows;
  });
  for (const { id } of rows) {
    for (const variant of PHOTO_VARIANTS) await storage.delete(photoKey(id, variant));
  }
  if (rows.length > 0) log.info({ photos: rows.length }, 'swept unused photos');
}
