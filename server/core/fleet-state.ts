import { eq, sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';
import { fleetState } from './schema.ts';

/** In place of the value before. */
export async function writeFleetState(db: Executor, name: string, value: unknown): Promise<void> {
  await db
    .insert(fleetState)
    .values({ name, value })
    .onConflictDoUpdate({ target: fleetState.name, set: { value, at: sql`now()` } });
}

/** @returns false where there is one under that name already, which stays */
export async function addFleetState(db: Executor, name: string, value: unknown): Promise<boolean> {
  const { rowCount } = await db.insert(fleetState).values({ name, value }).onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteFleetState(db: Executor, name: string): Promise<void> {
  await db.delete(fleetState).where(eq(fleetState.name, name));
}
