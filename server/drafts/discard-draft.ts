import { sql } from 'drizzle-orm';
import type { Draft, DraftRevision } from '../../shared/drafts.ts';
import { DRAFT_KEPT_DAYS } from '../../shared/limits.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { isRevision, lockDraft, presentDraft, removeDraft } from './data.ts';

/**
 * Takes exactly that save off the desk; one that is gone already is fine.
 * @returns what was saved over it meanwhile, and stays; else null
 */
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

/**
 * A letter that leaves takes its draft along, in the transaction that sends it: a browser that is closed at that
 * moment would offer it to be sent once more. It is the letter's own draft when no photo of it lies elsewhere.
 */
export async function discardSentDraft(tx: Transaction, uid: string, letterId: number): Promise<void> {
  await tx.execute(sql`
    delete from drafts d where d.uid = ${uid}
      and exists (select 1 from draft_photos p where p.uid = d.uid)
      and not exists (
        select 1 from draft_photos p where p.uid = d.uid
          and p.photo_id not in (select lp.photo_id from letter_photos lp where lp.letter_id = ${letterId}))`);
}

/** Drafts that nobody has touched for a season go; their photos are unused from then on. */
export async function sweepDrafts(db: Database): Promise<void> {
  await db.execute(
    sql`delete from drafts where updated_at < now() - make_interval(days => ${DRAFT_KEPT_DAYS}::int)`,
  );
}
