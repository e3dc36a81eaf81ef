import { eq, or } from 'drizzle-orm';
import { type CheckoutRow, findCheckout, isFromProvider } from '../data.ts';
import type { MoneyServices, ProviderSession } from '../provider.ts';
import { recordRefunds } from '../record-refunds.ts';
import { checkouts } from '../schema.ts';
import { markCheckoutExpired, settleCheckout } from './settle-checkout.ts';

export type RefreshNeeds = Pick<MoneyServices, 'db' | 'payments' | 'config' | 'queue'>;

/** @throws {ProviderDown} */
export async function refreshSession(needs: RefreshNeeds, sessionId: string): Promise<void> {
  const session = await needs.payments.fetchSession(sessionId);
  if (session) await settleCheckout(needs, session);
}

/**
 * A refund's event may arrive before that of the purchase, which is then settled first.
 * @param objectId the payment, or a charge, refund or dispute on it @throws {ProviderDown}
 */
export async function refreshPayment(needs: RefreshNeeds, objectId: string): Promise<void> {
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
  // What was fetched may be older than what another process has recorded since; bounded, as reconciling goes on.
  for (let tries = 0; checkout && payment && tries < 5; tries++) {
    if (!(await recordRefunds(db, checkout.id, payment))) return;
    payment = await payments.fetchPayment(objectId);
  }
}

/** @throws {ProviderDown} */
export async function refreshCheckout(
  needs: RefreshNeeds,
  checkout: CheckoutRow,
  ask: 'fetchSession' | 'expireSession',
): Promise<void> {
  const { db, payments } = needs;
  const asked = checkout.sessionId !== null && isFromProvider(checkout, payments);
  const session: ProviderSession | null =
    asked && checkout.sessionId ? await payments[ask](checkout.sessionId) : null;
  if (session) return settleCheckout(needs, session);
  const over = ask === 'expireSession' || checkout.expiresAt.getTime() <= Date.now();
  // Only the provider that opened the session can tell that nothing was paid.
  const certain = asked || checkout.sessionId === null || checkout.provider === 'sandbox';
  if (over && certain) await markCheckoutExpired(db, checkout.id);
}
