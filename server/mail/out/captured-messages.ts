import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/database.ts';
import { capturedMessages } from './schema.ts';

export async function markOpened(db: Database, id: string): Promise<void> {
  const openedAt = sql`coalesce(${capturedMessages.openedAt}, now())`;
  await db.update(capturedMessages).set({ openedAt }).where(eq(capturedMessages.id, id));
}

export async function deleteMessages(db: Database, id?: string): Promise<void> {
  await db.delete(capturedMessages).where(id === undefined ? undefined : eq(capturedMessages.id, id));
}
