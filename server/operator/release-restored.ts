import { sql } from 'drizzle-orm';
import { dropRelays } from '../answers/relay-reply.ts';
import { findHold, liftHold } from '../core/holds.ts';
import { writeSeen } from '../core/set-back.ts';
import { askAfterRestore } from '../letters/wait/ask-after-restore.ts';
import { tellAnew } from '../money/gifts/gift-mail.ts';
import type { AllServices } from '../pages/account/erasure-list.ts';
import { replayErasures } from '../pages/account/replay-erasures.ts';

/**
 * Lifts the hold. What may have left since the backup is not sent again by itself. Who was erased since is erased first. Repeatable.
 * @param erasuresAreLost goes on although the list of erasures is incomplete
 * @throws {ErasuresUnknown} when it is incomplete; all stays on hold
 */
export async function releaseRestored(services: AllServices, erasuresAreLost = false) {
  const { db } = services;
  const hold = await findHold(db, 'restored');
  if (!hold) return null;
  const { erased } = await replayErasures(services, { despite: erasuresAreLost });
  // Before the letters, whose senders get new mails. A gift whose mail is dropped gets a new one.
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
