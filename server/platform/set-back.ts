import { text } from 'node:stream/consumers';
import { and, eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from './db/database.ts';
import { letters } from './db/schema/letters.ts';
import { fleetState } from './db/schema/operator.ts';
import { statusIn } from './db/status-in.ts';
import { findHold, type Hold, setHold } from './holds.ts';
import type { Services } from './services.ts';
import { MissingObject } from './storage/storage.ts';

/** An object that tells up to which moment the database was seen; no sweep looks there. */
const SEEN_KEY = 'installation/seen';
const SEEN = 'seen';
/** Milliseconds. A standby that takes over may lack the last moments; more than this was a restore. */
const TOLERATED_MS = 15 * 60_000;

const seenSchema = z.object({ at: z.coerce.date() });

type Needs = Pick<Services, 'db' | 'storage'>;

/**
 * Notes up to when the database was seen. One that was set back since the last time is held instead, so that what was noted
 * stays.
 * @throws when storage does not answer
 */
export async function noteSeen(needs: Needs): Promise<void> {
  if (!(await holdWhenSetBack(needs))) await writeSeen(needs);
}

/** Notes the database's time in it and, after that, in storage, whatever was noted before. */
export async function writeSeen({ db, storage }: Needs): Promise<void> {
  const [row] = await db
    .insert(fleetState)
    .values({ name: SEEN, value: {} })
    .onConflictDoUpdate({ target: fleetState.name, set: { at: sql`now()` } })
    .returning({ at: fleetState.at });
  await storage.put(SEEN_KEY, Buffer.from(JSON.stringify(row)));
}

/**
 * Whether the database is older than what storage has seen of it: it was restored by other means than ours, such as a
 * copied folder or its own archive, which leave no mark in it.
 * @returns the moment that the database has come to, and the moment that it had come to before
 * @throws when storage does not answer
 */
export async function findSetBack({ db, storage }: Needs): Promise<{ now: Date; before: Date } | null> {
  const before = await readSeen(storage);
  const [row] = await db.select().from(fleetState).where(eq(fleetState.name, SEEN));
  if (!before || !row || before.getTime() - row.at.getTime() < TOLERATED_MS) return null;
  return { now: row.at, before };
}

async function readSeen(storage: Needs['storage']): Promise<Date | null> {
  try {
    const { stream } = await storage.read(SEEN_KEY);
    return seenSchema.parse(JSON.parse(await text(stream))).at;
  } catch (error) {
    if (error instanceof MissingObject) return null;
    throw error;
  }
}

/**
 * Sets the hold of a restored database when it was set back and nobody has said so.
 * @returns the hold of a restored database
 * @throws when storage does not answer: whether the database was set back is not known then
 */
export async function holdWhenSetBack({ db, storage }: Needs): Promise<Hold | null> {
  const hold = await findHold(db, 'restored');
  if (hold) return hold;
  const found = await findSetBack({ db, storage });
  if (!found) return null;
  await holdRestored(db, found.now, `the database had come to ${found.before.toISOString()}`);
  return findHold(db, 'restored');
}

/**
 * Holds all that a restored database would do by itself, and the removal of objects without a row. Which letters may have
 * left is read now: during the hold their senders confirm addresses and change days.
 * @param moment of the backup
 */
export async function holdRestored(db: Executor, moment: Date, reason: string): Promise<void> {
  const from = `restored as of ${moment.toISOString()}: ${reason}`;
  await setHold(db, 'orphans', { reason: from });
  const mayHaveLeft = await db
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(statusIn('toLeave', letters.status), lte(sql`coalesce(${letters.arriveAt}, now())`, sql`now()`)),
    );
  await setHold(db, 'restored', { reason: from, moment, letters: mayHaveLeft.map(({ id }) => id) });
}
