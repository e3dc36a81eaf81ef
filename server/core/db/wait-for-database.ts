import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OpenDatabase } from './database.ts';
import { isDatabaseAway } from './unavailable.ts';

const WAITED_SECONDS = 60;
const TRIED_EVERY_MS = 1_000;
/** SQLSTATE of a wrong login and of a database that does not exist (PostgreSQL, appendix A). */
const REFUSED = new Set(['28000', '28P01', '3D000', '42501']);

/** The message says what to do. */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

/** After a power cut it may start after the product. @throws {NoDatabase} naming the setting, when it does not answer */
export async function waitForDatabase(
  { pool, description }: Pick<OpenDatabase, 'pool'> & { description: string },
  log: Logger,
  seconds = WAITED_SECONDS,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (let tries = 1; ; tries++) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof Error && 'code' in error && REFUSED.has(String(error.code)))
        throw new NoDatabase(`DATABASE_URL: ${description} refused us: ${reason}`, { cause: error });
      if (!isDatabaseAway(error)) throw error;
      if (performance.now() > end)
        throw new NoDatabase(`DATABASE_URL: ${description} did not answer within ${seconds} s: ${reason}`, {
          cause: error,
        });
      if (tries === 1) log.warn({ err: error }, `waiting up to ${seconds} s for the database (DATABASE_URL)`);
    }
    await sleep(TRIED_EVERY_MS);
  }
}
