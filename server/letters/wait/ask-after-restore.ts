import { and, eq, not, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { said } from '../../../shared/words.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { announceLetter } from '../../core/events/announce.ts';
import type { Hold } from '../../core/holds.ts';
import type { Services } from '../../core/services.ts';
import { changeStatus, reasonColumns } from '../data.ts';
import { askWhetherArrived } from '../notify-sender.ts';
import { letters } from '../schema.ts';
import { lockForReturn, returnPostage } from '../send/charge-letter.ts';
import { returnUnsent } from './release-letters.ts';

const MAY_HAVE_LEFT = said(
  'We had to go back to an earlier copy of our records, so it may have left already, and we did not send it again. If it did not arrive, send it once more.',
);

/**
 * What may have left since the backup is given up and its sender asked. What was sent after the restore stays.
 * @returns how many letters
 */
export async function askAfterRestore(
  services: Pick<Services, 'db' | 'config' | 'queue'>,
  { since, letters: ids }: Pick<Hold, 'since' | 'letters'>,
): Promise<number> {
  const { db } = services;
  const chargedSince = sql`exists (
    select from ledger_entries e where e.user_id = ${letters.userId} and e.kind = 'letter'
      and split_part(e.reference, ':', 1) = ${letters.id}::text and e.created_at >= ${since.toISOString()}::timestamptz)`;
  let asked = 0;
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const mayLeaveAgain = and(eq(letters.id, id), statusIn('toLeave', letters.status), not(chargedSince));
    await db.transaction(async (tx) => {
      const [found] = await tx.select({ userId: letters.userId }).from(letters).where(mayLeaveAgain);
      const letter = found && (await lockForReturn(tx, { id, userId: found.userId }));
      if (!letter || (await tx.$count(letters, mayLeaveAgain)) === 0) return;
      asked += 1;
      await askWhetherArrived(tx, services, letter);
      // As `failed` its recipient could read it.
      if (letter.status === STATUS.sealed || letter.status === STATUS.held)
        return returnUnsent(tx, letter, MAY_HAVE_LEFT);
      const columns = { ...reasonColumns(MAY_HAVE_LEFT), waitingSince: null, leaseUntil: null };
      await changeStatus(tx, [letter.id], STATUS.failed, columns);
      await returnPostage(tx, letter, 'undelivered');
      await announceLetter(tx, letter.id);
    });
  }
  return asked;
}
