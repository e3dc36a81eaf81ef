import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from './db/database.ts';
import { fleetState } from './schema.ts';
import type { Services } from './services.ts';
import { readIfAny } from './storage/storage.ts';

/** Outside the folders from which orphaned objects are swept. */
const SEEN_KEY = 'installation/seen';
const SEEN = 'seen';
/** Counts that an asynchronous standby may not have received when it takes over. */
const TOLERATED = 1;
/** A worker counts so many before it runs, so that even after a short run a restored database is behind by too many. */
export const STEPS_AT_START = TOLERATED + 1;

/** Earlier versions wrote no number. `id` tells a new database from an old one that was restored. */
const seenSchema = z.object({ id: z.string().optional(), number: z.int().default(0), at: z.coerce.date() });

type Needs = Pick<Services, 'db' | 'storage'>;

const numberOfRow = sql<number>`coalesce((${fleetState.value}->>'number')::float8, 0)`;
const seenOfRow = sql<unknown>`${fleetState.value} || jsonb_build_object('at', ${fleetState.at})`;

/** Counts on from the larger number. The database is written first: after a crash in between it is ahead, not behind. */
export async function writeSeen({ db, storage }: Needs, steps = 1): Promise<void> {
  const stored = (await readSeen(storage))?.number ?? 0;
  const [row] = await db
    .insert(fleetState)
    .values({ name: SEEN, value: { id: randomUUID(), number: stored + steps } })
    .onConflictDoUpdate({
      target: fleetState.name,
      set: {
        at: sql`now()`,
        value: sql`excluded.value || ${fleetState.value} ||
          jsonb_build_object('number', greatest(${numberOfRow}, ${stored}) + ${steps}::int)`,
      },
    })
    .returning({ seen: seenOfRow });
  await storage.put(SEEN_KEY, Buffer.from(JSON.stringify(row?.seen)));
}

export async function seenNumber(db: Executor): Promise<number> {
  const [row] = await db.select({ number: numberOfRow }).from(fleetState).where(eq(fleetState.name, SEEN));
  return row?.number ?? 0;
}

/**
 * Finds a database that was restored by other means than ours: its count is behind the one in storage.
 * @returns the times of the last count in the database and in storage; null when it was not set back
 * @throws when storage does not answer
 */
export async function findSetBack({ db, storage }: Needs): Promise<{ now: Date; before: Date } | null> {
  // Storage is read first: another process may count on between the two reads, and the database is never behind.
  const before = await readSeen(storage);
  const [row] = await db.select({ seen: seenOfRow }).from(fleetState).where(eq(fleetState.name, SEEN));
  if (!before || !row) return null;
  const now = seenSchema.parse(row.seen);
  if (before.number - now.number <= TOLERATED || (now.id && now.id !== before.id)) return null;
  return { now: now.at, before: before.at };
}

async function readSeen(storage: Needs['storage']): Promise<z.infer<typeof seenSchema> | null> {
  const stored = await readIfAny(storage, SEEN_KEY);
  return stored && seenSchema.parse(JSON.parse(await text(stored.stream)));
}
