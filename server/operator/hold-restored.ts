import { and, lte, sql } from 'drizzle-orm';
import type { Executor } from '../core/db/database.ts';
import { statusIn } from '../core/db/status-in.ts';
import { findHold, type Hold, setHold } from '../core/holds.ts';
import type { Services } from '../core/services.ts';
import { findSetBack, writeSeen } from '../core/set-back.ts';
import { letters } from '../letters/schema.ts';
import { endAllSignIns } from '../people/identity/sessions/end-sign-in.ts';

/** Notes how far the database has come, or holds one that was set back. @returns the hold, if any @throws when storage does not answer */
export async function noteSeen(needs: Pick<Services, 'db' | 'storage'>, steps = 1): Promise<Hold | null> {
  const hold = await findHold(needs.db, 'restored');
  if (hold) return hold;
  const found = await findSetBack(needs);
  if (!found) await writeSeen(needs, steps);
  else await holdRestored(needs.db, found.now, `the database had come to ${found.before.toISOString()}`);
  return found && findHold(needs.db, 'restored');
}

/** Ends all sign-ins, and notes now which letters may have left: senders may change them later. @param moment of the backup */
export async function holdRestored(db: Executor, moment: Date, reason: string): Promise<void> {
  await endAllSignIns(db);
  const from = `restored as of ${moment.toISOString()}: ${reason}`;
  await setHold(db, 'orphans', { reason: from });
  const mayHaveLeft = await db
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(statusIn('toLeave', letters.status), lte(sql`coalesce(${letters.arriveAt}, now())`, sql`now()`)),
    );
  await setHold(db, 'restored', { reason: from, moment, letters: mayHaveLeft.map(({ id }) => id) });
}
