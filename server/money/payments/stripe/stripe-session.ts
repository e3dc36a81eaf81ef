import type Stripe from 'stripe';
import type { ProviderSession } from '../provider.ts';

/** Only a session with metadata of ours: a customer can set the client reference, but not metadata. */
export function toProviderSession(session: Stripe.Checkout.Session): ProviderSession {
  const marked = session.metadata?.checkoutId;
  const payment = session.payment_intent;
  return {
    sessionId: session.id,
    checkoutId: marked && marked === session.client_reference_id ? marked : null,
    state: stateOf(session),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentId: payment ? (typeof payment === 'string' ? payment : payment.id) : null,
  };
}

function stateOf({
  status,
  payment_status,
  payment_intent,
}: Stripe.Checkout.Session): ProviderSession['state'] {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (payment_status !== 'unpaid') return 'paid';
  // Confirmed and unpaid: pending, unless a new payment method is needed or it was cancelled.
  const payment = payment_intent && typeof payment_intent !== 'string' ? payment_intent.status : null;
  return payment === 'requires_payment_method' || payment === 'canceled' ? 'failed' : 'processing';
}

/** An inquiry (`warning_…`) withholds nothing, nor does a won or prevented dispute (Stripe, 'Dispute statuses'). */
export function disputedCents(disputes: Pick<Stripe.Dispute, 'status' | 'amount'>[]): number {
  return disputes
    .filter(({ status }) => status !== 'won' && status !== 'prevented' && !status.startsWith('warning_'))
    .reduce((sum, { amount }) => sum + amount, 0);
}
