import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { HELD_KEPT_DAYS, SEALED_KEPT_DAYS } from '../../../shared/limits.ts';
import { type Said, said } from '../../../shared/words.ts';
import { eachInTurn } from '../../core/each-in-turn.ts';
import type { Services } from '../../core/services.ts';
import type { LetterRow } from '../data.ts';
import { notifySender } from '../notify-sender.ts';
import { letters } from '../schema.ts';
import { lockAllForReturn } from '../send/charge-letter.ts';
import { DAY_PASSED, isLate } from './arrival.ts';
import { returnUnsent } from './release-letters.ts';

export const EXPIRED = {
  sealed: said('Your e-mail address was not confirmed within {days} days, so it did not leave.', {
    days: SEALED_KEPT_DAYS,
  }),
  held: said('Your letters were on hold for {days} days, so it did not leave.', { days: HELD_KEPT_DAYS }),
};

const waitedFor = (status: keyof typeof EXPIRED, days: number) =>
  and(eq(letters.status, status), lt(letters.waitingSince, sql`now() - make_interval(days => ${days}::int)`));

export async function returnExpired(services: Services): Promise<void> {
  const { db } = services;
  const isExpired = or(
    // A sealed letter with a time of arrival waits until it is late for that.
    and(waitedFor(STATUS.sealed, SEALED_KEPT_DAYS), or(isNull(letters.arriveAt), isLate)),
    waitedFor(STATUS.held, HELD_KEPT_DAYS),
  );
  const senders = await db.selectDistinct({ userId: letters.userId }).from(letters).where(isExpired);
  await eachInTurn(senders, ({ userId }) =>
    db.transaction(async (tx) => {
      const expired = await lockAllForReturn(tx, userId, isExpired);
      const returned = expired.map((letter) => ({ letter, reason: reasonOf(letter) }));
      for (const { letter, reason } of returned) await returnUnsent(tx, letter, reason);
      await notifySender(tx, services, returned);
    }),
  );
}

function reasonOf({ status, arriveAt }: LetterRow): Said {
  if (status === STATUS.held) return EXPIRED.held;
  return arriveAt ? DAY_PASSED : EXPIRED.sealed;
}
