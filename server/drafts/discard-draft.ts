import { sql } from 'drizzle-orm';
import type { Draft, DraftRevision } from '../../shared/drafts.ts';
import { DRAFT_KEPT_DAYS } from '../../shared/limits.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { isRevision, lockDraft, presentDraft, removeDraft } from './data.ts';

/**
 * Deletes the draft if it still has this revision; a draft that is gone already is fine.
 * @returns the newer draft, which stays; else null
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
 * Deletes the draft of a letter in the transaction that sends the letter: a browser that was closed at that moment
 * would otherwise offer to send it again. A draft belongs to the letter when all its photos are in the letter.
 */
export async function discardSentDraft(tx: Transaction, uid: string, letterId: number): Promise<void> {
  await tx.execute(sql`
    delete from drafts d where d.uid = ${uid}
      and exists (select 1 from draft_photos p where p.uid = d.uid)
      and not exists (
        select 1 from draft_photos p where p.uid = d.uid
          and p.photo_id not in (select lp.photo_id from letter_photos lp where lp.letter_id = ${letterId}))`);
}

/** Deletes drafts that have not been saved for `DRAFT_KEPT_DAYS` days. Their photos may then be swept as unused. */
export async function sweepDrafts(db: Database): Promise<void> {
  await db.execute(
    sql`delete from drafts where updated_at < now() - make_interval(days => ${DRAFT_KEPT_DAYS}::int)`,
  );
}
