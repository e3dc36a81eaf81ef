import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, now } from './columns.ts';

/**
 * Attempts at jobs. A row is deleted when the attempt ends, whether it succeeded or failed: a row that stays is an attempt
 * whose process died.
 */
export const jobStarts = pgTable(
  'job_starts',
  {
    id: id(),
    /** the kind, as `JobData` names it */
    name: text().notNull(),
    /** id of what it is about, such as a letter's, which may have several jobs in turn */
    subject: text().notNull(),
    startedAt: now(),
  },
  (t) => [index('job_starts_subject').on(t.name, t.subject)],
);

/** Jobs under which too many processes died: not run again until the operator retries them. */
export const setAsideJobs = pgTable(
  'set_aside_jobs',
  {
    /** the job's id in the queue */
    id: uuid().primaryKey(),
    name: text().notNull(),
    subject: text().notNull(),
    data: jsonb().notNull(),
    /** processes that died under it */
    deaths: integer().notNull(),
    setAsideAt: now(),
  },
  (t) => [uniqueIndex('set_aside_jobs_subject').on(t.name, t.subject)],
);
