import { and, asc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { ARRIVAL_LATE_HOURS } from '../../../shared/limits.ts';
import { said } from '../../../shared/words.ts';
import { instantOf } from '../../../shared/zoned-time.ts';
import { isTimeZone } from '../../../templates/parts/time-zone.ts';
import type { Arrival } from '../../core/arrival-time.ts';
import type { Database, Transaction } from '../../core/db/database.ts';
import { statusIn } from '../../core/db/status-in.ts';
import { letters } from '../schema.ts';

const POSTPONED_MINUTES = 60;
const BATCH = 500;

export const NO_ARRIVAL_DAY: Arrival = { arriveLocal: null, arriveZone: null, arriveAt: null };

export const DAY_PASSED = said('Its day had passed before it could leave.');

/** Too long after its time to be sent, by the clock of the database. */
export const isLate = lt(letters.arriveAt, sql`now() - make_interval(hours => ${ARRIVAL_LATE_HOURS})`);

/** By letter id. A letter without a time of arrival is due. */
export async function stagesOf(tx: Transaction, letterIds: number[]) {
  const { id, arriveAt } = letters;
  const stage = sql<'early' | 'due' | 'late'>`
    case when ${isLate} then 'late' when ${arriveAt} > now() then 'early' else 'due' end`;
  const rows = await tx.select({ id, stage }).from(letters).where(inArray(id, letterIds));
  return new Map(rows.map((row) => [row.id, row.stage]));
}

export async function postpone(tx: Transaction, letterId: number): Promise<void> {
  await tx
    .update(letters)
    .set({ nextAttemptAt: sql`now() + make_interval(mins => ${POSTPONED_MINUTES})` })
    .where(and(eq(letters.id, letterId), ne(letters.status, STATUS.sending)));
}

/** Laws about time zones change: the chosen local time stays, and its instant is computed anew. */
export async function computeArrivalsAgain(db: Database): Promise<void> {
  let after = 0;
  for (let read = BATCH; read === BATCH; ) {
    const { id, arriveLocal, arriveZone, arriveAt } = letters;
    const rows = await db
      .select({ id, arriveLocal, arriveZone, arriveAt })
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
      // Not if its sender has changed or taken back the letter since it was read.
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
