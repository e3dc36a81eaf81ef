import { eq, sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';
import { first } from './db/first.ts';
import { operatorHolds } from './schema.ts';

/** `orphans`: the removal of objects without a row; `restored`: all that a restored database would do by itself. */
export type HoldName = 'orphans' | 'restored';

export type Hold = typeof operatorHolds.$inferSelect;

export const findHold = (db: Executor, name: HoldName): Promise<Hold | null> =>
  first(db.select().from(operatorHolds).where(eq(operatorHolds.name, name)));

const isSame = sql`${operatorHolds.moment} = excluded.moment`;

/** One for the same moment keeps its start and letters, as what people did since is new; another moment adds letters. */
export async function setHold(
  db: Executor,
  name: HoldName,
  { reason, moment = null, letters = null }: Pick<Hold, 'reason'> & Partial<Hold>,
): Promise<void> {
  await db
    .insert(operatorHolds)
    .values({ name, reason, moment, letters })
    .onConflictDoUpdate({
      target: operatorHolds.name,
      set: {
        reason,
        moment,
        letters: sql`case when ${isSame} then ${operatorHolds.letters} else ${operatorHolds.letters} || excluded.letters end`,
        since: sql`case when ${isSame} then ${operatorHolds.since} else now() end`,
      },
    });
}

/** @returns false where there was none */
export const liftHold = async (db: Executor, name: HoldName): Promise<boolean> =>
  (await db.delete(operatorHolds).where(eq(operatorHolds.name, name)).returning()).length > 0;
