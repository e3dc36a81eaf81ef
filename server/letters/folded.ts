import { sql } from 'drizzle-orm';
import { fold } from '../../shared/text-order.ts';
import { messageOf } from '../../templates/message.ts';
import type { Database } from '../core/db/database.ts';
import type { LetterRow } from './data.ts';

export type SearchedLetter = Pick<
  LetterRow,
  'recipientName' | 'greetingName' | 'senderName' | 'heading' | 'emailMessage'
>;

/** What a letter is found by, a line each: its recipient's names, its sender's, then its words and those of its photos. */
export const foldedLetter = (letter: SearchedLetter, photoAlts: readonly string[]): string =>
  [
    `${letter.recipientName} ${letter.greetingName ?? ''}`,
    letter.senderName,
    letter.heading ?? '',
    messageOf(letter),
    ...photoAlts,
  ]
    .map(fold)
    .join('\n');

/** Others wait for none of these rows long. */
const STEP = 200;

export async function foldEarlierLetters(db: Database): Promise<void> {
  for (let folded = STEP; folded === STEP; )
    folded = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<
        SearchedLetter & { id: string; alts: string[] } & Record<string, unknown>
      >(sql`
        select l.id, l.recipient_name as "recipientName", l.greeting_name as "greetingName",
          l.sender_name as "senderName", l.heading, l.email_message as "emailMessage",
          array(select lp.alt from letter_photos lp where lp.letter_id = l.id order by lp.position) as alts
        from letters l where l.folded is null order by l.id limit ${STEP} for update skip locked`);
      await tx.execute(sql`
        update letters l set folded = found.folded
        from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[],
          ${sql.param(rows.map(({ alts, ...letter }) => foldedLetter(letter, alts)))}::text[]) as found (id, folded)
        where l.id = found.id`);
      return rows.length;
    });
}
