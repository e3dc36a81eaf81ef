import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { type Said, said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { ProductError } from '../../core/errors.ts';
import { announceLetter } from '../../core/events/announce.ts';
import type { Services } from '../../core/services.ts';
import { hasTurn } from '../../mail/out/attempt.ts';
import { isStanding } from '../../people/identity/accounts/data.ts';
import type { UserRow } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { changeStatus, type LetterRow, reasonColumns } from '../data.ts';
import { notifySender, type Undelivered } from '../notify-sender.ts';
import { type LetterReturn, letters } from '../schema.ts';
import { returnPostage } from '../send/charge-letter.ts';
import { checkAddresses, isCounted, postLetters } from '../send/send-letters.ts';
import { DAY_PASSED, NO_ARRIVAL_DAY, postpone, stagesOf } from './arrival.ts';

/** Each takes a connection to the database, of which most are for requests and other jobs. */
const PEOPLE_AT_ONCE = 6;

export const STOPPED = said('We stopped it before it left. Please write to us if you wonder why.');

const isDue = and(
  statusIs(STATUS.scheduled, letters.status),
  lte(letters.arriveAt, sql`now()`),
  hasTurn(letters.nextAttemptAt),
);

/** Any number of workers may run this at once. People whose row is locked are skipped until the next run. */
export async function releaseScheduled(services: Services): Promise<void> {
  const due = await services.db
    .select({ userId: letters.userId })
    .from(letters)
    .where(isDue)
    .groupBy(letters.userId)
    .orderBy(sql`min(${letters.arriveAt})`);
  // Workers that run at the same time begin at different people.
  const start = Math.floor(Math.random() * due.length);
  const people = [...due.slice(start), ...due.slice(0, start)].values();
  await Promise.all(
    Array.from({ length: PEOPLE_AT_ONCE }, async () => {
      for (const { userId } of people) await releaseDueOf(services, userId);
    }),
  );
}

/** Does nothing when another transaction has locked the person. */
async function releaseDueOf(services: Services, userId: number): Promise<void> {
  const { db, log } = services;
  try {
    await db.transaction(async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(eq(users.id, userId))
        .for('update', { skipLocked: true });
      if (!user) return;
      const due = await tx
        .select()
        .from(letters)
        .where(and(eq(letters.userId, userId), isDue))
        .orderBy(asc(letters.arriveAt), asc(letters.id))
        .for('update');
      await releaseLetters(tx, services, user, due);
    });
  } catch (error) {
    // The next run tries again.
    log.error({ err: error, userId }, 'scheduled letters were not released');
  }
}

/** Checks again whether each may leave; one mail tells the sender of all that may not. Sender and letters are locked. */
export async function releaseLetters(
  tx: Transaction,
  services: Services,
  user: UserRow,
  waiting: LetterRow[],
): Promise<void> {
  if (waiting.length === 0) return;
  const sendingStopped = !(await maySend(tx, services, user));
  const ids = waiting.map(({ id }) => id);
  const stages = await stagesOf(tx, ids);
  const leaving: LetterRow[] = [];
  const returned: Undelivered[] = [];
  for (const letter of waiting) {
    const stage = stages.get(letter.id);
    if (stage === 'late') {
      await returnUnsent(tx, letter, DAY_PASSED);
      returned.push({ letter, reason: DAY_PASSED });
    } else if (stage === 'early') await postLetters(tx, services, user, [letter], STATUS.scheduled, {});
    else if (letter.status === STATUS.scheduled && sendingStopped) await postpone(tx, letter.id);
    else leaving.push(letter);
  }
  // Counters of limits are locked in the order of the hashes, as by other transactions.
  const byAddress = Map.groupBy(leaving, ({ recipientEmail }) => services.addressHash(recipientEmail));
  const ordered = [...byAddress.keys()].sort().flatMap((hash) => byAddress.get(hash) ?? []);
  returned.push(...(await release(tx, services, user, ordered)));
  await notifySender(tx, services, returned);
}

/** If the batch is refused, each half is tried by itself. @returns those that may not leave */
async function release(
  tx: Transaction,
  services: Services,
  user: UserRow,
  leaving: LetterRow[],
): Promise<Undelivered[]> {
  const [letter] = leaving;
  if (!letter) return [];
  // Sealed letters are released by the proof of the address itself.
  const verified = user.emailVerified || leaving.every(({ status }) => status === STATUS.sealed);
  try {
    // A savepoint: refused letters count towards no limit.
    await tx.transaction(async (inner) => {
      const counted = await isCounted(inner, services, user, null);
      await checkAddresses(inner, services, { user, verified }, leaving, { counted });
      await postLetters(inner, services, user, leaving, null, { senderVerified: verified });
    });
    return [];
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    if (leaving.length > 1) {
      const half = leaving.length >> 1;
      const returned = await release(tx, services, user, leaving.slice(0, half));
      return [...returned, ...(await release(tx, services, user, leaving.slice(half)))];
    }
    if (letter.status === STATUS.scheduled && error.status === 429) {
      // Over a limit: tried again every hour, until it is late.
      await postpone(tx, letter.id);
      return [];
    }
    await returnUnsent(tx, letter, error.said);
    return [{ letter, reason: error.said }];
  }
}

/** Meanwhile the account may have been disabled, or its address be no longer proved. */
const maySend = async (tx: Transaction, { config }: Services, user: UserRow): Promise<boolean> =>
  (user.emailVerified || config.SMTP_URL === undefined) && (await isStanding(tx, user.accountUid));

export async function returnUnsent(
  tx: Transaction,
  letter: LetterRow,
  reason: Said,
  cause: LetterReturn = 'not sent',
): Promise<void> {
  const columns = { ...NO_ARRIVAL_DAY, ...reasonColumns(reason), waitingSince: null };
  await changeStatus(tx, [letter.id], STATUS.unsent, columns);
  await returnPostage(tx, letter, cause);
  await announceLetter(tx, letter.id);
}
