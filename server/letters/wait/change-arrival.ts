import { eq, sql } from 'drizzle-orm';
import type { ArrivalBody } from '../../../shared/arrival.ts';
import { isIn, STATUS } from '../../../shared/letter-status.ts';
import { type Said, said } from '../../../shared/words.ts';
import { arrivalOf } from '../../core/arrival-time.ts';
import type { Transaction } from '../../core/db/database.ts';
import { conflict, noLetter } from '../../core/errors.ts';
import { announceLetter } from '../../core/events/announce.ts';
import type { Services } from '../../core/services.ts';
import { inEnglish } from '../../core/words.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { touchRecipients } from '../../people/recipients/data.ts';
import { lockUser } from '../../people/users/data.ts';
import { lockLetter } from '../data.ts';
import { letters } from '../schema.ts';
import { checkAddresses, isCounted, postLetters, whatItWaitsFor } from '../send/send-letters.ts';
import { NO_ARRIVAL_DAY } from './arrival.ts';
import { returnUnsent } from './release-letters.ts';

const TAKEN_BACK = said('You took it back before it left.');

/** @param asked null for at once @throws 400 for a time too near or far, 404, 409 if it left, or for a refused address, 429 */
export async function changeArrival(
  tx: Transaction,
  services: Services,
  person: Person,
  letterId: number,
  asked: ArrivalBody | null,
): Promise<void> {
  const { user, letter } = await lockWaiting(tx, person, letterId);
  if (letter.status === STATUS.scheduled && asked === null) {
    const waiting = whatItWaitsFor(services, person, user);
    const counted = await isCounted(tx, services, user, waiting);
    await checkAddresses(tx, services, { user, verified: person.emailVerified }, [letter], { counted });
    return postLetters(tx, services, user, [letter], waiting, NO_ARRIVAL_DAY);
  }
  const arrival = asked ? arrivalOf(asked) : NO_ARRIVAL_DAY;
  await tx
    .update(letters)
    // Without a day a sealed letter waits for the confirmation alone; the time for that begins now.
    .set({ ...arrival, nextAttemptAt: sql`now()`, ...(asked ? {} : { waitingSince: sql`now()` }) })
    .where(eq(letters.id, letterId));
  if (asked) await touchRecipients(tx, person.uid, [letter.recipientEmail], asked.arriveZone);
  await announceLetter(tx, letterId);
}

/** @throws 404 for a letter that is not the person's own, 409 for one that has left */
export async function takeBack(tx: Transaction, person: Person, letterId: number): Promise<void> {
  const { letter } = await lockWaiting(tx, person, letterId, TAKEN_BACK);
  if (letter.status !== STATUS.unsent) await returnUnsent(tx, letter, TAKEN_BACK, 'taken back');
}

async function lockWaiting(tx: Transaction, person: Person, letterId: number, done?: Said) {
  const user = await lockUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter || letter.status === STATUS.created) throw noLetter();
  const { status, statusReason, arriveAt } = letter;
  const waitsForItsDay = arriveAt !== null && isIn('forItsDay', status);
  if (waitsForItsDay || (done && status === STATUS.unsent && statusReason === inEnglish(done)))
    return { user, letter };
  throw conflict('ALREADY_LEFT', said('This letter does not wait for its day any more.'));
}
