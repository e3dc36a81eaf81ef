import { sql } from 'drizzle-orm';
import { dropRelays } from '../answers/drop-relays.ts';
import { findHold, liftHold } from '../core/holds.ts';
import { writeSeen } from '../core/set-back.ts';
import { askAfterRestore } from '../letters/wait/ask-after-restore.ts';
import { tellAnew } from '../money/gifts/gift-mail.ts';
import type { AllServices } from '../pages/account/erasure-list.ts';
import { replayErasures } from '../pages/account/replay-erasures.ts';

export interface Released {
  /** people who had been erased since the backup, and are again */
  erased: number;
  /** letters whose senders are asked */
  letters: number;
  /** answers that are not mailed; they stand in their conversations */
  relays: number;
  /** notices and links of our own that are dropped */
  mails: number;
}

/**
 * Lets a restored database work again. What waited to leave at the moment of the backup may have left since, so none of it
 * leaves again by itself, and whoever was erased since is erased again first. May be run again when it was cut off.
 * @param erasuresAreLost goes on though the list of erasures is not whole
 * @returns null when nothing is held
 * @throws {ErasuresUnknown} when it is not known who was erased; then it stays held
 */
export async function releaseRestored(
  services: AllServices,
  erasuresAreLost = false,
): Promise<Released | null> {
  const { db } = services;
  const hold = await findHold(db, 'restored');
  if (!hold) return null;
  const { erased } = await replayErasures(services, { despite: erasuresAreLost });
  // Before the letters: their senders' mails are new ones. A gift whose mail is dropped, written in the same transaction, is
  // told of anew: its recipient may be told twice, but would else never be.
  const { rows } = await db.execute<{ n: number }>(sql`
    with gone as (
      delete from jobs.job where name = 'send-mail' and state < 'completed' and created_on < ${hold.since.toISOString()}::timestamptz
      returning created_on, data->'to'->>'address' as email),
    untold as (${tellAnew(sql`gone`)})
    select count(*)::int as n from gone`);
  const relays = await dropRelays(db, hold.since);
  const letters = await askAfterRestore(services, hold);
  await writeSeen(services);
  await liftHold(db, 'restored');
  return { erased, letters, relays, mails: rows[0]?.n ?? 0 };
}
