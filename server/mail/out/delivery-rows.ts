import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import type { Services } from '../../core/services.ts';

const LEASE_SECONDS = 20;

/** What an attempt writes into its row; what is absent stays. */
export interface AttemptChange {
  status?: 'queued' | 'sending' | 'sent' | 'failed' | 'none';
  /** why it waits or failed, for a person */
  reason?: Said | null;
  attempts?: SQL;
  leaseUntil?: SQL | null;
  nextAttemptAt?: SQL;
}

/** Why a row is given up. */
export interface Ending {
  /** for a person */
  reason: Said;
  /** `none` for what was not to be mailed at all; `failed` when absent */
  status?: 'none';
  /** what its author may do about it; the usual when absent */
  advice?: Said;
  /** true: its author is not notified by mail */
  quietly?: boolean;
}

/** The rows of one table that are delivered, and the columns that fence their attempts. */
export interface DeliveryRows<Row extends { id: number }> {
  /** its key in log lines */
  logKey: string;
  /** whether its attempts are counted in the metrics */
  isMetered: boolean;
  /** what its row says in each case, after the mail server's reason; without `waits` it shows nothing while it waits */
  texts: { photoMissing: Ending; waits?: Said; timedOut?: Said };
  table: PgTable;
  id: PgColumn;
  /** attempts begun */
  attempts: PgColumn;
  attemptsOf(row: Row): number;
  /** true of a row that is neither delivered nor given up */
  unfinished: SQL;
  /** true of a row that an attempt may have claimed */
  underWay: SQL;
  /** when the next attempt may begin: its planned time, or the end of a lease */
  turn: SQL;
  /** when the row was queued; after 72 hours it is given up */
  queuedAt: SQL;
  /** true of a row whose job waits for the operator */
  setAside: SQL;
  /** @param announcing true: the new state of what was changed is announced to open pages, by the same statement */
  update(db: Executor, change: AttemptChange, where: SQL | undefined, announcing?: boolean): Promise<Row[]>;
  enqueue(queue: Queue, tx: Transaction, id: number, options?: { startAfter?: Date }): Promise<void>;
}

export const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Claims a row whose turn has come under the next attempt number; null when there is nothing to do now. */
export async function claim<Row extends { id: number }>(
  db: Executor,
  rows: DeliveryRows<Row>,
  id: number,
): Promise<Row | null> {
  const [row] = await rows.update(
    db,
    { status: 'sending', attempts: sql`${rows.attempts} + 1`, leaseUntil: leaseEnd },
    and(eq(rows.id, id), rows.unfinished, lte(rows.turn, sql`now()`)),
  );
  return row ?? null;
}

/** A row that waits for its time, or for a dead attempt's lease, gets a job for that moment. */
export async function enqueueForTurn<Row extends { id: number }>(
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

/**
 * Gives a job to each row that should have moved by now but has not: its job may have used up its retries while the
 * database or the disk failed. A job too many is harmless, because the row says whether there is anything to do.
 * One whose job is set aside waits for the operator.
 */
export async function requeueStuck<Row extends { id: number }>(
  { db, queue, log }: Pick<Services, 'db' | 'queue' | 'log'>,
  rows: DeliveryRows<Row>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.execute<{ id: string }>(sql`
      select ${rows.id} as id from ${rows.table}
      where ${rows.unfinished} and ${rows.turn} < now() - interval '10 minutes' and not ${rows.setAside}
      order by 1 limit 1000`);
    const ids = found.rows.map(({ id }) => Number(id));
    for (const id of ids) await rows.enqueue(queue, tx, id);
    if (ids.length > 0)
      log.warn({ [rows.logKey]: ids.slice(0, 20), stuck: ids.length }, 'stuck rows requeued');
  });
}
