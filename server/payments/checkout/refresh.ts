import { eq, or } from 'drizzle-orm';
import { checkouts } from '../../platform/db/schema/payments.ts';
import type { Services } from '../../platform/services.ts';
import { type CheckoutRow, findCheckout, isFromProvider } from '../data.ts';
import type { ProviderSession } from '../provider.ts';
import { recordRefunds } from '../record-refunds.ts';
import { markCheckoutExpired, settleCheckout } from './settle-checkout.ts';

type Needs = Pick<Services, 'db' | 'payments'>;

/** Asks the provider for the truth of a session and settles it. @throws {ProviderDown} */
export async function refreshSession({ db, payments }: Needs, sessionId: string): Promise<void> {
  const truth = await payments.fetchSession(sessionId);
  if (truth) await settleCheckout(db, truth);
}

/**
 * Asks the provider what became of a payment and settles that. A refund may be heard of before the purchase
 * itself: then that is settled first.
 * @param objectId the payment, or a charge, refund or dispute on it
 * @throws {ProviderDown}
 */
export async function refreshPayment(needs: Needs, objectId: string): Promise<void> {
  const { db, payments } = needs;
  const truth = await payments.fetchPayment(objectId);
  if (!truth) return;
  const ours = or(
    eq(checkouts.paymentId, truth.paymentId),
    truth.checkoutId ? eq(checkouts.id, truth.checkoutId) : undefined,
  );
  const found = await findCheckout(db, ours);
  if (found?.status !== 'paid') {
    const session = await payments.findSessionOfPayment(truth.paymentId);
    if (session) await settleCheckout(db, session);
  }
  const checkout = await findCheckout(db, ours);
  if (checkout) await recordRefunds(db, checkout.id, truth);
}

/**
 * Asks the provider for the truth of an unfinished checkout and settles it. One whose session the provider does
 * not know, or never got, is dropped once its time is over.
 * @param ask how: look, or end it
 * @throws {ProviderDown}
 */
export async function refreshCheckout(
  { db, payments }: Needs,
  checkout: CheckoutRow,
  ask: 'fetchSession' | 'expireSession',
): Promise<void> {
  const asked = checkout.sessionId !== null && isFromProvider(checkout, payments);
  const truth: ProviderSession | null =
    asked && checkout.sessionId ? await payments[ask](checkout.sessionId) : null;
  if (truth) return settleCheckout(db, truth);
  const over = ask === 'expireSession' || checkout.expiresAt.getTime() <= Date.now();
  // Only the provider that opened it can say that no money came; another one's silence means nothing.
  const certain = asked || checkout.sessionId === null || checkout.provider === 'sandbox';
  if (over && certain) await markCheckoutExpired(db, checkout.id);
}
