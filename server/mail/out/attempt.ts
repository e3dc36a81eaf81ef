import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { together } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { inEnglish } from '../../core/words.ts';
import type { ComposedMail } from './composed-mail.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import {
  type AttemptChange,
  claim,
  type DeliveryRows,
  type Ending,
  enqueueForTurn,
  leaseEnd,
} from './delivery-rows.ts';
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

type Needs = Pick<Services, 'db' | 'mail' | 'queue' | 'log' | 'meters'>;

/** What is to be done with a row: a mail to send, a pause in milliseconds, or the end. */
export type Plan = { mail: ComposedMail } | { pause: number } | { ending: Ending };

/** What an attempt came to. @see Plan */
type Result = 'sent' | { pause: number; reason?: Said | undefined } | { ending: Ending };

/** A row that is to be given up. The caller does so in a transaction, with what else that means. */
export interface Ended<Row> {
  row: Row;
  ending: Ending;
  /** @returns false when the row is no longer in the hands of this attempt, and nothing was changed */
  giveUp(tx: Transaction): Promise<boolean>;
}

/**
 * One attempt to deliver a row whose turn has come; another row, or one in other hands, gets a job for its turn.
 * @param plan looks at the row that was claimed. {@link MissingObject} is a photo that is gone; any other error releases
 *   the row, and the job tries again
 * @returns what is left to do for a row that is to be given up, else null
 */
export async function attemptDelivery<Row extends { id: number }>(
  needs: Needs,
  rows: DeliveryRows<Row>,
  id: number,
  plan: (row: Row) => Promise<Plan>,
): Promise<Ended<Row> | null> {
  const row = await claim(needs.db, rows, id);
  if (!row) {
    await needs.db.transaction((tx) => enqueueForTurn(tx, needs.queue, rows, id));
    return null;
  }
  const attempt = new Attempt(needs, rows, row);
  const lease = attempt.keepLease();
  try {
    const result = await attempt.send(plan);
    if (result === 'sent') await attempt.noteSent();
    else if ('pause' in result) await attempt.putOff(result);
    else return { row, ending: result.ending, giveUp: (tx) => attempt.giveUp(tx, result.ending) };
    return null;
  } finally {
    clearInterval(lease);
  }
}

class Attempt<Row extends { id: number }> {
  readonly #needs: Needs;
  readonly #rows: DeliveryRows<Row>;
  readonly #row: Row;
  /** keys of its log lines */
  readonly #about: Record<string, number>;

  constructor(needs: Needs, rows: DeliveryRows<Row>, row: Row) {
    this.#needs = needs;
    this.#rows = rows;
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

  async send(plan: (row: Row) => Promise<Plan>): Promise<Result> {
    try {
      const planned = await plan(this.#row);
      if ('mail' in planned) await this.#needs.mail.send(planned.mail);
      return this.#counted('mail' in planned ? 'sent' : planned);
    } catch (error) {
      if (error instanceof DeliveryFailure) return this.#counted(await this.#afterFailure(error));
      if (error instanceof MissingObject) {
        this.#needs.log.error({ err: error, ...this.#about }, 'a photo to be mailed is missing');
        return this.#counted({ ending: this.#rows.texts.photoMissing });
      }
      if (this.#rows.isMetered) this.#needs.meters.attempt('broken off');
      // Without a pause: the attempt did not reach the mail server, and its job is tried again.
      await this.#update(this.#needs.db, { status: 'queued', leaseUntil: null });
      throw error;
    }
  }

  #counted(result: Result): Result {
    const outcome = result === 'sent' ? 'sent' : 'pause' in result ? 'put off' : 'given up';
    if (this.#rows.isMetered) this.#needs.meters.attempt(outcome);
    return result;
  }

  async #afterFailure({ permanent, reason, response }: DeliveryFailure): Promise<Result> {
    const attempt = this.#rows.attemptsOf(this.#row);
    const { waits, timedOut } = this.#rows.texts;
    this.#needs.log.warn({ ...this.#about, attempt, permanent, response }, inEnglish(reason));
    if (permanent) return { ending: { reason } };
    const pause = nextPause(await this.#waited());
    if (pause === null) return { ending: { reason: timedOut ? together(reason, timedOut) : reason } };
    return { pause, reason: waits && together(reason, waits) };
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

  /** @param result milliseconds, and what the row shows meanwhile */
  async putOff({ pause, reason }: { pause: number; reason?: Said | undefined }): Promise<void> {
    const nextAttemptAt = sql`now() + make_interval(secs => ${pause / 1_000})`;
    const change = { status: 'queued', leaseUntil: null, nextAttemptAt, ...(reason && { reason }) } as const;
    await this.#needs.db.transaction(async (tx) => {
      if (await this.#update(tx, change, reason !== undefined))
        await enqueueForTurn(tx, this.#needs.queue, this.#rows, this.#row.id);
    });
  }

  giveUp(tx: Transaction, { status, reason }: Ending): Promise<boolean> {
    return this.#update(tx, { status: status ?? 'failed', reason, leaseUntil: null }, true);
  }

  /** Milliseconds since the row was queued. */
  async #waited(): Promise<number> {
    const { table, id, queuedAt } = this.#rows;
    const { rows } = await this.#needs.db.execute<{ waited: number }>(sql`
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
}
