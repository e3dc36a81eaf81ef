import { sql } from 'drizzle-orm';
import type { Draft, DraftRevision } from '../../../shared/drafts.ts';
import { DRAFT_KEPT_DAYS } from '../../../shared/limits.ts';
import { UPLOADS_PREFIX } from '../../../shared/photos.ts';
import type { Database, Transaction } from '../../core/db/database.ts';
import { isRevision, lockDraft, presentDraft, removeDraft } from './data.ts';

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
