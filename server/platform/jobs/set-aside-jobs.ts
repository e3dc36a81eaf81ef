import { eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../db/database.ts';
import { setAsideJobs } from '../db/schema/jobs.ts';
import type { JobData, JobName, Queue } from './queue.ts';

export type SetAsideJob = typeof setAsideJobs.$inferSelect;

/** Reads one by its id, `for update`. */
export async function findSetAside(tx: Transaction, id: string): Promise<SetAsideJob | null> {
  const [job] = await tx.select().from(setAsideJobs).where(eq(setAsideJobs.id, id)).for('update');
  return job ?? null;
}

/** Enqueues a job again and forgets the deaths under it. */
export async function requeueSetAside(tx: Transaction, queue: Queue, job: SetAsideJob): Promise<void> {
  await tx.delete(setAsideJobs).where(eq(setAsideJobs.id, job.id));
  await tx.execute(sql`delete from job_starts where name = ${job.name} and subject = ${job.subject}`);
  const name = job.name as JobName;
  await queue.enqueue(tx, name, job.data as JobData[typeof name]);
}

/** SQL condition for queries of waiting rows: true when the row's job is set aside. @param subject SQL of the row's id */
export const isSetAside = (name: JobName, subject: string) =>
  sql`exists (select 1 from set_aside_jobs s where s.name = ${name} and s.subject = ${sql.raw(subject)}::text)`;

export async function listSetAside(db: Executor): Promise<SetAsideJob[]> {
  return db.select().from(setAsideJobs).orderBy(setAsideJobs.setAsideAt).limit(200);
}
