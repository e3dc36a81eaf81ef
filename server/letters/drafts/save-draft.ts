import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Draft, DraftRevision, saveDraftBody } from '../../../shared/drafts.ts';
import type { Transaction } from '../../core/db/database.ts';
import { lockExistingPhotos, lockOwnPhotos, noteSources, photoIdsOf } from '../photos/data.ts';
import { isRevision, lockDraft, presentDraft, sameContent, setDraftPhotos } from './data.ts';
import { drafts } from './schema.ts';

export type SaveOutcome = { saved: DraftRevision } | { changed: Draft | null };

/** A repeated save succeeds; one based on an old version writes nothing. @throws 404 for others' photos */
export async function saveDraft(
  tx: Transaction,
  uid: string,
  { base, content }: z.infer<typeof saveDraftBody>,
): Promise<SaveOutcome> {
  const photoIds = await lockOwnPhotos(
    tx,
    uid,
    content.photos.map((photo) => photo.url),
  );
  const { letter } = content;
  const originals = content.photos.flatMap(({ original }) => original?.url ?? []);
  const held = [...new Set([...photoIds, ...(await lockExistingPhotos(tx, uid, originals))])];
  await noteSources(
    tx,
    uid,
    content.photos.flatMap(({ url, original, edit }) => {
      const [id, sourceId] = photoIdsOf([url, original?.url ?? '']);
      return id && sourceId && edit ? [{ id, sourceId, edit }] : [];
    }),
  );
  if (base === null) {
    const [first] = await tx
      .insert(drafts)
      .values({ uid, content })
      .onConflictDoNothing()
      .returning({ version: drafts.version });
    if (first) {
      await setDraftPhotos(tx, uid, held);
      return { saved: { letter, version: first.version } };
    }
  }
  const current = await lockDraft(tx, uid);
  if (!current) return { changed: null };
  if (base === null || !isRevision(current, base)) {
    if (await sameContent(tx, uid, content)) return { saved: { letter, version: current.version } };
    const there = presentDraft(current);
    // Content that no page can read any more is overwritten.
    if (there) return { changed: there };
  }
  const version = current.version + 1;
  await tx.update(drafts).set({ content, version, updatedAt: sql`now()` }).where(eq(drafts.uid, uid));
  await setDraftPhotos(tx, uid, held);
  return { saved: { letter, version } };
}
