import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, now } from './columns.ts';

/**
 * Attempts at jobs that are under way. One whose process lives takes its row away at its end, good or bad: a row
 * that stays is an attempt whose process died.
 */
export const jobStarts = pgTable(
  'job_starts',
  {
    id: id(),
    /** the kind, as `JobData` names it */
    name: text().notNull(),
    /** what it is about: a letter's number, say, since several jobs may follow one another for it */
    subject: text().notNull(),
    startedAt: now(),
  },
  (t) => [index('job_starts_subject').on(t.name, t.subject)],
);

/** Jobs under which process after process died: not done again until the operator says so. */
export const setAsideJobs = pgTable(
  'set_aside_jobs',
  {
    /** as the queue had it */
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
