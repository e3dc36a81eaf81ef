import { and, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import { STATUS } from '../../shared/letter-status.ts';
import { type Said, said, saidN } from '../../shared/words.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { announceReply, replyAnnouncement } from '../core/events/announce.ts';
import { isSetAside } from '../core/jobs/set-aside-jobs.ts';
import { LETTERS_TO_ONE_ADDRESS_A_DAY } from '../core/limits.ts';
import type { LetterServices } from '../letters/photos/convert/converter.ts';
import { letters } from '../letters/schema.ts';
import { isHeld } from '../letters/send/send-letters.ts';
import {
  attemptDelivery,
  type DeliveryRows,
  PAUSED_MS,
  type Plan,
  requeueStuck,
} from '../mail/out/attempt.ts';
import { findBlocked } from '../people/recipients/blocks.ts';
import { composeRelay } from './compose-relay.ts';
import { relayReasonColumns } from './data.ts';
import { partiesAndCarried, type ReplyRow, unansweredToday, whyNotRelayed } from './relay-parties.ts';
import { replies } from './schema.ts';

/** Milliseconds until it is checked again whether the letter itself was sent. */
const LETTER_FIRST_MS = 30_000;

/** A reply stays `queued` during an attempt. `relayLeaseUntil` is its lease, and between attempts the next one's time. */
const replyRows: DeliveryRows<ReplyRow> = {
  logKey: 'replyId',
  isMetered: false,
  texts: { photoMissing: { reason: said('One of its photos can no longer be read.') } },
  table: replies,
  id: replies.id,
  attempts: replies.relayAttempts,
  attemptsOf: ({ relayAttempts }) => relayAttempts,
  unfinished: eq(replies.relayStatus, 'queued'),
  underWay: eq(replies.relayStatus, 'queued'),
  // `createdAt` is by the clock of a process, which may be ahead of the database's.
  turn: sql`coalesce(${replies.relayLeaseUntil}, least(${replies.createdAt}, now()))`,
  queuedAt: sql`${replies.createdAt}`,
  setAside: isSetAside('relay-reply', 'replies.id'),
  update: (db, { status, reason, attempts, leaseUntil, nextAttemptAt }, where, announcing) =>
    db
      .update(replies)
      .set({
        relayStatus: status === 'sending' ? 'queued' : status,
        ...(reason === undefined ? {} : relayReasonColumns(reason)),
        relayAttempts: attempts,
        relayLeaseUntil: nextAttemptAt ?? leaseUntil,
      })
      .where(where)
      .returning({
        ...getTableColumns(replies),
        ...(announcing ? { announced: replyAnnouncement(sql`replies.conversation_id`) } : {}),
      }),
  enqueue: (queue, tx, replyId, options) => queue.enqueue(tx, 'relay-reply', { replyId }, options),
};

/** Leases and retries: `mail/out/attempt.ts`. */
export async function relayReply(needs: LetterServices, replyId: number): Promise<void> {
  const ended = await attemptDelivery(needs, replyRows, replyId, (reply) => planFor(needs, reply));
  if (ended) await needs.db.transaction((tx) => ended.giveUp(tx));
}

async function planFor(needs: LetterServices, reply: ReplyRow): Promise<Plan> {
  const { parties, carried } = await partiesAndCarried(needs.db, reply);
  const { account: sender, conversation, recipientEmail } = parties;
  const blocked =
    reply.side === 'sender' &&
    (await findBlocked(needs.db, needs.addressHash, sender, [recipientEmail, conversation.recipientEmail]))
      .length > 0;
  const withheld = whyNotRelayed(reply.side, {
    ...parties,
    blocked,
    repeated: carried.repeated,
    mailLeaves: needs.config.SMTP_URL !== undefined,
  });
  if (withheld) return { ending: { reason: { text: withheld }, status: 'none' } };
  if (reply.side === 'sender') {
    const ofThisLetter = eq(letters.conversationId, reply.conversationId);
    if (await isHeld(needs.db, needs.addressHash, sender, ofThisLetter)) return { pause: PAUSED_MS };
    const most = LETTERS_TO_ONE_ADDRESS_A_DAY;
    if ((await unansweredToday(needs, parties, reply)) >= most) {
      return {
        ending: {
          reason: saidN(
            most,
            'It was not mailed: they had 1 mail from you here today and have not answered yet.',
            'It was not mailed: they had {n} mails from you here today and have not answered yet.',
          ),
        },
      };
    }
    // A sender's reply waits until the letter is sent.
    if (parties.letter.status !== STATUS.sent) return { pause: LETTER_FIRST_MS };
  }
  return { mail: await composeRelay(needs, reply, parties, carried) };
}

export const requeueStuckRelays = (needs: LetterServices) => requeueStuck(needs, replyRows);

const drop = (db: Executor, which: SQL, reason: Said) =>
  db
    .update(replies)
    .set({ relayStatus: 'failed', ...relayReasonColumns(reason), relayLeaseUntil: null })
    .where(and(eq(replies.relayStatus, 'queued'), which))
    .returning({ conversationId: replies.conversationId });

/** Ends relays in a restored database that may have been mailed after the backup. @returns how many */
export async function dropRelays(db: Executor, before: Date): Promise<number> {
  const reason = said(
    'We had to go back to an earlier copy of our records, so this may have been mailed already.',
  );
  return (await drop(db, lt(replies.createdAt, before), reason)).length;
}

export async function dropRelay(tx: Transaction, replyId: number): Promise<void> {
  const [reply] = await drop(tx, eq(replies.id, replyId), said('It could not be sent.'));
  if (reply) await announceReply(tx, reply.conversationId);
}
