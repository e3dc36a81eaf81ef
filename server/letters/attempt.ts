import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm';
import { announceLetter } from '../events/announce.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { Services } from '../platform/services.ts';
import type { LetterRow } from './data.ts';

/** A living attempt renews its lease this often; one that is silent for the whole of it is taken for dead. */
const RENEW_EVERY_MS = 4_000;
const LEASE_SECONDS = 20;

/** How long a letter that has left waits for an ailing database to note it, before it would go out again. */
const NOTING_MS = 90_000;
const NOTING_PAUSES_MS = [200, 500, 1_000, 2_000];

type Needs = Pick<Services, 'db' | 'queue' | 'log'>;

export interface Attempt {
  letter: LetterRow;
  /** token of the conversation that the recipient answers to */
  recipientToken: string;
}

/** True for the letter as long as it is in the hands of this very attempt. */
export function sameAttempt(letter: LetterRow): SQL | undefined {
  return and(eq(letters.id, letter.id), eq(letters.attempts, letter.attempts), eq(letters.status, 'sending'));
}

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Takes a letter whose time has come under the next number; null when there is nothing to do now. */
export async function beginAttempt({ db }: Needs, letterId: number): Promise<Attempt | null> {
  const [letter] = await db
    .update(letters)
    .set({ status: 'sending', attempts: sql`${letters.attempts} + 1`, leaseUntil: leaseEnd })
    .where(
      and(
        eq(letters.id, letterId),
        or(
          and(eq(letters.status, 'queued'), lte(letters.nextAttemptAt, sql`now()`)),
          and(eq(letters.status, 'sending'), lte(letters.leaseUntil, sql`now()`)),
        ),
      ),
    )
    .returning();
  if (!letter) return null;
  const [conversation] = await db
    .select({ recipientToken: conversations.recipientToken })
    .from(conversations)
    .where(eq(conversations.id, letter.conversationId));
  if (!conversation) throw new Error(`Letter ${letterId} has no conversation.`);
  return { letter, recipientToken: conversation.recipientToken };
}

/** A letter that waits for its time or for a dead attempt's lease gets a job for that moment. */
export async function waitForTurn({ db, queue }: Needs, letterId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [letter] = await tx.select().from(letters).where(eq(letters.id, letterId)).for('update');
    if (letter?.status === 'queued')
      await queue.enqueue(tx, 'send-letter', { letterId }, { startAfter: letter.nextAttemptAt });
    if (letter?.status === 'sending' && letter.leaseUntil) {
      await queue.enqueue(tx, 'send-letter', { letterId }, { startAfter: letter.leaseUntil });
    }
  });
}

/** Shows other workers that this attempt lives, until it is stopped. */
export function keepLease({ db, log }: Needs, letter: LetterRow): { stop(): void } {
  const renewing = setInterval(() => {
    db.update(letters)
      .set({ leaseUntil: leaseEnd })
      .where(sameAttempt(letter))
      .catch((error) => log.warn({ err: error, letterId: letter.id }, 'lease not renewed'));
  }, RENEW_EVERY_MS);
  return { stop: () => clearInterval(renewing) };
}

/** Back to the queue without a pause: the attempt did not reach the mail server. */
export async function releaseAttempt({ db }: Needs, letter: LetterRow): Promise<void> {
  await db.update(letters).set({ status: 'queued', leaseUntil: null }).where(sameAttempt(letter));
}

/**
 * Notes that the mail server has the letter. A database that is away meanwhile is waited for: giving the job back
 * would send the letter a second time.
 * @throws the database's error when it stays away
 */
export async function noteSent({ db, log }: Needs, letter: LetterRow): Promise<void> {
  const begun = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      await db.transaction(async (tx) => {
        const noted = await tx
          .update(letters)
          .set({ status: 'sent', statusReason: null, sentAt: sql`now()`, leaseUntil: null })
          .where(sameAttempt(letter))
          .returning({ id: letters.id });
        if (noted.length > 0) await announceLetter(tx, letter.id);
      });
      return;
    } catch (error) {
      if (performance.now() - begun > NOTING_MS) throw error;
      log.error(
        { err: error, letterId: letter.id },
        'a letter has left, and the database could not note it yet',
      );
      await sleep(NOTING_PAUSES_MS[Math.min(tries, NOTING_PAUSES_MS.length - 1)]);
    }
  }
}
