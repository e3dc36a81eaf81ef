import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { UNFINISHED } from '../data.ts';
import { type MoneyServices, ProviderDown } from '../provider.ts';
import { checkouts, paymentEvents } from '../schema.ts';
import { refreshCheckout } from './refresh.ts';

const BATCH_SIZE = 100;
/** Duplicates arrive within days; kept longer for the operator only. */
const KEEP_EVENTS = sql`now() - interval '90 days'`;

/** For what we were not told: a lost webhook, a time that is over, a request to expire that failed. */
export async function refreshUnfinishedCheckouts(services: MoneyServices): Promise<void> {
  const { db, log } = services;
  const waiting = await db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.status, UNFINISHED),
        lt(checkouts.createdAt, sql`now() - interval '2 minutes'`),
        or(isNull(checkouts.checkedAt), lt(checkouts.checkedAt, sql`now() - interval '5 minutes'`)),
      ),
    )
    .orderBy(asc(sql`coalesce(${checkouts.checkedAt}, ${checkouts.createdAt})`))
    .limit(BATCH_SIZE);
  for (const checkout of waiting) {
    await db.update(checkouts).set({ checkedAt: sql`now()` }).where(eq(checkouts.id, checkout.id));
    const ask = checkout.status === 'expiring' ? 'expireSession' : 'fetchSession';
    try {
      await refreshCheckout(services, checkout, ask);
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error;
      log.warn({ err: error }, 'unfinished checkouts not refreshed: the payment provider does not answer');
      return;
    }
  }
  await db.delete(paymentEvents).where(lt(paymentEvents.handledAt, KEEP_EVENTS));
}
