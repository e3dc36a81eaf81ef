import { and, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { announceLetter } from '../events/announce.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { Services } from '../platform/services.ts';
import { lockForReturn, returnCredit } from './charge-letter.ts';
import { askWhetherArrived } from './notify-sender.ts';
import { giveBack } from './release-letters.ts';

const MAY_HAVE_LEFT =
  'We had to go back to an earlier copy of our records, so it may have left already, and we did not send it again. If it did not arrive, send it once more.';

/**
 * Letters of a restored database that may have left since its backup: they waited to leave then, or their day has come
 * since. None goes again by itself: each is given up with its credit returned, and its sender is asked. What somebody queued
 * after the restore is left alone. May be called again when it was cut off.
 * @param since the moment of the restore
 * @returns how many letters
 */
export async function askAfterRestore(
  services: Pick<Services, 'db' | 'config' | 'queue'>,
  since: Date,
): Promise<number> {
  const { db } = services;
  const mayHaveLeft = or(
    and(
      inArray(letters.status, ['queued', 'sending']),
      lt(sql`coalesce(${letters.queuedAt}, ${letters.createdAt})`, since),
    ),
    and(
      inArray(letters.status, ['sealed', 'scheduled']),
      lt(letters.waitingSince, since),
      lte(sql`coalesce(${letters.arriveAt}, now())`, sql`now()`),
    ),
  );
  const found = await db
    .select({ id: letters.id, userId: letters.userId })
    .from(letters)
    .where(mayHaveLeft)
    .orderBy(letters.id);
  for (const one of found) {
    await db.transaction(async (tx) => {
      const letter = await lockForReturn(tx, one);
      if (!letter || (await tx.$count(letters, and(eq(letters.id, one.id), mayHaveLeft))) === 0) return;
      // Its recipient could read it as one that failed, though nobody has confirmed the sender's address.
      if (letter.status === 'sealed') return giveBack(tx, letter, MAY_HAVE_LEFT);
      await tx
        .update(letters)
        .set({ status: 'failed', statusReason: MAY_HAVE_LEFT, waitingSince: null, leaseUntil: null })
        .where(eq(letters.id, letter.id));
      await returnCredit(tx, letter);
      await askWhetherArrived(tx, services, letter);
      await announceLetter(tx, letter.id);
    });
  }
  return found.length;
}
