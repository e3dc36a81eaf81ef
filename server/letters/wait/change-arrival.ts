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
import { lockUser, type UserRow } from '../../people/users/data.ts';
import { type LetterRow, lockLetter } from '../data.ts';
import { letters } from '../schema.ts';
import { checkAddresses, postLetters, whatItWaitsFor } from '../send/send-letters.ts';
import { NO_ARRIVAL_DAY } from './arrival.ts';
import { returnUnsent } from './release-letters.ts';

const TAKEN_BACK = said('You took it back before it left.');

/**
 * Gives a letter that waits for its day another one, or lets it leave now.
 * @param asked null for now
 * @throws 400 for a time too near or too far, 404 for a letter that is not the person's own, 409 for one that has left
 *   or an address that is not to be written to, 429 at a limit
 */
export async function changeArrival(
  tx: Transaction,
  services: Pick<Services, 'config' | 'addressHash' | 'queue'>,
  person: Person,
  letterId: number,
  asked: ArrivalBody | null,
): Promise<void> {
  const { user, letter } = await lockWaiting(tx, person, letterId);
  if (letter.status === STATUS.scheduled && asked === null)
    return sendNow(tx, services, person, user, letter);
  const arrival = asked ? arrivalOf(asked) : NO_ARRIVAL_DAY;
  await tx
    .update(letters)
    .set({ ...arrival, nextAttemptAt: sql`now()` })
    .where(eq(letters.id, letterId));
  if (asked) await touchRecipients(tx, person.uid, [letter.recipientEmail], asked.arriveZone);
  await announceLetter(tx, letterId);
}

async function sendNow(
  tx: Transaction,
  services: Pick<Services, 'config' | 'addressHash' | 'queue'>,
  person: Person,
  user: UserRow,
  letter: LetterRow,
): Promise<void> {
  const waiting = await whatItWaitsFor(tx, services, person, user);
  const sender = { user, verified: person.emailVerified };
  await checkAddresses(tx, services, sender, [letter], { counted: !waiting });
  await postLetters(tx, services.queue, [letter], waiting, {
    ...NO_ARRIVAL_DAY,
    // As they are on the day that it leaves, not on the day that it was written.
    senderEmail: user.email,
    senderVerified: user.emailVerified,
  });
}

/**
 * Takes back a letter that waits for its day: its credit returns, once, and it stays with its sender as one that was not
 * sent. One that was taken back already is left as it is.
 * @throws 404 for a letter that is not the person's own, 409 for one that has left
 */
export async function takeBack(tx: Transaction, person: Person, letterId: number): Promise<void> {
  const { letter } = await lockWaiting(tx, person, letterId, TAKEN_BACK);
  if (letter.status !== STATUS.unsent) await returnUnsent(tx, letter, TAKEN_BACK, 'taken back');
}

/** @param done reason of letters to which it was done already */
async function lockWaiting(
  tx: Transaction,
  person: Person,
  letterId: number,
  done?: Said,
): Promise<{ user: UserRow; letter: LetterRow }> {
  const user = await lockUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter || letter.status === STATUS.created) throw noLetter();
  const { status, statusReason, arriveAt } = letter;
  const waits = arriveAt !== null && isIn('forItsDay', status);
  if (waits || (done && status === STATUS.unsent && statusReason === inEnglish(done)))
    return { user, letter };
  throw conflict('ALREADY_LEFT', said('This letter does not wait for its day any more.'));
}
