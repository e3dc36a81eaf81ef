import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { HELD_KEPT_DAYS } from '../../../shared/limits.ts';
import { said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { statusIn, statusIs } from '../../core/db/status-in.ts';
import { letterAnnouncement } from '../../core/events/announce.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import { isSetAside } from '../../core/jobs/set-aside-jobs.ts';
import {
  attemptDelivery,
  type DeliveryRows,
  PAUSED_MS,
  type Plan,
  requeueStuck,
} from '../../mail/out/attempt.ts';
import { blockedReason, isBlocked } from '../../people/recipients/blocks.ts';
import { type LetterRow, reasonColumns } from '../data.ts';
import { notifySender } from '../notify-sender.ts';
import type { LetterServices } from '../photos/convert/converter.ts';
import { letters } from '../schema.ts';
import { lockForReturn, returnPostage } from '../send/charge-letter.ts';
import { isHeld } from '../send/send-letters.ts';
import { EXPIRED } from '../wait/return-expired.ts';
import { composeLetter } from './compose-letter.ts';

const letterRows: DeliveryRows<LetterRow> = {
  logKey: 'letterId',
  isMetered: true,
  texts: {
    photoMissing: {
      reason: said('One of its photos can no longer be read. Please upload it again and send a new letter.'),
      advice: said('There you can read it, and see its other photos.'),
    },
    waits: said('It waits safely, and we try again by ourselves.'),
    timedOut: said('We tried again and again for three days.'),
  },
  table: letters,
  id: letters.id,
  attempts: letters.attempts,
  attemptsOf: ({ attempts }) => attempts,
  unfinished: statusIn('inQueue', letters.status),
  underWay: statusIs(STATUS.sending, letters.status),
  turn: sql`greatest(${letters.nextAttemptAt}, coalesce(${letters.leaseUntil}, ${letters.nextAttemptAt}))`,
  queuedAt: sql`coalesce(${letters.queuedAt}, ${letters.createdAt})`,
  setAside: isSetAside('send-letter', 'letters.id'),
  update: (db, { reason, ...change }, where, announcing) =>
    db
      .update(letters)
      .set({
        ...change,
        ...(reason === undefined ? {} : reasonColumns(reason)),
        ...(change.status === STATUS.sent ? { sentAt: sql`now()` } : {}),
      })
      .where(where)
      .returning({
        ...getTableColumns(letters),
        ...(announcing ? { announced: letterAnnouncement() } : {}),
      }),
  enqueue: (queue, tx, letterId, options) => queue.enqueue(tx, 'send-letter', { letterId }, options),
};

export async function deliverLetter(needs: LetterServices, letterId: number): Promise<void> {
  const ended = await attemptDelivery(needs, letterRows, letterId, (letter) => planFor(needs, letter));
  if (!ended) return;
  const { row: letter, ending, giveUp } = ended;
  await needs.db.transaction(async (tx) => {
    // The sender's row is locked before the letter's.
    await lockForReturn(tx, letter);
    if (!(await giveUp(tx))) return;
    await returnPostage(tx, letter, 'undelivered');
    if (!ending.quietly) await notifySender(tx, needs, [{ letter, ...ending }]);
  });
}

/** No notice tells the sender of a block: it could come at the moment of the recipient's request, and give that away. */
async function planFor(needs: LetterServices, letter: LetterRow): Promise<Plan> {
  const { db, addressHash } = needs;
  const sender = { id: letter.userId, email: letter.senderEmail };
  if (await isBlocked(db, addressHash, sender, letter.recipientEmail))
    return { ending: { reason: blockedReason(letter.recipientEmail), quietly: true } };
  // A letter cannot be held while it is being sent: its sender may have been paused meanwhile.
  if (await isHeld(db, addressHash, sender, eq(letters.id, letter.id))) {
    const since = letter.queuedAt ?? letter.createdAt;
    const tooLong = Date.now() - since.getTime() > HELD_KEPT_DAYS * 24 * 3600_000;
    return tooLong ? { ending: { reason: EXPIRED.held } } : { pause: PAUSED_MS };
  }
  return { mail: await composeLetter(needs, letter) };
}

export const requeueStuckLetters = (needs: LetterServices) => requeueStuck(needs, letterRows);

export async function attemptNow(tx: Transaction, queue: Queue, letterId: number): Promise<void> {
  await tx
    .update(letters)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(letters.id, letterId), statusIs(STATUS.queued, letters.status)));
  await queue.enqueue(tx, 'send-letter', { letterId });
}

/** Sets a letter back to `queued` once the lease of its attempt has run out: no worker has it then. */
export async function endDeadAttempt(db: Executor, letterId: number): Promise<void> {
  await db
    .update(letters)
    .set({ status: STATUS.queued, leaseUntil: null })
    .where(
      and(
        eq(letters.id, letterId),
        statusIs(STATUS.sending, letters.status),
        sql`${letters.leaseUntil} < now()`,
      ),
    );
}
