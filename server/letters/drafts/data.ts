import { eq, sql } from 'drizzle-orm';
import { type Draft, type DraftRevision, draftContent } from '../../../shared/drafts.ts';
import { DRAFT_KEPT_DAYS } from '../../../shared/limits.ts';
import { UPLOADS_PREFIX } from '../../../shared/photos.ts';
import type { Database, Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { draftPhotos, drafts } from './schema.ts';

type DraftRow = typeof drafts.$inferSelect;

export async function findDraft(db: Executor, uid: string): Promise<Draft | null> {
  const [row] = await db.select().from(drafts).where(eq(drafts.uid, uid));
  return row ? presentDraft(row) : null;
}

export const lockDraft = (tx: Transaction, uid: string): Promise<DraftRow | null> =>
  first(tx.select().from(drafts).where(eq(drafts.uid, uid)).for('update'));

export function presentDraft({ content, version, updatedAt }: DraftRow): Draft | null {
  const parsed = draftContent.safeParse(content);
  return parsed.success ? { content: parsed.data, version, updatedAt: updatedAt.toISOString() } : null;
}

export const isRevision = (row: DraftRow, revision: DraftRevision): boolean =>
  row.version === revision.version && row.content.letter === revision.letter;

export async function setDraftPhotos(tx: Transaction, uid: string, photoIds: string[]): Promise<void> {
  await tx.delete(draftPhotos).where(eq(draftPhotos.uid, uid));
  if (photoIds.length > 0) await tx.insert(draftPhotos).values(photoIds.map((photoId) => ({ uid, photoId })));
}

export async function removeDraft(tx: Executor, uid: string): Promise<void> {
  await tx.delete(drafts).where(eq(drafts.uid, uid));
}

export async function sameContent(tx: Transaction, uid: string, content: object): Promise<boolean> {
  const [row] = await tx
    .select({ same: sql<boolean>`${drafts.content} = ${JSON.stringify(content)}::jsonb` })
    .from(drafts)
    .where(eq(drafts.uid, uid));
  return row?.same ?? false;
}

/** @returns the newer draft, which stays, if it was saved meanwhile */
export async function discardDraft(
  tx: Transaction,
  uid: string,
  revision: DraftRevision,
): Promise<Draft | null> {
  const current = await lockDraft(tx, uid);
  if (!current) return null;
  if (!isRevision(current, revision)) return presentDraft(current);
  await removeDraft(tx, uid);
  return null;
}

/** A browser closed while the letter is sent would offer its draft again. One with all the same photos is its draft. */
export async function discardSentDraft(tx: Transaction, uid: string, letterId: number): Promise<void> {
  await tx.execute(sql`
    delete from drafts d using letters l where d.uid = ${uid} and l.id = ${letterId} and (
      d.content->>'letter' = l.draft_id
      or (jsonb_array_length(d.content->'photos') > 0
        and not exists (
          select 1 from jsonb_array_elements(d.content->'photos') p
          where p->>'url' not in (
            select ${UPLOADS_PREFIX}::text || lp.photo_id || '.jpg' from letter_photos lp
            where lp.letter_id = l.id))))`);
}

export async function sweepDrafts(db: Database): Promise<void> {
  await db.execute(
    sql`delete from drafts where updated_at < now() - make_interval(days => ${DRAFT_KEPT_DAYS}::int)`,
  );
}
