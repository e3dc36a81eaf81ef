import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, now, time } from './columns.ts';

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

/** Objects of storage that no row refers to, since when they were found so: they are removed 30 days later. */
export const orphanedObjects = pgTable('orphaned_objects', {
  key: text().primaryKey(),
  foundAt: now(),
});

/** Work of the product that waits until an operator releases it. */
export const operatorHolds = pgTable('operator_holds', {
  /** what is held: 'orphans', or 'restored' for all that a restored database would do by itself */
  name: text().primaryKey(),
  /** why, for the operator */
  reason: text().notNull(),
  since: now(),
  /** the moment of the backup, for 'restored' */
  moment: time(),
  /** ids of the letters that may have left since the backup, for 'restored' */
  letters: bigint({ mode: 'number' }).array(),
});

/** What the processes of one installation share beside its content: who leads, what was counted, when it was last seen. */
export const fleetState = pgTable('fleet_state', {
  /** 'leader', 'figures' or 'seen' */
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  at: now(),
});
