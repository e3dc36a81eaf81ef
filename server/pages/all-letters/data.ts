import { type SQL, sql } from 'drizzle-orm';
import type { CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { THREAD_BYTES } from '../../answers/data.ts';
import type { StoredFile } from '../../answers/keep-files.ts';
import { answeredHere, type Viewer } from '../../core/db/came-to.ts';
import type { Executor } from '../../core/db/database.ts';
import { isoTime } from '../../core/db/iso-time.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { type Exchanged, exchangedColumns } from '../archive/data.ts';
import type { Correspondents } from './letters-link.ts';

/** A letter that went on to another address is of that address; one that came to who had the address before is theirs. */
const shown = ({ userId, address }: Correspondents): SQL =>
  sql`l.user_id = ${userId} and lower(l.recipient_email) = ${address}
    and ${statusIn('seenByRecipient', sql`l.status`)} and l.web_revoked_at is null
    and exists (select 1 from conversations c where c.id = l.conversation_id and c.recipient_id is null)`;

interface OfPage {
  /** of the letter's own page */
  token: string | null;
}

export type ShownLetter = CorrespondenceLetter & OfPage;
type Listed = Exchanged & OfPage;

export const LETTERS_A_PAGE = 20;
/** Of the answers to each of them. */
export const ANSWERED_BYTES = THREAD_BYTES / LETTERS_A_PAGE;

/** @param page from 1 on; all of them when absent */
export async function listLetters(db: Executor, who: Correspondents, page?: number): Promise<Listed[]> {
  const { rows } = await db.execute<Omit<Listed, 'id'> & Record<'id', string> & Record<string, unknown>>(sql`
    select e.id, e.bytes, e.conversation_id as "conversationId", ${isoTime('e.sent_at')} as "sentAt", e.zone, e.language, e.token
    from (select ${exchangedColumns}, coalesce(l.mailed_token, l.web_token) as token from letters l
      where ${shown(who)}
      order by coalesce(l.queued_at, l.created_at), l.id
      ${page ? sql`limit ${LETTERS_A_PAGE} offset ${(page - 1) * LETTERS_A_PAGE}` : sql``}) e
    order by e.sent_at, e.id`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

export async function countLetters(db: Executor, who: Correspondents): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from letters l where ${shown(who)}`);
  return rows[0]?.count ?? 0;
}

/** Whoever has the mailbox, and no account. */
export const viewerOf = ({ address }: Correspondents): Viewer => ({
  uid: '',
  email: address,
  emailVerified: true,
});

export async function hasPhoto(db: Executor, who: Correspondents, photoId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from letter_photos p join letters l on l.id = p.letter_id
    where p.photo_id = ${photoId}::uuid and ${shown(who)}
    union all
    select 1 from reply_photos p join replies r on r.id = p.reply_id
      join letters l on l.conversation_id = r.conversation_id
    where p.photo_id = ${photoId}::uuid and ${answeredHere} and ${shown(who)}
    limit 1`);
  return rows.length > 0;
}

export async function findAnswersFile(
  db: Executor,
  who: Correspondents,
  fileId: string,
): Promise<StoredFile | null> {
  const { rows } = await db.execute<StoredFile & Record<string, unknown>>(sql`
    select f.name, f.storage_key as "storageKey" from reply_files f join replies r on r.id = f.reply_id
      join letters l on l.conversation_id = r.conversation_id
    where f.id = ${fileId}::uuid and ${answeredHere} and ${shown(who)}`);
  return rows[0] ?? null;
}
