import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, now } from './columns.ts';

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
