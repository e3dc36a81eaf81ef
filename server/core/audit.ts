import type { Executor } from './db/database.ts';
import { auditEntries } from './schema.ts';

/** Holds numbers and codes, no personal data. */
export async function writeAuditEntry(
  db: Executor,
  entry: Pick<typeof auditEntries.$inferInsert, 'actor' | 'action' | 'subject' | 'details' | 'outcome'>,
): Promise<void> {
  await db.insert(auditEntries).values(entry);
}
