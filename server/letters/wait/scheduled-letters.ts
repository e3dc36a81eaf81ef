import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { instantOf } from '../../../shared/zoned-time.ts';
import { isTimeZone } from '../../../templates/parts/time-zone.ts';
import type { Database } from '../../core/db/database.ts';
import { letters } from '../../core/db/schema/letters.ts';
import { users } from '../../core/db/schema/users.ts';
import { statusIn, statusIs } from '../../core/db/status-in.ts';
import type { Services } from '../../core/services.ts';
import { releaseLetters } from './release-letters.ts';

/** People looked at in one pass, and letters computed again in one. */
const BATCH = 500;

const isDue = and(
  statusIs(STATUS.scheduled, letters.status),
  lte(letters.arriveAt, sql`now()`),
  lte(letters.nextAttemptAt, sql`now()`),
);

/**
 * Releases the letters whose time has come, the earliest first. The row of the letter is the schedule: any number of
 * workers may do this at any time, and each letter is released once. People whose row is locked, by another worker
 * say, are passed over until the next time.
 */
export async function releaseScheduled(services: Services): Promise<void> {
  for (let looked = BATCH, released = 1; looked === BATCH && released > 0; ) {
    const due = await services.db
      .select({ userId: letters.userId })
      .from(letters)
      .where(isDue)
      .groupBy(letters.userId)
      .orderBy(sql`min(${letters.arriveAt})`)
      .limit(BATCH);
    looked = due.length;
    released = 0;
    for (const { userId } of due) released += await releaseDueOf(services, userId);
  }
}

/** @returns how many letters it released; 0 when another worker does it */
async function releaseDueOf(services: Services, userId: number): Promise<number> {
  const { db, log } = services;
  try {
    return await db.transaction(async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(eq(users.id, userId))
        .for('update', { skipLocked: true });
      if (!user) return 0;
      const due = await tx
        .select()
        .from(letters)
        .where(and(eq(letters.userId, userId), isDue))
        .orderBy(asc(letters.arriveAt), asc(letters.id))
        .for('update');
      await releaseLetters(tx, services, user, due);
      return due.length;
    });
  } catch (error) {
    // Other people's letters leave all the same; these are tried again at the next release.
    log.error({ err: error, userId }, 'scheduled letters were not released');
    return 0;
  }
}

/** Follows changes of the law: the time that a sender chose stays, its moment is that of today's time zone data. */
export async function computeArrivalsAgain(db: Database): Promise<void> {
  let after = 0;
  for (let read = BATCH; read === BATCH; ) {
    const rows = await db
      .select({
        id: letters.id,
        arriveLocal: letters.arriveLocal,
        arriveZone: letters.arriveZone,
        arriveAt: letters.arriveAt,
      })
      .from(letters)
      .where(
        and(
          gt(letters.id, after),
          statusIn('forItsDay', letters.status),
          gt(letters.arriveAt, sql`now() + interval '1 day'`),
        ),
      )
      .orderBy(asc(letters.id))
      .limit(BATCH);
    read = rows.length;
    for (const { id, arriveLocal, arriveZone, arriveAt } of rows) {
      after = id;
      if (!arriveLocal || !arriveZone || !isTimeZone(arriveZone)) continue;
      const { instant } = instantOf(arriveLocal, arriveZone);
      if (instant.getTime() === arriveAt?.getTime()) continue;
      // Unless its sender changed it at this moment.
      await db
        .update(letters)
        .set({ arriveAt: instant })
        .where(
          and(
            eq(letters.id, id),
            eq(letters.arriveLocal, arriveLocal),
            eq(letters.arriveZone, arriveZone),
            statusIn('forItsDay', letters.status),
          ),
        );
    }
  }
}
