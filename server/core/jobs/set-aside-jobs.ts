import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../db/database.ts';
import { first } from '../db/first.ts';
import { setAsideJobs } from '../schema.ts';
import type { JobData, JobName } from './jobs.ts';
import type { Queue } from './queue.ts';

export type SetAsideJob = typeof setAsideJobs.$inferSelect;

export const findSetAside = (tx: Transaction, id: string): Promise<SetAsideJob | null> =>
  first(tx.select().from(setAsideJobs).where(eq(setAsideJobs.id, id)).for('update'));

/** Forgets the deaths under the job. */
export async function requeueSetAside(tx: Transaction, queue: Queue, job: SetAsideJob): Promise<void> {
  await tx.delete(setAsideJobs).where(eq(setAsideJobs.id, job.id));
  await tx.execute(sql`delete from job_starts where name = ${job.name} and subject = ${job.subject}`);
  const name = job.name as JobName;
  await queue.enqueue(tx, name, job.data as JobData[typeof name]);
}

const REQUEUED_AT_ONCE = 100;

/** Some in each transaction. @returns how many */
export async function requeueAllSetAside(db: Database, queue: Queue): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()::text as now`);
  const setAsideUntilNow = sql`${setAsideJobs.setAsideAt} <= ${rows[0]?.now}::timestamptz`;
  for (let requeued = 0; ; ) {
    const count = await db.transaction(async (tx) => {
      const jobs = await tx
        .select()
        .from(setAsideJobs)
        .where(setAsideUntilNow)
        .limit(REQUEUED_AT_ONCE)
        .for('update', { skipLocked: true });
      for (const job of jobs) await requeueSetAside(tx, queue, job);
      return jobs.length;
    });
    if (count === 0) return requeued;
    requeued += count;
  }
}

/** @param subject SQL of the row's id */
export const isSetAside = (name: JobName, subject: string) =>
  sql`exists (select 1 from set_aside_jobs s where s.name = ${name} and s.subject = ${sql.raw(subject)}::text)`;

/** Days after which a job that nobody retried or discarded is deleted: its data may be a whole mail. */
const KEPT_DAYS = 180;

export async function sweepSetAside(db: Executor): Promise<void> {
  await db.execute(
    sql`delete from set_aside_jobs where set_aside_at < now() - make_interval(days => ${KEPT_DAYS}::int)`,
  );
}

export async function deleteSetAside(tx: Transaction, id: string): Promise<void> {
  await tx.delete(setAsideJobs).where(eq(setAsideJobs.id, id));
}

/** They hold the address and their text. @param address SQL */
export async function deleteSetAsideMails(tx: Transaction, address: SQL): Promise<void> {
  const to = sql`lower(${setAsideJobs.data} -> 'to' ->> 'address')`;
  await tx
    .delete(setAsideJobs)
    .where(and(eq(setAsideJobs.name, 'send-mail'), sql`${to} = lower(${address})`));
}
