import { and, not, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { announceLetter } from '../../core/events/announce.ts';
import type { Hold } from '../../core/holds.ts';
import type { Services } from '../../core/services.ts';
import { changeStatus, type LetterRow, reasonColumns } from '../data.ts';
import { askWhetherArrived } from '../notify-sender.ts';
import { letters } from '../schema.ts';
import { lockAllForReturn, returnPostage } from '../send/charge-letter.ts';
import { returnUnsent } from './release-letters.ts';

const MAY_HAVE_LEFT = said(
  'We had to go back to an earlier copy of our records, so it may have left already, and we did not send it again. If it did not arrive, send it once more.',
);

/** Gives up what may have left after the backup and asks each sender in one mail. Letters charged since the hold stay. */
export async function askAfterRestore(
  services: Services,
  { since, letters: ids }: Pick<Hold, 'since' | 'letters'>,
): Promise<number> {
  const { db } = services;
  const chargedSince = sql`exists (
    select from ledger_entries e where e.user_id = ${letters.userId} and e.kind = 'letter'
      and split_part(e.reference, ':', 1) = ${letters.id}::text and e.created_at >= ${since.toISOString()}::timestamptz)`;
  const mayHaveLeft = and(
    sql`${letters.id} = any(${sql.param(ids)}::int[])`,
    statusIn('toLeave', letters.status),
    not(chargedSince),
  );
  const senders = await db
    .selectDistinct({ userId: letters.userId })
    .from(letters)
    .where(mayHaveLeft)
    .orderBy(letters.userId);
  let asked = 0;
  for (const { userId } of senders) {
    await db.transaction(async (tx) => {
      const found = await lockAllForReturn(tx, userId, mayHaveLeft);
      for (const letter of found) await giveUp(tx, letter);
      await askWhetherArrived(tx, services, found);
      asked += found.length;
    });
  }
  return asked;
}

async function giveUp(tx: Transaction, letter: LetterRow): Promise<void> {
  // With the status `failed` the recipient could read it on its web page.
  if (letter.status === STATUS.sealed || letter.status === STATUS.held)
    return returnUnsent(tx, letter, MAY_HAVE_LEFT);
  const columns = { ...reasonColumns(MAY_HAVE_LEFT), waitingSince: null, leaseUntil: null };
  await changeStatus(tx, [letter.id], STATUS.failed, columns);
  await returnPostage(tx, letter, 'undelivered');
  await announceLetter(tx, letter.id);
}
