import { eq, sql } from 'drizzle-orm';
import { nextPause } from '../delivery/retry-schedule.ts';
import { DeliveryFailure } from '../delivery/transport.ts';
import { announceLetter } from '../events/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { AttemptOutcome } from '../platform/meters.ts';
import type { Services } from '../platform/services.ts';
import { MissingObject } from '../platform/storage/storage.ts';
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
import { type FailureNotice, notifySender } from './notify-sender.ts';
import { blockedReason, isBlocked } from './refused-addresses.ts';

declare module '../platform/jobs/queue.ts' {
  interface JobData {
    'send-letter': { letterId: number };
  }
}

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'mail' | 'queue' | 'log' | 'meters'>;

const TRIED_LONG = 'We tried again and again for three days.';
const SEE_THE_REST = 'There you can read it, and see its other photos.';
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
    const outcome = await tryToSend(needs, attempt);
    needs.meters.attempt(outcome);
    if (outcome === 'sent') await noteSent(needs, attempt.letter);
  } finally {
    lease.stop();
  }
}

/** @returns 'sent' when the mail server has the letter; when that ended otherwise the letter says how */
async function tryToSend(needs: Needs, { letter, recipientToken }: Attempt): Promise<AttemptOutcome> {
  try {
    if (await isBlocked(needs.db, letter.userId, letter.recipientEmail))
      return await giveUp(needs, letter, { reason: blockedReason(letter.recipientEmail), quietly: true });
    await needs.mail.send(await composeLetter(needs, letter, recipientToken));
    return 'sent';
  } catch (error) {
    if (error instanceof MissingObject) {
      needs.log.error({ err: error, letterId: letter.id }, 'a photo of a letter is missing');
      return await giveUp(needs, letter, { reason: PHOTO_GONE, advice: SEE_THE_REST });
    }
    if (error instanceof DeliveryFailure) return await settleFailure(needs, letter, error);
    needs.meters.attempt('broken off');
    await releaseAttempt(needs, letter);
    throw error;
  }
}

async function settleFailure(
  needs: Needs,
  letter: LetterRow,
  failure: DeliveryFailure,
): Promise<AttemptOutcome> {
  const { permanent, reason, response } = failure;
  needs.log.warn({ letterId: letter.id, attempt: letter.attempts, permanent, response }, reason);
  if (permanent) return giveUp(needs, letter, { reason });
  return needs.db.transaction(async (tx) => {
    // By the database's clock alone: this machine's may differ, or be set while the letter waits.
    const pause = nextPause(await waitedFor(tx, letter));
    if (pause === null) return giveUpWithin(tx, needs, letter, { reason: `${reason} ${TRIED_LONG}` });
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
    if (!waiting) return 'put off';
    await needs.queue.enqueue(tx, 'send-letter', { letterId: letter.id }, waiting);
    await announceLetter(tx, letter.id);
    return 'put off';
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

interface Ending extends FailureNotice {
  /**
   * True for a recipient who wants no more letters: they pressed for quiet, and a mail of ours at that very moment
   * would make their sender's mailbox the first to hear of it. The letter itself says why it did not go.
   */
  quietly?: boolean;
}

function giveUp(needs: Needs, letter: LetterRow, ending: Ending): Promise<AttemptOutcome> {
  return needs.db.transaction((tx) => giveUpWithin(tx, needs, letter, ending));
}

/** The letter failed for good: the reason stays with it, its credit goes back and its sender is told, once. */
async function giveUpWithin(
  tx: Transaction,
  needs: Needs,
  letter: LetterRow,
  ending: Ending,
): Promise<AttemptOutcome> {
  await lockForReturn(tx, letter);
  const failed = await tx
    .update(letters)
    .set({ status: 'failed', statusReason: ending.reason, leaseUntil: null })
    .where(sameAttempt(letter))
    .returning({ id: letters.id });
  if (failed.length > 0) {
    await returnCharge(tx, letter);
    if (!ending.quietly) await notifySender(tx, needs, letter, ending);
    await announceLetter(tx, letter.id);
  }
  return 'given up';
}
