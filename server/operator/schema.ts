import { pgTable, text } from 'drizzle-orm/pg-core';
import { now } from '../core/db/columns.ts';

export const orphanedObjects = pgTable('orphaned_objects', {
  key: text().primaryKey(),
  foundAt: now(),
});
