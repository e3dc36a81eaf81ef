import { eq, sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';
import { fleetState } from './schema.ts';

/** Keeps one value for the whole fleet under a name, in place of the one before. */
export async function writeFleetState(db: Executor, name: string, value: unknown): Promise<void> {
  await db
    .insert(fleetState)
    .values({ name, value })
    .onConflictDoUpdate({ target: fleetState.name, set: { value, at: sql`now()` } });
}

export async function deleteFleetState(db: Executor, name: string): Promise<void> {
  await db.delete(fleetState).where(eq(fleetState.name, name));
}
