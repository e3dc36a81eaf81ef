import { and, eq, type SQL, sql } from 'drizzle-orm';
import { answeredHere, cameTo } from '../../core/db/came-to.ts';
import type { Executor } from '../../core/db/database.ts';
import { statusIn } from '../../core/db/status-in.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { ANSWER_OWNER, type PhotoRow } from './data.ts';
import { photos } from './schema.ts';

/** Condition on a photo `p`: a letter or a reply has it. */
export const isPosted = sql`(exists (select 1 from letter_photos used where used.photo_id = p.id)
  or exists (select 1 from reply_photos used where used.photo_id = p.id))`;

const isOfAnswer = (owner: SQL) => sql`starts_with(${owner}, ${ANSWER_OWNER})`;

/** `isPosted`, or a draft has it, or a rendering of it is in an answer, or in a letter that may become a draft again. */
export const isInUse = sql`(${isPosted}
  or exists (select 1 from draft_photos used where used.photo_id = p.id)
  or exists (select 1 from photos rendering
    join letter_photos used on used.photo_id = rendering.id join letters l on l.id = used.letter_id
    where rendering.source_id = p.id and ${statusIn('mayBeDraftAgain', sql`l.status`)})
  or ${isOfAnswer(sql`p.owner`)} and exists (select 1 from photos rendering
    join reply_photos used on used.photo_id = rendering.id where rendering.source_id = p.id))`;

export async function findPhotoFor(
  db: Executor,
  id: string,
  person: Person,
): Promise<Pick<PhotoRow, 'id' | 'originalName'> | null> {
  const isRecipient = sql`exists (
    select 1 from letter_photos lp join letters l on l.id = lp.letter_id join conversations c on c.id = l.conversation_id
    where lp.photo_id = ${photos.id} and ${statusIn('seenByRecipient', sql`l.status`)} and ${cameTo(person)})`;
  const isInReply = sql`exists (
    select 1 from reply_photos rp join replies r on r.id = rp.reply_id
      join conversations c on c.id = r.conversation_id join users u on u.id = c.user_id
      join letters l on l.conversation_id = c.id
    where rp.photo_id = any(${photos.id} || array(select rendering.id from photos rendering
        where ${isOfAnswer(sql`${photos.owner}`)} and rendering.source_id = ${photos.id} and rendering.owner = ${photos.owner}))
      and (u.account_uid = ${person.uid}
      or ${cameTo(person)} and ${statusIn('seenByRecipient', sql`l.status`)} and ${answeredHere}))`;
  // Others do not get it: a name that a camera gave tells when the photo was taken.
  const originalName = sql<string>`case when ${photos.owner} = ${person.uid} then ${photos.originalName} else 'photo.jpg' end`;
  const [row] = await db
    .select({ id: photos.id, originalName })
    .from(photos)
    .where(and(eq(photos.id, id), sql`(${photos.owner} = ${person.uid} or ${isRecipient} or ${isInReply})`));
  return row ?? null;
}
