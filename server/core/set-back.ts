import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from './db/database.ts';
import { fleetState } from './schema.ts';
import type { Services } from './services.ts';
import { readIfAny } from './storage/storage.ts';

/** No sweep looks there. */
const SEEN_KEY = 'installation/seen';
const SEEN = 'seen';
/** Notes that a standby which takes over may lack: it has not all of the last moment where it follows asynchronously. */
const TOLERATED = 1;
/** What a worker adds before it begins, so that a database from before that lacks too many, however short it works. */
export const BEGIN = TOLERATED + 1;

/** Of the version before without a number. The `id` is of the database: one that is begun anew is not an older one. */
const seenSchema = z.object({ id: z.string().optional(), number: z.int().default(0), at: z.coerce.date() });

type Needs = Pick<Services, 'db' | 'storage'>;

const numberOfRow = sql<number>`coalesce((${fleetState.value}->>'number')::float8, 0)`;
const seenOfRow = sql<unknown>`${fleetState.value} || jsonb_build_object('at', ${fleetState.at})`;

/** On from the larger number, in the database and only then in storage: a crash in between leaves the database ahead. */
export async function writeSeen({ db, storage }: Needs, steps = 1): Promise<void> {
  const beyond = (await readSeen(storage))?.number ?? 0;
  const [row] = await db
    .insert(fleetState)
    .values({ name: SEEN, value: { id: randomUUID(), number: beyond + steps } })
    .onConflictDoUpdate({
      target: fleetState.name,
      set: {
        at: sql`now()`,
        value: sql`excluded.value || ${fleetState.value} ||
          jsonb_build_object('number', greatest(${numberOfRow}, ${beyond}) + ${steps}::int)`,
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
 * Whether the database is older than what storage has seen of it, by counting: it was restored by other means
 * than ours, which leave no mark.
 * @returns the moment that the database has come to, and the one it had come to before
 * @throws when storage does not answer
 */
export async function findSetBack({ db, storage }: Needs): Promise<{ now: Date; before: Date } | null> {
  // Storage first: another process may count on between the two.
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
