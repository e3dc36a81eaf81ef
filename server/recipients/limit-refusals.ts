import type { Config } from '../config.ts';
import { ProductError, tooMany } from '../errors.ts';
import type { Database } from '../platform/db/database.ts';
import { count, uncount } from '../platform/rate-limit.ts';

const DAY = 24 * 3600;
/** Answers that say that somebody takes no letters from this sender, or that an address does not exist. */
const REFUSALS = ['RECIPIENT_BLOCKED', 'ADDRESS_BOUNCED'];

/**
 * Limits how often a day a person is told that an address takes no letters, so that nobody finds out by trying who
 * blocked whom. Beyond that every address gets the same answer, before it is looked up; else the limit would tell. The
 * place in the count is taken before the address is looked up, and given back when it was not refused: so concurrent
 * calls learn no more.
 * @param ask a call that may refuse the address of a letter
 * @throws 429 with Retry-After beyond the limit, and what `ask` throws
 */
export async function limitRefusals<Answer>(
  { db, config }: { db: Database; config: Config },
  uid: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const key = `refused addresses:${uid}`;
  const { count: taken, endsIn } = await count(db, key, DAY);
  let refused = false;
  try {
    if (taken > config.REFUSED_ADDRESSES_A_DAY) {
      throw tooMany(
        'Many of the addresses that you tried today take no letters. Please go on tomorrow.',
        endsIn,
      );
    }
    return await ask();
  } catch (error) {
    refused = error instanceof ProductError && REFUSALS.includes(error.code);
    throw error;
  } finally {
    if (!refused) await uncount(db, key);
  }
}
