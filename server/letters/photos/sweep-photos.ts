import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../core/services.ts';
import { PAGE_OWNER } from './data.ts';
import { PHOTO_VARIANTS, photoKey } from './file-names.ts';
import { isInUse } from './uses.ts';

const BATCH = 500;

/** Unused photos of an unsent answer on a letter's page are kept for an hour, others for a day. */
const KEPT = sql`case when p.owner like ${`${PAGE_OWNER}%`} then interval '1 hour' else interval '1 day' end`;

/** Deletes a row before its files, under a lock that conflicts with that of a new use; files without a row are harmless. */
export async function sweepPhotos({ db, storage, log }: Services, among: SQL = sql`true`): Promise<void> {
  let swept = 0;
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const { unused, removed } = await removeRows(db, last, among);
    for (const { id } of removed) {
      await Promise.all(PHOTO_VARIANTS.map((variant) => storage.delete(photoKey(id, variant))));
    }
    swept += removed.length;
    last = unused.at(-1)?.id;
  }
  if (swept > 0) log.info({ photos: swept }, 'swept unused photos');
}

/** Among the photos of the last days, by their index. */
export const sweepNewPhotos = (services: Services): Promise<void> =>
  sweepPhotos(services, sql`p.created_at > now() - interval '3 days'`);

type Ids = { id: string }[];

function removeRows(db: Services['db'], after: string, among: SQL): Promise<{ unused: Ids; removed: Ids }> {
  return db.transaction(async (tx) => {
    const { rows: unused } = await tx.execute<{ id: string }>(sql`
      select p.id from photos p
      where p.id > ${after}::uuid and ${among} and p.created_at < now() - ${KEPT} and not ${isInUse}
      order by p.id limit ${BATCH} for update skip locked`);
    if (unused.length === 0) return { unused, removed: [] };
    const ids = sql.param(unused.map(({ id }) => id));
    const removed = await tx.execute<{ id: string }>(
      sql`delete from photos p where p.id = any(${ids}::uuid[]) and not ${isInUse} returning p.id`,
    );
    return { unused, removed: removed.rows };
  });
}
