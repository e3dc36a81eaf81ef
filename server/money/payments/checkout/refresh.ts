import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { CheckoutState } from '../../../../shared/payments.ts';
import { said } from '../../../../shared/words.ts';
import { notFound } from '../../../core/errors.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import { requireUser } from '../../../people/users/data.ts';
import { type CheckoutRow, findCheckout, findOwnCheckout, isFromProvider, UNFINISHED } from '../data.ts';
import { type MoneyServices, ProviderDown, type ProviderSession } from '../provider.ts';
import { recordRefunds } from '../record-refunds.ts';
import { checkouts } from '../schema.ts';
import { markCheckoutExpired, settleCheckout } from './settle-checkout.ts';

/** @throws {ProviderDown} */
export async function refreshSession(needs: MoneyServices, sessionId: string): Promise<void> {
  const session = await needs.payments.fetchSession(sessionId);
  if (session) await settleCheckout(needs, session);
}

/** Settles the purchase first: its event may come after a refund's. @param objectId see `fetchPayment` @throws {ProviderDown} */
export async function refreshPayment(needs: MoneyServices, objectId: string): Promise<void> {
  const { db, payments } = needs;
  let payment = await payments.fetchPayment(objectId);
  if (!payment) return;
  const isThis = or(
    eq(checkouts.paymentId, payment.paymentId),
    payment.checkoutId ? eq(checkouts.id, payment.checkoutId) : undefined,
  );
  const found = await findCheckout(db, isThis);
  if (found?.status !== 'paid') {
    const session = await payments.findSessionOfPayment(payment.paymentId);
    if (session) await settleCheckout(needs, session);
  }
  const checkout = await findCheckout(db, isThis);
  // Until nothing changes, since another process may have recorded a newer state; bounded, as `reconcile` does the rest.
  for (let tries = 0; checkout && payment && tries < 5; tries++) {
    if (!(await recordRefunds(db, checkout.id, payment))) return;
    payment = await payments.fetchPayment(objectId);
  }
}

/** @throws {ProviderDown} */
export async function refreshCheckout(
  needs: MoneyServices,
  checkout: CheckoutRow,
  method: 'fetchSession' | 'expireSession',
): Promise<void> {
  const { db, payments } = needs;
  const isAsked = checkout.sessionId !== null && isFromProvider(checkout, payments);
  const session: ProviderSession | null =
    isAsked && checkout.sessionId ? await payments[method](checkout.sessionId) : null;
  if (session) return settleCheckout(needs, session);
  const isOver = method === 'expireSession' || checkout.expiresAt.getTime() <= Date.now();
  // Only the provider that opened the session can tell that nothing was paid.
  const isCertain = isAsked || checkout.sessionId === null || checkout.provider === 'sandbox';
  if (isOver && isCertain) await markCheckoutExpired(db, checkout.id);
}

const BATCH_SIZE = 100;

/** For ends of checkouts that we missed: a lost webhook, a time that is over, a failed request to expire. */
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
    const method = checkout.status === 'expiring' ? 'expireSession' : 'fetchSession';
    try {
      await refreshCheckout(services, checkout, method);
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error;
      log.warn({ err: error }, 'unfinished checkouts not refreshed: the payment provider does not answer');
      return;
    }
  }
}

/** Between calls of the provider about one checkout, however often the page polls us. */
const REFRESH_INTERVAL_SECONDS = 2;

/** @throws 404 for a checkout that is not theirs */
export async function checkoutStateOf(
  services: MoneyServices,
  person: Person,
  sessionId: string,
): Promise<CheckoutState> {
  const { db, log } = services;
  const user = await requireUser(db, person);
  const found = await findOwnCheckout(db, user.id, sessionId);
  if (!found) throw notFound(said('That checkout could not be found.'));
  if (await claimRefresh(services, found)) {
    try {
      await refreshSession(services, sessionId);
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error;
      log.warn(
        { err: error, checkoutId: found.id },
        'checkout not refreshed: the payment provider does not answer',
      );
    }
  }
  const checkout = (await findOwnCheckout(db, user.id, sessionId)) ?? found;
  const { credits: balance } = await requireUser(db, person);
  return present(checkout, sessionId, balance);
}

/** Of several concurrent requests one gets true. */
async function claimRefresh({ db, payments }: MoneyServices, checkout: CheckoutRow) {
  if (!UNFINISHED.includes(checkout.status) || !isFromProvider(checkout, payments)) return false;
  const { rowCount } = await db
    .update(checkouts)
    .set({ checkedAt: sql`now()` })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        or(
          isNull(checkouts.checkedAt),
          lt(checkouts.checkedAt, sql`now() - make_interval(secs => ${REFRESH_INTERVAL_SECONDS})`),
        ),
      ),
    );
  return rowCount === 1;
}

function present(checkout: CheckoutRow, sessionId: string, balance: number): CheckoutState {
  const status = checkout.status === 'expiring' ? 'open' : checkout.status;
  return {
    sessionId,
    status,
    packageName: checkout.packageName,
    credits: checkout.credits,
    amount: checkout.amount,
    balance,
    url: checkout.status === 'open' ? checkout.url : null,
    receiptId: status === 'paid' ? checkout.id : null,
    test: !checkout.livemode && checkout.amount > 0,
  };
}
