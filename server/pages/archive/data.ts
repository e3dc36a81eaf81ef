import { sql } from 'drizzle-orm';
import { textWithoutAttachments } from '../../../shared/attachments.ts';
import type { CorrespondenceLetter } from '../../../shared/correspondences.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Words } from '../../../shared/words.ts';
import { isDefaultMessage, messageOf } from '../../../templates/message.ts';
import { type Answers, answerBytes, dayIn, findThreads, lettersFrom, type Page } from '../../answers/data.ts';
import type { Viewer } from '../../core/db/came-to.ts';
import type { Executor } from '../../core/db/database.ts';
import { isoTime } from '../../core/db/iso-time.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { wordsFor } from '../../core/words.ts';
import { otherAddress } from '../../letters/conversations.ts';
import { userIdOf } from '../../people/users/schema.ts';

export interface Exchanged {
  id: number;
  /** of its answers */
  bytes: number;
  conversationId: string;
  sentAt: string;
  /** in which its days are; null for UTC */
  zone: string | null;
  language: Language;
}

/** A letter that was told when to arrive is of the day on which it arrives. */
export const exchangedColumns = sql`
  l.id, l.conversation_id, (select coalesce(sum(${answerBytes}), 0)::float8 from replies
    where conversation_id = l.conversation_id) as bytes, coalesce(l.queued_at, l.created_at) as sent_at, coalesce(l.arrive_zone, l.time_zone) as zone, l.language`;

/** Those that left alone, the oldest first. */
export async function listExchanged(
  db: Executor,
  person: Viewer,
  of: string,
  { cursor, limit }: Page = {},
): Promise<Exchanged[]> {
  const other = await otherAddress(db, person, of);
  const { rows } = await db.execute<Omit<Exchanged, 'id'> & { id: string }>(sql`
    with exchanged as (
      select ${exchangedColumns} from letters l
      where l.user_id = ${userIdOf(person.uid)}
        and lower(l.recipient_email) = ${other} and ${statusIn('posted', sql`l.status`)}
      union all
      ${lettersFrom(person, other, exchangedColumns)})
    select id, bytes, conversation_id as "conversationId", ${isoTime('sent_at')} as "sentAt", zone, language
    from exchanged
    ${cursor ? sql`where (sent_at, id) > (${cursor.at}::timestamptz, ${cursor.id}::bigint)` : sql``}
    order by sent_at, id ${limit ? sql`limit ${limit}` : sql``}`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Without those that the viewer may not see any more. */
export async function readExchanged<Row extends Exchanged>(
  db: Executor,
  viewer: Viewer,
  exchanged: Row[],
  words: Words,
  answers?: Answers,
): Promise<(CorrespondenceLetter & Omit<Row, 'zone' | 'bytes'>)[]> {
  const ids = exchanged.map(({ conversationId }) => conversationId);
  const threads = await findThreads(db, viewer, ids, words, answers);
  return exchanged.flatMap(({ zone, bytes: _bytes, ...row }) => {
    const thread = threads.get(row.conversationId);
    if (!thread) return [];
    const { day, senderName, recipientName, greetingName, template, heading, photos } = thread.letter;
    return {
      ...row,
      role: thread.role,
      senderName,
      recipientName,
      greetingName,
      day,
      template,
      heading,
      message: messageOf(thread.letter, wordsFor(row.language)),
      isStandard: isDefaultMessage(thread.letter.emailMessage, [wordsFor(row.language), wordsFor('en')]),
      photos,
      answers: thread.replies.map((reply) => {
        const { id, createdAt, author, own, photos, attachments } = reply;
        const body = textWithoutAttachments(reply);
        return { id, createdAt, day: dayIn(zone, createdAt), author, own, body, photos, attachments };
      }),
      olderLeftOut: thread.olderLeftOut,
    };
  });
}
