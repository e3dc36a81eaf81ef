import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, now } from './columns.ts';

/** What an operator did, and what was done to an account for good: append-only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: now(),
    /** the operator's login name on the machine, or 'system' */
    actor: text().notNull(),
    /** such as 'letters cancel' */
    action: text().notNull(),
    /** what it was done to, such as 'letter 12'; no personal content */
    subject: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** done, or why it was refused */
    outcome: text().notNull(),
  },
  (t) => [index('audit_entries_at').on(t.at)],
);
