import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { said } from '../../shared/words.ts';
import type { Executor } from './db/database.ts';
import { isDatabaseAway, writeFault } from './db/unavailable.ts';
import { notReady, type ProductError } from './errors.ts';
import { writeFleetState } from './fleet-state.ts';
import { fleetState } from './schema.ts';
import { isStorageAway, S3Error } from './storage/s3-client.ts';

const REFUSED = 'storage refused';

/** Records for the operator what needs repair, such as a full disk. @returns 503; null for other errors */
export async function answerOutage(
  error: unknown,
  db: Executor,
  log: FastifyBaseLogger,
): Promise<ProductError | null> {
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, 'the database is unavailable, or the connection broke');
    return notReady();
  }
  if (isStorageAway(error)) {
    log.warn({ err: error }, 'storage does not answer');
    return notReady();
  }
  const fault = error instanceof S3Error ? `${error.status} ${error.code}` : writeFault(error);
  if (fault === null) return null;
  log.error({ err: error }, 'database, disk or storage refuses: is it full, or is access denied?');
  await writeFleetState(db, REFUSED, `${fault} on ${hostname()}`).catch((cause: unknown) =>
    log.warn({ err: cause }, 'the operator could not be told'),
  );
  return notReady(
    said('Our storage does not work at the moment. What you have stays; please try again later.'),
  );
}

/** The newest fault of the last hour, such as 'ENOSPC on web-1'. */
export async function recentOutage(db: Executor): Promise<{ fault: string; at: Date } | null> {
  const [row] = await db
    .select()
    .from(fleetState)
    .where(sql`${fleetState.name} = ${REFUSED} and ${fleetState.at} > now() - interval '1 hour'`);
  return row ? { fault: String(row.value), at: row.at } : null;
}
