import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, now, time } from './db/columns.ts';

/** Deleted when the attempt ends, whatever its outcome: one that stays is of a process that died. */
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

/** Not run again until the operator retries them. */
export const setAsideJobs = pgTable(
  'set_aside_jobs',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    subject: text().notNull(),
    data: jsonb().notNull(),
    deaths: integer().notNull(),
    setAsideAt: now(),
  },
  (t) => [uniqueIndex('set_aside_jobs_subject').on(t.name, t.subject)],
);

/** One row per key and window. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text().notNull(),
    windowStart: time().notNull(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_counters_window').on(t.windowStart)],
);

/** A retry gets the same answer. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    uid: text().notNull(),
    key: text().notNull(),
    /** method, path and SHA-256 of the body: the same key on another request is refused */
    fingerprint: text().notNull(),
    /** no longer written or read; dropped in a later release, since during a rolling deploy the one before writes it */
    status: integer(),
    answer: jsonb(),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** Actions of operators, and permanent changes of accounts. Append-only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: now(),
    /** the operator's login name on the machine, or 'system' */
    actor: text().notNull(),
    /** such as 'letters cancel' */
    action: text().notNull(),
    /** what it changed, such as 'letter 12'; no personal data */
    subject: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** 'done', or why it was refused or failed */
    outcome: text().notNull(),
  },
  (t) => [index('audit_entries_at').on(t.at)],
);

export const operatorHolds = pgTable('operator_holds', {
  /** what is held: 'orphans', or 'restored' for all that a restored database would do by itself */
  name: text().primaryKey(),
  reason: text().notNull(),
  since: now(),
  /** the moment of the backup, for 'restored' */
  moment: time(),
  /** ids of the letters that may have left since the backup, for 'restored' */
  letters: bigint({ mode: 'number' }).array(),
});

/** Shared by the processes of one installation. */
export const fleetState = pgTable('fleet_state', {
  /** 'leader', 'figures' or 'seen' */
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  at: now(),
});

/** What open pages are to be told (`events/announcer.ts`). Unlogged: after a crash every page asks anew. */
export const announcements = pgTable('announcements', {
  id: id(),
  message: json().notNull(),
});

/** One row: a value by which the key that made the hashes of this database is recognised. */
export const addressHashCheck = pgTable(
  'address_hash_check',
  {
    id: integer().primaryKey().default(1),
    value: text().notNull(),
    createdAt: now(),
  },
  (t) => [check('address_hash_check_one_row', sql`${t.id} = 1`)],
);
