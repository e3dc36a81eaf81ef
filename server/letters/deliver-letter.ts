import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { letters } from '../db/schema.ts';
import { announceLetter } from '../events/announce.ts';
import { DeliveryFailure } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import { MissingObject } from '../storage/storage.ts';
import {
  type Attempt,
  beginAttempt,
  keepLease,
  noteSent,
  releaseAttempt,
  sameAttempt,
  waitForTurn,
} from './attempt.ts';
import { lockForReturn, returnCharge } from './charges.ts';
import { composeLetter } from './compose-letter.ts';
import type { LetterRow } from './data.ts';
import { blockedReason, isBlocked } from './refused-addresses.ts';
import { nextPause } from './retry-schedule.ts';

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'mail' | 'queue' | 'log'>;

const PHOTO_GONE = 'One of its photos can no longer be read. Please upload it again and send a new letter.';

/**
 * One attempt to deliver a queued letter. The attempt takes the letter under its own number and may only finish
 * it under that number; a second worker finds nothing to do while the first one lives, however slow its mail
 * server is. A crash in mid-send leaves the lease to run out: the letter then goes out again with the same
 * Message-ID, which is the most that can be promised over SMTP.
 */
export async function deliverLetter(needs: Needs, letterId: number): Promise<void> {
  const attempt = await beginAttempt(needs, letterId);
  if (!attempt) return waitForTurn(needs, letterId);
  const lease = keepLease(needs, attempt.letter);
  try {
    if (await leaves(needs, attempt)) await noteSent(needs, attempt.letter);
  } finally {
    lease.stop();
  }
}

/** @returns true when the mail server has the letter; false when that ended otherwise and the letter says how */
async function leaves(needs: Needs, { letter, recipientToken }: Attempt): Promise<boolean> {
  try {
    if (await isBlocked(needs.db, letter.userId, letter.recipientEmail)) {
      await giveUp(needs, letter, blockedReason(letter.recipientEmail));
      return false;
    }
    await needs.mail.send(await composeLetter(needs, letter, recipientToken));
    return true;
  } catch (error) {
    if (error instanceof MissingObject) {
      needs.log.error({ err: error, letterId: letter.id }, 'a photo of a letter is missing');
      await giveUp(needs, letter, PHOTO_GONE);
    } else if (error instanceof DeliveryFailure) {
      await settleFailure(needs, letter, error);
    } else {
      await releaseAttempt(needs, letter);
      throw error;
    }
    return false;
  }
}

async function settleFailure(needs: Needs, letter: LetterRow, failure: DeliveryFailure): Promise<void> {
  const { permanent, reason, response } = failure;
  needs.log.warn({ letterId: letter.id, attempt: letter.attempts, permanent, response }, reason);
  if (permanent) return giveUp(needs, letter, reason);
  await needs.db.transaction(async (tx) => {
    // By the database's clock alone: this machine's may differ, or be set while the letter waits.
    const pause = nextPause(await waitedFor(tx, letter));
    if (pause === null) return giveUpWithin(tx, letter, reason);
    const [waiting] = await tx
      .update(letters)
      .set({
        status: 'queued',
        statusReason: `${reason} It waits safely, and we try again by ourselves.`,
        leaseUntil: null,
        nextAttemptAt: sql`now() + make_interval(secs => ${pause / 1_000})`,
      })
      .where(sameAttempt(letter))
      .returning({ startAfter: letters.nextAttemptAt });
    if (!waiting) return;
    await needs.queue.enqueue(tx, 'send-letter', { letterId: letter.id }, waiting);
    await announceLetter(tx, letter.id);
  });
}

/** Milliseconds since the letter was queued. */
async function waitedFor(tx: Transaction, { id }: LetterRow): Promise<number> {
  const [row] = await tx
    .select({
      waited: sql<number>`(extract(epoch from now() - coalesce(${letters.queuedAt}, ${letters.createdAt})) * 1000)::float8`,
    })
    .from(letters)
    .where(eq(letters.id, id));
  return row?.waited ?? 0;
}

function giveUp(needs: Needs, letter: LetterRow, reason: string): Promise<void> {
  return needs.db.transaction((tx) => giveUpWithin(tx, letter, reason));
}

/** The letter failed for good: the reason stays with it and its credit goes back, once. */
async function giveUpWithin(tx: Transaction, letter: LetterRow, reason: string): Promise<void> {
  await lockForReturn(tx, letter);
  const failed = await tx
    .update(letters)
    .set({ status: 'failed', statusReason: reason, leaseUntil: null })
    .where(sameAttempt(letter))
    .returning({ id: letters.id });
  if (failed.length === 0) return;
  await returnCharge(tx, letter);
  await announceLetter(tx, letter.id);
}
