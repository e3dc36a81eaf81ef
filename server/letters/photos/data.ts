import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import { said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { notFound } from '../../core/errors.ts';
import { photos } from './schema.ts';

export type PhotoRow = typeof photos.$inferSelect;
export type NewPhoto = typeof photos.$inferInsert;

/** Prefix of the owner, before the conversation's id, of photos in unsent answers on a letter's page. */
export const PAGE_OWNER = 'page:';

/** The same for photos that came with an answer, by mail or from the page. */
export const ANSWER_OWNER = 'conversation:';

/** One statement: all photos of an upload are inserted, or none. */
export async function insertPhotos(db: Executor, rows: NewPhoto[]): Promise<void> {
  if (rows.length > 0) await db.insert(photos).values(rows);
}

/** Photos that came with answers belong to the conversation and count for nobody. @returns bytes */
export async function keptBytes(db: Executor, uid: string): Promise<number> {
  const [row] = await db
    .select({
      bytes: sql<string>`coalesce(sum(${photos.displayBytes}::bigint + ${photos.mailBytes} + ${photos.thumbnailBytes}), 0)`,
    })
    .from(photos)
    .where(eq(photos.owner, uid));
  return Number(row?.bytes ?? 0);
}

/** The ids in urls `/uploads/<uuid>.jpg`; other urls are left out. */
export const photoIdsOf = (urls: string[]): string[] =>
  urls.flatMap((url) => filenameOfUpload(url)?.replace(/\.jpg$/, '') ?? []);

/** Locks them against the sweep of unused photos. @throws 404 unless all are the person's own */
export async function lockOwnPhotos(tx: Transaction, uid: string, urls: string[]): Promise<string[]> {
  const locked = await lockExistingPhotos(tx, uid, urls);
  if (locked.length !== urls.length) throw notFound(said('One of the photos could not be found.'));
  return photoIdsOf(urls);
}

/** As `lockOwnPhotos`, but skips those that are missing or not the person's own, and returns them in no order. */
export async function lockExistingPhotos(tx: Transaction, uid: string, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const locked = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.owner, uid), inArray(photos.id, photoIdsOf(urls))))
    .for('key share');
  return locked.map(({ id }) => id);
}

export interface MadeFrom {
  id: string;
  sourceId: string;
  edit: PageEdit;
}

/** Notes what photos that the browser rendered are made from; the server's own are noted. Skips other people's photos. */
export async function noteSources(tx: Transaction, uid: string, made: readonly MadeFrom[]): Promise<void> {
  if (made.length === 0) return;
  await tx.execute(sql`
    update photos p set source_id = made."sourceId", edit = made.edit
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made(id uuid, "sourceId" uuid, edit jsonb)
    where p.id = made.id and p.owner = ${uid} and p.source_id is null and made."sourceId" <> made.id
      and exists (select 1 from photos source where source.id = made."sourceId" and source.owner = ${uid})`);
}

/** Sources that are still there, locked against the sweep of unused photos. */
export async function lockSources(
  tx: Transaction,
  uid: string,
  urls: string[],
): Promise<(MadeFrom & { width: number; height: number })[]> {
  const source = alias(photos, 'source');
  const rows = await tx
    .select({
      id: photos.id,
      edit: photos.edit,
      sourceId: source.id,
      width: source.width,
      height: source.height,
    })
    .from(photos)
    .innerJoin(source, and(eq(source.id, photos.sourceId), eq(source.owner, uid)))
    .where(and(eq(photos.owner, uid), inArray(photos.id, photoIdsOf(urls))))
    .for('key share');
  return rows.flatMap(({ edit, ...row }) => (edit ? [{ ...row, edit }] : []));
}

export async function takeOverPhotos(tx: Transaction, uid: string, which: SQL): Promise<void> {
  await tx.execute(sql`update photos set owner = ${uid} where ${which}`);
}

export type PagePhoto = Pick<PhotoRow, 'id' | 'width' | 'height'>;

/** Owner of the photos of answers on the letter's page until those are sent. */
export const pageOwner = (conversationId: string): string => PAGE_OWNER + conversationId;

export async function findPagePhotos(
  db: Executor,
  conversationId: string,
  ids: string[],
): Promise<PagePhoto[]> {
  const { id, width, height } = photos;
  const unsent = and(eq(photos.owner, pageOwner(conversationId)), inArray(photos.id, ids));
  const rows = await db.select({ id, width, height }).from(photos).where(unsent);
  return ids.flatMap((wanted) => rows.filter((row) => row.id === wanted));
}

/** Makes them and their sources the conversation's. @returns false when one of them is not kept any more, or was sent already */
export async function claimPagePhotos(tx: Transaction, conversationId: string, ids: string[]) {
  const owner = pageOwner(conversationId);
  const sources = sql`(select source_id from photos where owner = ${owner} and id = any(${sql.param(ids)}::uuid[]))`;
  const claimed = await tx
    .update(photos)
    .set({ owner: ANSWER_OWNER + conversationId })
    .where(and(eq(photos.owner, owner), or(inArray(photos.id, ids), inArray(photos.id, sources))))
    .returning({ id: photos.id });
  return ids.every((id) => claimed.some((photo) => photo.id === id));
}
