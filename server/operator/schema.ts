import { pgTable, text } from 'drizzle-orm/pg-core';
import { now } from '../core/db/columns.ts';

/** Objects of storage that no row refers to, since when they were found so: they are removed 30 days later. */
export const orphanedObjects = pgTable('orphaned_objects', {
  key: text().primaryKey(),
  foundAt: now(),
});
