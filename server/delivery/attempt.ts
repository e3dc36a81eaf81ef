import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Said } from '../../shared/words.ts';
import type { Executor, Transaction } from '../platform/db/database.ts';
import type { AttemptOutcome } from '../platform/meters.ts';
import type { Services } from '../platform/services.ts';
import { MissingObject } from '../platform/storage/storage.ts';
import { inEnglish } from '../platform/words.ts';
import type { ComposedMail } from './composed-mail.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { type AttemptChange, claim, type DeliveryRows, enqueueForTurn, leaseEnd } from './delivery-rows.ts';
import { nextPause } from './retry-schedule.ts';

/**
 * The one engine for rows of the database that leave as a mail: letters, and replies that are relayed
 * (docs/decisions/0004). An attempt claims the row under its own number and may only finish it under that number; a
 * second worker finds nothing to do while the first one renews its lease, however slow its mail server is. A crash in
 * mid-send leaves the lease to run out: the same mail then goes out again with the same Message-ID, which is the most
 * that can be promised over SMTP. All times are the database's clock: a process's may differ, or be set meanwhile.
 */

/** An attempt renews its lease of 20 seconds this often. */
const RENEW_EVERY_MS = 4_000;

/** How long a mail that was sent waits for a database that is away to note it, before it would be sent again. */
const NOTING_MS = 90_000;
const NOTING_PAUSES_MS = [200, 500, 1_000, 2_000];

type Needs = Pick<Services, 'db' | 'mail' | 'queue' | 'log'>;

/** Why a row is given up. */
interface Ending {
  /** for a person */
  reason: Said;
  /** `none` for what was not to be mailed at all; `failed` when absent */
  status?: 'none';
  /** what its author may do about it; the usual when absent */
  advice?: Said;
  /** true: its author is not notified by mail */
  quietly?: boolean;
}

/** What an attempt comes to: a mail to send, a pause in milliseconds, or the end. */
export type Plan = { mail: ComposedMail } | { pause: number } | { ending: Ending };

/** What a domain does with its rows around an attempt. */
export interface DeliverySteps<Row> {
  /** @throws {MissingObject} for a photo that is gone; any other error releases the row, and the job tries again */
  plan(row: Row): Promise<Plan>;
  photoMissing: Ending;
  /** What the row shows while it waits for the next attempt; without it neither that nor an announcement. */
  waitingReason?(reason: Said): Said;
  /** What the row shows when its time is over. */
  timeoutReason(reason: Said): Said;
  /** Locks other rows first, where the order matters, in the transaction that gives the row up. */
  lockBeforeEnding?(tx: Transaction, row: Row): Promise<unknown>;
  /** Runs once, in the transaction that gives the row up. */
  afterEnding?(tx: Transaction, row: Row, ending: Ending): Promise<void>;
  count?(outcome: AttemptOutcome): void;
}

/** One attempt to deliver a row whose turn has come; another row, or one in other hands, gets a job for its turn. */
export async function attemptDelivery<Row extends { id: number }>(
  needs: Needs,
  rows: DeliveryRows<Row>,
  steps: DeliverySteps<Row>,
  id: number,
): Promise<void> {
  const row = await claim(needs.db, rows, id);
  if (!row) return needs.db.transaction((tx) => enqueueForTurn(tx, needs.queue, rows, id));
  const attempt = new Attempt(needs, rows, steps, row);
  const lease = attempt.keepLease();
  try {
    const outcome = await attempt.send();
    steps.count?.(outcome);
    if (outcome === 'sent') await attempt.noteSent();
  } finally {
    clearInterval(lease);
  }
}

class Attempt<Row extends { id: number }> {
  readonly #needs: Needs;
  readonly #rows: DeliveryRows<Row>;
  readonly #steps: DeliverySteps<Row>;
  readonly #row: Row;
  /** keys of its log lines */
  readonly #about: Record<string, number>;

  constructor(needs: Needs, rows: DeliveryRows<Row>, steps: DeliverySteps<Row>, row: Row) {
    this.#needs = needs;
    this.#rows = rows;
    this.#steps = steps;
    this.#row = row;
    this.#about = { [rows.logKey]: row.id };
  }

  /** Shows other workers that this attempt lives, until the interval is cleared. */
  keepLease(): NodeJS.Timeout {
    const { db, log } = this.#needs;
    return setInterval(() => {
      this.#update(db, { leaseUntil: leaseEnd }).catch((error: unknown) =>
        log.warn({ err: error, ...this.#about }, 'lease not renewed'),
      );
    }, RENEW_EVERY_MS);
  }

  /** @returns 'sent' when the mail server has the mail; after any other outcome the row says how it stands */
  async send(): Promise<AttemptOutcome> {
    try {
      const plan = await this.#steps.plan(this.#row);
      if ('ending' in plan) return await this.#inTransaction((tx) => this.#giveUp(tx, plan.ending));
      if ('pause' in plan) return await this.#inTransaction((tx) => this.#postpone(tx, plan.pause));
      await this.#needs.mail.send(plan.mail);
      return 'sent';
    } catch (error) {
      if (error instanceof MissingObject) {
        this.#needs.log.error({ err: error, ...this.#about }, 'a photo to be mailed is missing');
        return await this.#inTransaction((tx) => this.#giveUp(tx, this.#steps.photoMissing));
      }
      if (error instanceof DeliveryFailure) return await this.#afterFailure(error);
      this.#steps.count?.('broken off');
      // Without a pause: the attempt did not reach the mail server, and its job is tried again.
      await this.#update(this.#needs.db, { status: 'queued', leaseUntil: null });
      throw error;
    }
  }

  /**
   * Notes that the mail server has the mail. A database that is away meanwhile is waited for: giving the job back
   * would send the mail a second time.
   * @throws the database's error when it stays away
   */
  async noteSent(): Promise<void> {
    const begun = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        await this.#update(this.#needs.db, { status: 'sent', reason: null, leaseUntil: null }, true);
        return;
      } catch (error) {
        if (performance.now() - begun > NOTING_MS) throw error;
        this.#needs.log.error({ err: error, ...this.#about }, 'a mail was sent, but not noted yet');
        await sleep(NOTING_PAUSES_MS[Math.min(tries, NOTING_PAUSES_MS.length - 1)]);
      }
    }
  }

  async #afterFailure({ permanent, reason, response }: DeliveryFailure): Promise<AttemptOutcome> {
    const attempt = this.#rows.attemptsOf(this.#row);
    this.#needs.log.warn({ ...this.#about, attempt, permanent, response }, inEnglish(reason));
    return this.#inTransaction(async (tx) => {
      if (permanent) return this.#giveUp(tx, { reason });
      const pause = nextPause(await this.#waited(tx));
      if (pause === null) return this.#giveUp(tx, { reason: this.#steps.timeoutReason(reason) });
      return this.#postpone(tx, pause, this.#steps.waitingReason?.(reason));
    });
  }

  /** @param pause milliseconds */
  async #postpone(tx: Transaction, pause: number, reason?: Said): Promise<AttemptOutcome> {
    const postponed = await this.#update(
      tx,
      {
        status: 'queued',
        leaseUntil: null,
        nextAttemptAt: sql`now() + make_interval(secs => ${pause / 1_000})`,
        ...(reason === undefined ? {} : { reason }),
      },
      reason !== undefined,
    );
    if (postponed) await enqueueForTurn(tx, this.#needs.queue, this.#rows, this.#row.id);
    return 'put off';
  }

  async #giveUp(tx: Transaction, ending: Ending): Promise<AttemptOutcome> {
    await this.#steps.lockBeforeEnding?.(tx, this.#row);
    const { status = 'failed', reason } = ending;
    if (await this.#update(tx, { status, reason, leaseUntil: null }, true))
      await this.#steps.afterEnding?.(tx, this.#row, ending);
    return 'given up';
  }

  /** Milliseconds since the row was queued. */
  async #waited(tx: Transaction): Promise<number> {
    const { table, id, queuedAt } = this.#rows;
    const { rows } = await tx.execute<{ waited: number }>(sql`
      select (extract(epoch from greatest(now() - ${queuedAt}, interval '0')) * 1000)::float8 as waited
      from ${table} where ${id} = ${this.#row.id}`);
    return rows[0]?.waited ?? 0;
  }

  /** @returns false when the row is no longer in the hands of this attempt, and nothing was changed */
  async #update(db: Executor, change: AttemptChange, announcing = false): Promise<boolean> {
    const { id, attempts, attemptsOf, underWay } = this.#rows;
    const own = and(eq(id, this.#row.id), eq(attempts, attemptsOf(this.#row)), underWay);
    return (await this.#rows.update(db, change, own, announcing)).length > 0;
  }

  #inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#needs.db.transaction(work);
  }
}
