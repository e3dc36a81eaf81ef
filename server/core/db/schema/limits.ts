import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { now, time } from './columns.ts';

/** Counters of rate limits and lock-outs; one row per key and window. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text().notNull(),
    windowStart: time().notNull(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_counters_window').on(t.windowStart)],
);

/** Answers to writes with an Idempotency-Key, so that a retry gets the same answer. */
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
