import { eq, sql } from 'drizzle-orm';
import { type Draft, type DraftRevision, draftContent } from '../../../shared/drafts.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { draftPhotos, drafts } from './schema.ts';

type DraftRow = typeof drafts.$inferSelect;

export async function findDraft(db: Executor, uid: string): Promise<Draft | null> {
  const [row] = await db.select().from(drafts).where(eq(drafts.uid, uid));
  return row ? presentDraft(row) : null;
}

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
