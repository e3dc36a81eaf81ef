import { eq, sql } from 'drizzle-orm';
import { notReady } from '../errors.ts';
import { announceLetter } from '../events/announce.ts';
import type { Person } from '../identity/sessions/person.ts';
import type { Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { Services } from '../platform/services.ts';
import type { UserRow } from '../users/data.ts';
import { findPause } from '../users/sender-pauses.ts';
import type { LetterRow } from './data.ts';

/** Why a charged letter does not leave at once, as its sender reads it. */
export const WAITING = {
  sealed: 'It leaves as soon as you open the link that we mailed you to confirm your e-mail address.',
  scheduled: 'It leaves at the time you chose. Until then you can change that time or take it back.',
  held: 'Your letters are on hold until we have had a look. It leaves when that is done.',
};
export type Waiting = keyof typeof WAITING;

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
): Promise<'sealed' | 'held' | null> {
  const leaves = config.SMTP_URL !== undefined;
  if (leaves && !user.emailVerified) return 'sealed';
  if (leaves && !person.emailVerified) {
    throw notReady('Your e-mail address was confirmed just now. Please send once more in a moment.');
  }
  return (await findPause(tx, addressHash, user)) ? 'held' : null;
}

/** The columns of a letter that goes into the queue, or waits. */
export const postedColumns = (waiting: Waiting | null) => ({
  status: waiting ?? 'queued',
  statusReason: waiting && WAITING[waiting],
  waitingSince: waiting && sql`now()`,
  queuedAt: waiting ? null : sql`now()`,
  nextAttemptAt: sql`now()`,
  leaseUntil: null,
  sentAt: null,
});

/**
 * Puts a charged letter into the queue, or aside while it waits. The caller has locked its sender and the letter.
 * @param changes of other columns
 */
export async function postLetter(
  tx: Transaction,
  queue: Queue,
  letter: Pick<LetterRow, 'id' | 'conversationId' | 'arriveAt'>,
  waiting: Waiting | null,
  changes: Partial<LetterRow>,
): Promise<void> {
  await tx
    .update(letters)
    .set({
      ...changes,
      ...postedColumns(waiting),
      // A letter is of the day that it leaves, wherever letters are listed or named by their day.
      ...(letter.arriveAt && !waiting ? { createdAt: sql`now()` } : {}),
    })
    .where(eq(letters.id, letter.id));
  await tx
    .update(conversations)
    .set({ lastMessageAt: sql`now()` })
    .where(eq(conversations.id, letter.conversationId));
  if (!waiting) await queue.enqueue(tx, 'send-letter', { letterId: letter.id });
  await announceLetter(tx, letter.id);
}
