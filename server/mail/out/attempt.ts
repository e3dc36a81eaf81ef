import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';
import type { Said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { joinSentences } from '../../core/errors.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { inEnglish } from '../../core/words.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { mailServerAway, takeTurn } from './server-turns.ts';
import type { ComposedMail, MailServices } from './transport.ts';

const LEASE_SECONDS = 20;
const RENEW_LEASE_MS = 4_000;
/** How long a sent mail waits for a database that is away, until it gives up recording it: then the mail is sent again. */
const RECORD_SENT_MS = 90_000;
const RECORD_PAUSES_MS = [200, 500, 1_000, 2_000];
/** How long a job waits, while the mail server is away, before it goes to the end of the queue. */
const SERVER_AWAY_MS = 5_000;
/** Until it is checked again whether the mail of a paused sender may leave. */
export const PAUSED_MS = 15 * MINUTE_MS;

interface AttemptChange {
  status?: 'queued' | 'sending' | 'sent' | 'failed' | 'none';
  reason?: Said | null;
  attempts?: SQL;
  leaseUntil?: SQL | null;
  nextAttemptAt?: SQL;
}

interface Ending {
  reason: Said;
  /** `none` for what was not to be mailed at all */
  status?: 'none';
  /** what its author may do about it; to send it again when absent */
  advice?: Said;
  /** true: its author gets no mail about it */
  quietly?: boolean;
}

/** A table whose rows leave as mails, and the columns by which an attempt claims a row. */
export interface DeliveryRows<Row extends { id: number }> {
  logKey: string;
  isMetered: boolean;
  /** shown on the row, after the mail server's reason; without `waits` nothing is shown while it waits */
  texts: { photoMissing: Ending; waits?: Said; timedOut?: Said };
  table: PgTable;
  id: PgColumn;
  attempts: PgColumn;
  attemptsOf(row: Row): number;
  unfinished: SQL;
  /** true of a row that an attempt may have claimed */
  underWay: SQL;
  /** when the next attempt may begin: its planned time, or the end of the last attempt's lease */
  turn: SQL;
  /** when the row was queued; after 72 hours it is given up */
  queuedAt: SQL;
  /** true of a row whose job waits for the operator, because processes died under it */
  setAside: SQL;
  /** @param announcing true: the same statement announces the new state to open pages */
  update(db: Executor, change: AttemptChange, where: SQL | undefined, announcing?: boolean): Promise<Row[]>;
  enqueue(queue: Queue, tx: Transaction, id: number, options?: { startAfter?: Date }): Promise<void>;
}

/** A turn later than any pause was written while the database's clock was ahead, and is not waited for. */
export const hasTurn = (turn: SQL | PgColumn, since = sql`interval '0'`): SQL =>
  sql`(${turn} <= now() - ${since} or ${turn} > now() + interval '6 hours')`;

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

function claim<Row extends { id: number }>(db: Executor, rows: DeliveryRows<Row>, id: number, only?: SQL) {
  const change = { status: 'sending', attempts: sql`${rows.attempts} + 1`, leaseUntil: leaseEnd } as const;
  return first(rows.update(db, change, and(eq(rows.id, id), rows.unfinished, hasTurn(rows.turn), only)));
}

/** A job for its planned time, or for the end of a dead attempt's lease. */
async function enqueueForTurn<Row extends { id: number }>(
  tx: Transaction,
  queue: Queue,
  rows: DeliveryRows<Row>,
  id: number,
): Promise<void> {
  const found = await tx.execute<{ turn: number }>(sql`
    select (extract(epoch from ${rows.turn}) * 1000)::float8 as turn from ${rows.table}
    where ${rows.id} = ${id} and ${rows.unfinished} for update`);
  const [row] = found.rows;
  if (row) await rows.enqueue(queue, tx, id, { startAfter: new Date(row.turn) });
}

/** A job may have used up its retries; one too many is harmless. Nothing is stuck that waits for the mail server. */
export async function requeueStuck<Row extends { id: number }>(
  { db, queue, log }: MailServices,
  rows: DeliveryRows<Row>,
): Promise<void> {
  if (await mailServerAway(db)) return;
  await db.transaction(async (tx) => {
    const found = await tx.execute<{ id: string }>(sql`
      select ${rows.id} as id from ${rows.table}
      where ${rows.unfinished} and ${hasTurn(rows.turn, sql`interval '10 minutes'`)} and not ${rows.setAside}
      order by 1 limit 1000`);
    const ids = found.rows.map(({ id }) => Number(id));
    for (const id of ids) await rows.enqueue(queue, tx, id);
    if (ids.length > 0)
      log.warn({ [rows.logKey]: ids.slice(0, 20), stuck: ids.length }, 'stuck rows requeued');
  });
}

/** `pause` in milliseconds */
export type Plan = { mail: ComposedMail } | { pause: number } | { ending: Ending };

type Result = 'sent' | { pause: number; reason?: Said | undefined } | { ending: Ending };

/** A row that will not be sent. The caller gives it up in a transaction of its own, with a refund for example. */
export interface Ended<Row> {
  row: Row;
  ending: Ending;
  /** @returns false when this attempt no longer has the row; then nothing was changed */
  giveUp(tx: Transaction): Promise<boolean>;
}

/**
 * Mails one row (docs/decisions/0004). An attempt claims the row under its own number and renews its lease, so a second
 * worker finds nothing to do. After a crash the same mail is sent again with the same Message-ID. All times are the
 * database's. A row whose turn has not come gets a job for that time.
 * @param plan decides what to do with the claimed row. {@link MissingObject} is a photo that is gone; after any other
 * error the row is released, and the job tries again
 * @returns a row to give up, else null
 */
export async function attemptDelivery<Row extends { id: number }>(
  needs: MailServices,
  rows: DeliveryRows<Row>,
  id: number,
  plan: (row: Row) => Promise<Plan>,
): Promise<Ended<Row> | null> {
  const turn = await takeTurn(needs);
  // While the mail server is away, only a row that is too old is claimed, to give it up.
  const tooOld = sql`${rows.queuedAt} < now() - make_interval(secs => ${GIVE_UP_AFTER / 1_000})`;
  const row = await claim(needs.db, rows, id, turn ? undefined : tooOld);
  if (!row) {
    if (turn) await turn.giveBack();
    else await sleep(SERVER_AWAY_MS * (0.8 + 0.4 * Math.random()));
    await needs.db.transaction((tx) => enqueueForTurn(tx, needs.queue, rows, id));
    return null;
  }
  const attempt = new Attempt({ ...needs, ...(turn && { mail: turn.mail }) }, rows, row);
  const lease = attempt.keepLease();
  try {
    const result = await attempt.send(plan);
    if (result === 'sent') await attempt.recordSent();
    else if ('pause' in result) await attempt.putOff(result);
    else return { row, ending: result.ending, giveUp: (tx) => attempt.giveUp(tx, result.ending) };
    return null;
  } finally {
    clearInterval(lease);
    await turn?.giveBack();
  }
}

class Attempt<Row extends { id: number }> {
  readonly #needs: MailServices;
  readonly #rows: DeliveryRows<Row>;
  readonly #row: Row;
  readonly #logFields: Record<string, number>;

  constructor(needs: MailServices, rows: DeliveryRows<Row>, row: Row) {
    this.#needs = needs;
    this.#rows = rows;
    this.#row = row;
    this.#logFields = { [rows.logKey]: row.id };
  }

  /** Renews the lease until the interval is cleared. */
  keepLease(): NodeJS.Timeout {
    const { db, log } = this.#needs;
    return setInterval(() => {
      this.#update(db, { leaseUntil: leaseEnd }).catch((error: unknown) =>
        log.warn({ err: error, ...this.#logFields }, 'lease not renewed'),
      );
    }, RENEW_LEASE_MS);
  }

  async send(plan: (row: Row) => Promise<Plan>): Promise<Result> {
    try {
      const planned = await plan(this.#row);
      if ('mail' in planned) await this.#needs.mail.send(planned.mail);
      return this.#counted('mail' in planned ? 'sent' : planned);
    } catch (error) {
      if (error instanceof DeliveryFailure) return this.#counted(await this.#afterFailure(error));
      if (error instanceof MissingObject) {
        this.#needs.log.error({ err: error, ...this.#logFields }, 'a photo to be mailed is missing');
        return this.#counted({ ending: this.#rows.texts.photoMissing });
      }
      if (this.#rows.isMetered) this.#needs.meters.attempt('broken off');
      // The mail server was not reached: the row may be claimed at once, and the job's own retry has a pause.
      await this.#update(this.#needs.db, { status: 'queued', leaseUntil: null });
      throw error;
    }
  }

  #counted(result: Result): Result {
    const outcome = result === 'sent' ? 'sent' : 'pause' in result ? 'put off' : 'given up';
    if (this.#rows.isMetered) this.#needs.meters.attempt(outcome);
    return result;
  }

  async #afterFailure({ permanent, isOfServer, reason, response }: DeliveryFailure): Promise<Result> {
    const attempt = this.#rows.attemptsOf(this.#row);
    const { waits, timedOut } = this.#rows.texts;
    this.#needs.log.warn({ ...this.#logFields, attempt, permanent, response }, inEnglish(reason));
    if (permanent) return { ending: { reason } };
    const pause = nextPause(await this.#millisecondsQueued());
    if (pause === null) return { ending: { reason: timedOut ? joinSentences(reason, timedOut) : reason } };
    return { pause: isOfServer ? 0 : pause, reason: waits && joinSentences(reason, waits) };
  }

  /** Waits for a database that is away: if the job failed here, its retry would send the mail a second time. */
  async recordSent(): Promise<void> {
    const begun = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        const change = { status: 'sent', reason: null, leaseUntil: null } as const;
        await this.#needs.db.transaction((tx) => this.#update(tx, change, true));
        return;
      } catch (error) {
        if (performance.now() - begun > RECORD_SENT_MS) throw error;
        this.#needs.log.error({ err: error, ...this.#logFields }, 'a mail was sent, but not noted yet');
        await sleep(RECORD_PAUSES_MS[Math.min(tries, RECORD_PAUSES_MS.length - 1)]);
      }
    }
  }

  /** @param result pause in milliseconds, and the reason that the row shows meanwhile */
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

  async #millisecondsQueued(): Promise<number> {
    const { table, id, queuedAt } = this.#rows;
    const { rows } = await this.#needs.db.execute<{ waited: number }>(sql`
      select (extract(epoch from greatest(now() - ${queuedAt}, interval '0')) * 1000)::float8 as waited
      from ${table} where ${id} = ${this.#row.id}`);
    return rows[0]?.waited ?? 0;
  }

  /** @returns false when this attempt no longer has the row; then nothing was changed */
  async #update(db: Executor, change: AttemptChange, announcing = false): Promise<boolean> {
    const { id, attempts, attemptsOf, underWay } = this.#rows;
    const own = and(eq(id, this.#row.id), eq(attempts, attemptsOf(this.#row)), underWay);
    return (await this.#rows.update(db, change, own, announcing)).length > 0;
  }
}

/** Before the second, third… attempt of a mail that the server put off for its recipient; then every four hours. */
const PAUSES = [1 / 6, 1 / 2, 1, 3, 5, 10, 15, 20, 30, 30, 60, 120, 240].map(
  (minutes) => minutes * MINUTE_MS,
);

/** Milliseconds; RFC 5321, 4.5.4.1 suggests at least 4 to 5 days. */
export const GIVE_UP_AFTER = 72 * HOUR_MS;

/** Milliseconds until the next attempt, spread by up to a fifth; null to give up. @param waited milliseconds in the queue */
export function nextPause(waited: number, random: () => number = Math.random): number | null {
  const pause = Math.round(basePause(waited) * (0.9 + 0.2 * random()));
  return waited + pause > GIVE_UP_AFTER ? null : pause;
}

/** By the time in the queue and not by attempts, so that a letter that is sent again starts over. */
function basePause(waited: number): number {
  let planned = 0;
  for (const pause of PAUSES) {
    planned += pause;
    if (waited < planned) return pause;
  }
  return 4 * HOUR_MS;
}
