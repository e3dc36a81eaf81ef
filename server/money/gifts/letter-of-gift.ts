import { inArray, type SQL, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { letters } from '../../letters/schema.ts';
import { gifts } from './schema.ts';

const sentLetter = sql`from ${letters} where ${letters.id} = ${gifts.letterId} and ${statusIs(STATUS.sent, letters.status)}`;

export const isLetterSent = sql`exists (select ${sentLetter})`;

/** Null for a letter that was not sent. */
export const letterSentAt = sql`(select ${letters.sentAt} ${sentLetter})`;

/** Locks the letter, so that no attempt to send it begins; before the gift (docs/decisions/0035). */
export async function isLetterLeaving(tx: Transaction, which: SQL | undefined): Promise<boolean> {
  const ids = tx.select({ id: gifts.letterId }).from(gifts).where(which);
  const [letter] = await tx.select().from(letters).where(inArray(letters.id, ids)).for('update');
  return letter?.status === STATUS.sending;
}
