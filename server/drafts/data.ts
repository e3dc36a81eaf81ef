import { eq, sql } from 'drizzle-orm';
import { type Draft, type DraftRevision, draftContent } from '../../shared/drafts.ts';
import type { Executor, Transaction } from '../platform/db/database.ts';
import { draftPhotos, drafts } from '../platform/db/schema/drafts.ts';

type DraftRow = typeof drafts.$inferSelect;

/** The draft as the wire says it; null when there is none, or it is of a shape that this version can't read. */
export async function findDraft(db: Executor, uid: string): Promise<Draft | null> {
  const [row] = await db.select().from(drafts).where(eq(drafts.uid, uid));
  return row ? presentDraft(row) : null;
}

/** As `findDraft`, with its raw version; holds the row until the transaction ends. */
export async function lockDraft(tx: Transaction, uid: string): Promise<DraftRow | null> {
  const [row] = await tx.select().from(drafts).where(eq(drafts.uid, uid)).for('update');
  return row ?? null;
}

export function presentDraft({ content, version, updatedAt }: DraftRow): Draft | null {
  const parsed = draftContent.safeParse(content);
  return parsed.success ? { content: parsed.data, version, updatedAt: updatedAt.toISOString() } : null;
}

export function isRevision(row: DraftRow, revision: DraftRevision): boolean {
  return row.version === revision.version && row.content.letter === revision.letter;
}

/** The photos that the draft holds from now on: these and no others. */
export async function setDraftPhotos(tx: Transaction, uid: string, photoIds: string[]): Promise<void> {
  await tx.delete(draftPhotos).where(eq(draftPhotos.uid, uid));
  if (photoIds.length > 0) await tx.insert(draftPhotos).values(photoIds.map((photoId) => ({ uid, photoId })));
}

/** Takes a draft away with its hold on photos, which the sweep then finds unused. */
export async function removeDraft(tx: Executor, uid: string): Promise<void> {
  await tx.delete(drafts).where(eq(drafts.uid, uid));
}

/** Whether two contents say the same, whatever the order of their keys. */
export async function sameContent(tx: Transaction, uid: string, content: object): Promise<boolean> {
  const [row] = await tx
    .select({ same: sql<boolean>`${drafts.content} = ${JSON.stringify(content)}::jsonb` })
    .from(drafts)
    .where(eq(drafts.uid, uid));
  return row?.same ?? false;
}
