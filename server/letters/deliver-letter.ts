import { and, eq, lte, or, sql } from 'drizzle-orm';
import { LETTER_COST_CREDITS } from '../../shared/limits.ts';
import { writeEntry } from '../credits/ledger.ts';
import type { Transaction } from '../db/database.ts';
import { conversations, letters } from '../db/schema.ts';
import { DeliveryFailure } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import { MissingObject } from '../storage/storage.ts';
import { composeLetter } from './compose-letter.ts';
import type { LetterRow } from './data.ts';
import { nextPause } from './retry-schedule.ts';

/** A living attempt renews its lease this often; one that is silent for the whole of it is taken for dead. */
const RENEW_EVERY_MS = 4_000;
const LEASE_SECONDS = 20;

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'mail' | 'queue' | 'log'>;

/**
 * One attempt to deliver a queued letter. The attempt takes the letter under its own number and may only finish
 * it under that number; a second worker finds nothing to do while the first one lives, however slow its mail
 * server is. A crash in mid-send leaves the lease to run out: the letter then goes out again with the same
 * Message-ID, which is the most that can be promised over SMTP.
 */
export async function deliverLetter(needs: Needs, letterId: number): Promise<void> {
  const claimed = await claim(needs, letterId);
  if (!claimed) return waitForLease(needs, letterId);
  const { letter, recipientToken } = claimed;
  const renewing = setInterval(() => {
    renewLease(needs, letter).catch((error) => needs.log.warn({ err: error, letterId }, 'lease not renewed'));
  }, RENEW_EVERY_MS);
  try {
    await needs.mail.send(await composeLetter(needs, letter, recipientToken));
  } catch (error) {
    if (error instanceof MissingObject) {
      needs.log.error({ err: error, letterId }, 'a photo of a letter is missing');
      return await needs.db.transaction((tx) =>
        giveUp(
          tx,
          letter,
          'One of its photos can no longer be read. Please upload it again and send a new letter.',
        ),
      );
    }
    if (error instanceof DeliveryFailure) return await settleFailure(needs, letter, error);
    await release(needs, letter);
    throw error;
  } finally {
    clearInterval(renewing);
  }
  await needs.db
    .update(letters)
    .set({ status: 'sent', statusReason: null, sentAt: sql`now()`, leaseUntil: null })
    .where(sameAttempt(letter));
}

const sameAttempt = (letter: LetterRow) =>
  and(eq(letters.id, letter.id), eq(letters.attempts, letter.attempts), eq(letters.status, 'sending'));

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

async function claim(
  { db }: Needs,
  letterId: number,
): Promise<{ letter: LetterRow; recipientToken: string } | null> {
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
async function waitForLease({ db, queue }: Needs, letterId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [letter] = await tx.select().from(letters).where(eq(letters.id, letterId)).for('update');
    if (letter?.status === 'queued')
      await queue.enqueue(tx, 'send-letter', { letterId }, { startAfter: letter.nextAttemptAt });
    if (letter?.status === 'sending' && letter.leaseUntil) {
      await queue.enqueue(tx, 'send-letter', { letterId }, { startAfter: letter.leaseUntil });
    }
  });
}

async function renewLease({ db }: Needs, letter: LetterRow): Promise<void> {
  await db.update(letters).set({ leaseUntil: leaseEnd }).where(sameAttempt(letter));
}

/** Back to the queue without a pause: the attempt did not reach the mail server. */
async function release({ db }: Needs, letter: LetterRow): Promise<void> {
  await db.update(letters).set({ status: 'queued', leaseUntil: null }).where(sameAttempt(letter));
}

async function settleFailure(
  { db, queue, log }: Needs,
  letter: LetterRow,
  failure: DeliveryFailure,
): Promise<void> {
  log.warn(
    {
      letterId: letter.id,
      attempt: letter.attempts,
      permanent: failure.permanent,
      response: failure.response,
    },
    failure.reason,
  );
  const pause = failure.permanent
    ? null
    : nextPause(letter.attempts, letter.queuedAt ?? letter.createdAt, new Date());
  await db.transaction(async (tx) => {
    if (pause === null) return giveUp(tx, letter, failure.reason);
    const startAfter = new Date(Date.now() + pause);
    const waiting = await tx
      .update(letters)
      .set({
        status: 'queued',
        statusReason: `${failure.reason} It waits safely, and we try again by ourselves.`,
        leaseUntil: null,
        nextAttemptAt: startAfter,
      })
      .where(sameAttempt(letter))
      .returning({ id: letters.id });
    if (waiting.length > 0) await queue.enqueue(tx, 'send-letter', { letterId: letter.id }, { startAfter });
  });
}

/** The letter failed for good: the reason stays with it and its credit goes back, once. */
async function giveUp(tx: Transaction, letter: LetterRow, reason: string): Promise<void> {
  const failed = await tx
    .update(letters)
    .set({ status: 'failed', statusReason: reason, leaseUntil: null })
    .where(sameAttempt(letter))
    .returning({ id: letters.id });
  if (failed.length === 0) return;
  await writeEntry(tx, {
    userId: letter.userId,
    delta: LETTER_COST_CREDITS,
    kind: 'letter-returned',
    reference: String(letter.id),
  });
}
