import type { Database } from '../../core/db/database.ts';
import { ProductError, tooMany } from '../../core/errors.ts';
import { count, limit, sentenceOf, spend, uncount } from '../../core/rate-limit.ts';

/** Answers that say that somebody takes no letters from this sender, or that an address does not exist. */
const REFUSALS = ['RECIPIENT_BLOCKED', 'ADDRESS_BOUNCED'];

/**
 * Limits how often a day a person is told that an address takes no letters, so that nobody finds out who
 * blocked whom. A place is taken before the address is looked up, and given back when it was not refused.
 * @param ask a call that may refuse the address of a letter
 * @throws 429 with Retry-After, and what `ask` throws
 */
export async function limitRefusals<Answer>(
  { db }: { db: Database },
  uid: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const told = limit('refused addresses', uid);
  const { count: taken, endsIn } = await count(db, told);
  const beyond = () => tooMany(sentenceOf(told), endsIn);
  let refused = 0;
  try {
    if (taken > told.most) throw beyond();
    return await ask();
  } catch (error) {
    refused = refusalsIn(error);
    if (refused > 1 && !(await spend(db, told, refused - 1))) throw beyond();
    throw error;
  } finally {
    if (refused === 0) await uncount(db, told);
  }
}

function refusalsIn(error: unknown): number {
  if (!(error instanceof ProductError)) return 0;
  const { code, details } = error;
  return (details.refused ?? [{ code }]).filter((one) => REFUSALS.includes(one.code)).length;
}
