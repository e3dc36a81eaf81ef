import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../db/database.ts';
import { first } from '../db/first.ts';
import { setAsideJobs } from '../schema.ts';
import type { JobData, JobName } from './jobs.ts';
import type { Queue } from './queue.ts';

export type SetAsideJob = typeof setAsideJobs.$inferSelect;

export const findSetAside = (db: Executor, id: string): Promise<SetAsideJob | null> =>
  first(db.select().from(setAsideJobs).where(eq(setAsideJobs.id, id)));

/** Forgets the deaths under the job. @returns null where none is set aside */
export const requeueSetAside = (db: Database, queue: Queue, id: string): Promise<SetAsideJob | null> =>
  db.transaction(async (tx) => {
    const [job] = await tx.delete(setAsideJobs).where(eq(setAsideJobs.id, id)).returning();
    if (!job) return null;
    await tx.execute(sql`delete from job_starts where name = ${job.name} and subject = ${job.subject}`);
    const name = job.name as JobName;
    await queue.enqueue(tx, name, job.data as JobData[typeof name]);
    return job;
  });

/** One after the other, since each may hold a whole mail. @returns how many */
export async function requeueAllSetAside(db: Database, queue: Queue): Promise<number> {
  let requeued = 0;
  for (const { id } of await db.select({ id: setAsideJobs.id }).from(setAsideJobs))
    if (await requeueSetAside(db, queue, id)) requeued += 1;
  return requeued;
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
