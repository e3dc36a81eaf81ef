import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fold } from '../../shared/text-order.ts';
import { messageOf } from '../../templates/message.ts';
import type { Database } from '../core/db/database.ts';
import type { LetterRow } from './data.ts';

type InLetter = 'recipientName' | 'greetingName' | 'senderName' | 'heading' | 'emailMessage';
export type SearchedLetter = Pick<LetterRow, InLetter> & { alts: string[] };

/**
 * What letters are found by, a line each: the recipient's names, the sender's, then the words and those of the photos. One
 * in a turn of the event loop: long ones take milliseconds.
 */
export async function foldLetters(letters: readonly SearchedLetter[]): Promise<string[]> {
  const folded: string[] = [];
  for (const letter of letters) {
    const names = `${letter.recipientName} ${letter.greetingName ?? ''}`;
    const lines = [names, letter.senderName, letter.heading ?? '', messageOf(letter), ...letter.alts];
    folded.push(lines.map(fold).join('\n'));
    await nextTurn();
  }
  return folded;
}

/** Others wait for none of these rows long. */
const STEP = 200;

export async function foldEarlierLetters(db: Database): Promise<void> {
  for (let folded = STEP; folded === STEP; )
    folded = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<SearchedLetter & { id: string } & Record<string, unknown>>(sql`
        select l.id, l.recipient_name as "recipientName", l.greeting_name as "greetingName",
          l.sender_name as "senderName", l.heading, l.email_message as "emailMessage",
          array(select lp.alt from letter_photos lp where lp.letter_id = l.id order by lp.position) as alts
        from letters l where l.folded is null order by l.id limit ${STEP} for update skip locked`);
      await tx.execute(sql`
        update letters l set folded = found.folded
        from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[],
          ${sql.param(await foldLetters(rows))}::text[]) as found (id, folded)
        where l.id = found.id`);
      return rows.length;
    });
}
