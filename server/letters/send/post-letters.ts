import { inArray, sql } from 'drizzle-orm';
import type { ArrivalBody } from '../../../shared/arrival.ts';
import { STATUS, type Waiting } from '../../../shared/letter-status.ts';
import { type Said, said } from '../../../shared/words.ts';
import { type Arrival, arrivalOf } from '../../core/arrival-time.ts';
import type { Transaction } from '../../core/db/database.ts';
import { conversations } from '../../core/db/schema/conversations.ts';
import { letters } from '../../core/db/schema/letters.ts';
import { notReady } from '../../core/errors.ts';
import { announceLetters } from '../../core/events/announce.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import type { Services } from '../../core/services.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import type { UserRow } from '../../people/users/data.ts';
import { findPause } from '../../people/users/sender-pauses.ts';
import type { LetterRow } from '../data.ts';
import { changeStatus, reasonColumns } from '../data.ts';
import { checkScheduled, checkSealed } from './waiting-limits.ts';

/** Why a charged letter does not leave at once, as its sender reads it. */
export const WAITING: Record<Waiting, Said> = {
  sealed: said('It leaves as soon as you open the link that we mailed you to confirm your e-mail address.'),
  scheduled: said('It leaves at the time you chose. Until then you can change that time or take it back.'),
  held: said('Your letters are on hold until we have had a look. It leaves when that is done.'),
};

/**
 * What a letter of this person has to wait for; null when it may leave. Mail that really leaves goes out only for people
 * who proved their own address, or anybody could write to strangers in anybody's name.
 * @param user the person's row, locked: a proof of the address comes before or after this letter, never in between
 * @throws 503 when the address was proved after this request began: by somebody else, perhaps
 */
export async function whatItWaitsFor(
  tx: Transaction,
  { config, addressHash }: Pick<Services, 'config' | 'addressHash'>,
  person: Person,
  user: UserRow,
): Promise<Exclude<Waiting, 'scheduled'> | null> {
  const leaves = config.SMTP_URL !== undefined;
  if (leaves && !user.emailVerified) return STATUS.sealed;
  if (leaves && !person.emailVerified) {
    throw notReady(said('Your e-mail address was confirmed just now. Please send once more in a moment.'));
  }
  return (await findPause(tx, addressHash, user)) ? STATUS.held : null;
}

/**
 * Whether letters of one content leave now, or what they wait for.
 * @param asked when they are to arrive; null for at once
 * @throws 400 for a time too near or too far, 409 for a letter that left before and would be sealed, 429 when too many wait,
 *   503 as `whatItWaitsFor`
 */
export async function departureOf(
  tx: Transaction,
  services: Pick<Services, 'config' | 'addressHash'>,
  { person, user }: { person: Person; user: UserRow },
  leaving: LetterRow[],
  asked: ArrivalBody | null | undefined,
): Promise<{ arrival: Arrival | null; waiting: Waiting | null }> {
  const arrival = asked ? arrivalOf(asked) : null;
  const stopped = await whatItWaitsFor(tx, services, person, user);
  const waiting = arrival && stopped !== STATUS.sealed ? STATUS.scheduled : stopped;
  if (arrival) await checkScheduled(tx, { user, verified: person.emailVerified }, leaving.length);
  if (waiting === STATUS.sealed) await checkSealed(tx, user.id, leaving);
  return { arrival, waiting };
}

/**
 * Puts charged letters of one sender into the queue, or aside while they wait. The caller has locked sender and letters.
 * @param changes of other columns
 */
export async function postLetters(
  tx: Transaction,
  queue: Queue,
  posted: Pick<LetterRow, 'id' | 'conversationId' | 'arriveAt'>[],
  waiting: Waiting | null,
  changes: Partial<LetterRow>,
): Promise<void> {
  const ids = posted.map(({ id }) => id);
  // A letter is of the day that it leaves, wherever letters are listed or named by their day.
  const dated = waiting ? [] : posted.flatMap(({ id, arriveAt }) => (arriveAt ? [id] : []));
  await changeStatus(tx, ids, waiting ?? STATUS.queued, {
    ...changes,
    ...reasonColumns(waiting && WAITING[waiting]),
    waitingSince: waiting && sql`now()`,
    queuedAt: waiting ? null : sql`now()`,
    nextAttemptAt: sql`now()`,
    leaseUntil: null,
    sentAt: null,
    ...(dated.length > 0
      ? { createdAt: sql`case when ${inArray(letters.id, dated)} then now() else ${letters.createdAt} end` }
      : {}),
  });
  await tx
    .update(conversations)
    .set({ lastMessageAt: sql`now()` })
    .where(
      inArray(
        conversations.id,
        posted.map(({ conversationId }) => conversationId),
      ),
    );
  if (!waiting)
    await queue.enqueueAll(
      tx,
      'send-letter',
      ids.map((letterId) => ({ letterId })),
    );
  await announceLetters(tx, ids);
}
