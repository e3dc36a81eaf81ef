import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { ANSWER_OWNER, PAGE_OWNER, type PhotoRow } from './data.ts';
import { photos } from './schema.ts';

export type PagePhoto = Pick<PhotoRow, 'id' | 'width' | 'height'>;

/** They own the photos of answers on the letter's page until those are sent. */
export const pageOwner = (conversationId: string): string => PAGE_OWNER + conversationId;

const unsent = (conversationId: string, ids: string[]) =>
  and(eq(photos.owner, pageOwner(conversationId)), inArray(photos.id, ids));

export async function findPagePhotos(
  db: Executor,
  conversationId: string,
  ids: string[],
): Promise<PagePhoto[]> {
  if (ids.length === 0) return [];
  const { id, width, height } = photos;
  const rows = await db.select({ id, width, height }).from(photos).where(unsent(conversationId, ids));
  return ids.flatMap((wanted) => rows.filter((row) => row.id === wanted));
}

/** With what they were rendered from. @returns false when one of them is not kept any more, or was sent already */
export async function claimPagePhotos(tx: Transaction, conversationId: string, ids: string[]) {
  if (ids.length === 0) return true;
  const owner = pageOwner(conversationId);
  const sources = sql`(select source_id from photos where owner = ${owner} and id = any(${sql.param(ids)}::uuid[]))`;
  const claimed = await tx
    .update(photos)
    .set({ owner: ANSWER_OWNER + conversationId })
    .where(and(eq(photos.owner, owner), or(inArray(photos.id, ids), inArray(photos.id, sources))))
    .returning({ id: photos.id });
  return ids.every((id) => claimed.some((photo) => photo.id === id));
}
