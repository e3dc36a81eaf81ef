import { and, eq, lte, or, sql } from 'drizzle-orm';
import { nextPause } from '../delivery/retry-schedule.ts';
import { DeliveryFailure } from '../delivery/transport.ts';
import { announceReply } from '../events/announce.ts';
import { replies } from '../platform/db/schema/replies.ts';
import type { Services } from '../platform/services.ts';
import { MissingObject } from '../platform/storage/storage.ts';
import { composeRelay } from './compose-relay.ts';
import { type Parties, partiesOf, type ReplyRow, whyNotRelayed } from './relay-parties.ts';

declare module '../platform/jobs/queue.ts' {
  interface JobData {
    'relay-reply': { replyId: number };
  }
}

/** A living attempt renews its lease this often; one that is silent for the whole of it is taken for dead. */
const RENEW_EVERY_MS = 4_000;
const LEASE_SECONDS = 20;
/** Seconds until it is asked again whether the letter itself has left. */
const LETTER_FIRST_SECONDS = 30;

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'mail' | 'queue' | 'log' | 'sessionSecret'>;

/**
 * One attempt to carry a reply to the other side's mailbox. Fenced like a letter's: an attempt takes the reply under
 * its own number and finishes it under that number alone. `relayLeaseUntil` is the lease of an attempt under way,
 * and between attempts the moment before which none begins.
 */
export async function relayReply(needs: Needs, replyId: number): Promise<void> {
  const reply = await claim(needs, replyId);
  if (!reply) return waitForTurn(needs, replyId);
  const renewing = setInterval(() => {
    renewLease(needs, reply).catch((error) => needs.log.warn({ err: error, replyId }, 'lease not renewed'));
  }, RENEW_EVERY_MS);
  try {
    const parties = await partiesOf(needs.db, reply.conversationId);
    const withheld = whyNotRelayed(reply.side, parties);
    if (withheld) return await settle(needs, reply, { relayStatus: 'none', relayReason: withheld });
    if (mustWaitForLetter(reply, parties)) return await postpone(needs, reply, LETTER_FIRST_SECONDS * 1000);
    await needs.mail.send(await composeRelay(needs, reply, parties));
  } catch (error) {
    if (error instanceof MissingObject) {
      needs.log.error({ err: error, replyId }, 'a photo of a reply is missing');
      return await settle(needs, reply, {
        relayStatus: 'failed',
        relayReason: 'One of its photos can no longer be read.',
      });
    }
    if (error instanceof DeliveryFailure) return await settleFailure(needs, reply, error);
    await release(needs, reply);
    throw error;
  } finally {
    clearInterval(renewing);
  }
  await settle(needs, reply, { relayStatus: 'sent', relayReason: null });
}

/** Words that follow a letter do not overtake it. */
function mustWaitForLetter(reply: ReplyRow, { letterStatus }: Parties): boolean {
  return reply.side === 'sender' && letterStatus !== 'sent';
}

const sameAttempt = (reply: ReplyRow) =>
  and(
    eq(replies.id, reply.id),
    eq(replies.relayAttempts, reply.relayAttempts),
    eq(replies.relayStatus, 'queued'),
  );

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

async function claim({ db }: Needs, replyId: number): Promise<ReplyRow | null> {
  const [reply] = await db
    .update(replies)
    .set({ relayAttempts: sql`${replies.relayAttempts} + 1`, relayLeaseUntil: leaseEnd })
    .where(
      and(
        eq(replies.id, replyId),
        eq(replies.relayStatus, 'queued'),
        or(sql`${replies.relayLeaseUntil} is null`, lte(replies.relayLeaseUntil, sql`now()`)),
      ),
    )
    .returning();
  return reply ?? null;
}

/** A reply that waits for its time or for a dead attempt's lease gets a job for that moment. */
async function waitForTurn({ db, queue }: Needs, replyId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [reply] = await tx.select().from(replies).where(eq(replies.id, replyId)).for('update');
    if (reply?.relayStatus !== 'queued') return;
    const startAfter = reply.relayLeaseUntil ?? new Date();
    await queue.enqueue(tx, 'relay-reply', { replyId }, { startAfter });
  });
}

async function renewLease({ db }: Needs, reply: ReplyRow): Promise<void> {
  await db.update(replies).set({ relayLeaseUntil: leaseEnd }).where(sameAttempt(reply));
}

async function settle(
  { db }: Needs,
  reply: ReplyRow,
  end: Pick<ReplyRow, 'relayStatus' | 'relayReason'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(replies)
      .set({ ...end, relayLeaseUntil: null })
      .where(sameAttempt(reply))
      .returning({ id: replies.id });
    // Whoever wrote it is shown how its mail fares.
    if (ended.length > 0) await announceReply(tx, reply.conversationId);
  });
}

/** @param pause milliseconds until the next attempt */
async function postpone({ db, queue }: Needs, reply: ReplyRow, pause: number): Promise<void> {
  const startAfter = new Date(Date.now() + pause);
  await db.transaction(async (tx) => {
    const waiting = await tx
      .update(replies)
      .set({ relayLeaseUntil: startAfter })
      .where(sameAttempt(reply))
      .returning({ id: replies.id });
    if (waiting.length > 0) await queue.enqueue(tx, 'relay-reply', { replyId: reply.id }, { startAfter });
  });
}

/** Back to the queue without a pause: the attempt did not reach the mail server, and its job is tried again. */
async function release({ db }: Needs, reply: ReplyRow): Promise<void> {
  await db.update(replies).set({ relayLeaseUntil: null }).where(sameAttempt(reply));
}

async function settleFailure(needs: Needs, reply: ReplyRow, failure: DeliveryFailure): Promise<void> {
  const { permanent, response, reason } = failure;
  needs.log.warn({ replyId: reply.id, attempt: reply.relayAttempts, permanent, response }, reason);
  const pause = permanent ? null : nextPause(Math.max(0, Date.now() - reply.createdAt.getTime()));
  if (pause === null) return settle(needs, reply, { relayStatus: 'failed', relayReason: reason });
  return postpone(needs, reply, pause);
}
