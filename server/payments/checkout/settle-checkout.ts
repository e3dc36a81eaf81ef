import { eq, sql } from 'drizzle-orm';
import { spendDiscount } from '../../credits/coupons.ts';
import { writeEntry } from '../../credits/ledger.ts';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { type CheckoutStatus, checkouts } from '../../platform/db/schema/payments.ts';
import { type CheckoutRow, lockCheckout, UNFINISHED } from '../data.ts';
import { recordFinding } from '../findings.ts';
import type { ProviderSession } from '../provider.ts';

/**
 * Updates our checkout to the provider's state of its session, and grants the credits when it is paid. This is the only
 * place that grants paid credits: webhook, success page, schedules and reconciliation all call it. It may be called any
 * number of times, in any order, from any number of processes: a purchase is granted once, and `paid` is final.
 */
export async function settleCheckout(db: Executor, truth: ProviderSession): Promise<void> {
  // A session without our metadata belongs to something else that the operator sells through the same account.
  const { checkoutId } = truth;
  if (!checkoutId) return;
  await db.transaction(async (tx) => {
    const held = await lockCheckout(tx, checkoutId);
    if (held) return settle(tx, held.checkout, truth);
    if (truth.state !== 'paid') return;
    await recordFinding(tx, {
      kind: 'unknown-checkout',
      reference: truth.sessionId,
      detail: `Paid at the provider for checkout ${checkoutId}, which is not in this database.`,
    });
  });
}

async function settle(tx: Transaction, checkout: CheckoutRow, truth: ProviderSession): Promise<void> {
  const { sessionId, paymentId } = truth;
  if (truth.state === 'paid') {
    const twice = checkout.status === 'paid' && checkout.sessionId !== sessionId;
    if (twice || truth.amount !== checkout.amount || truth.currency !== checkout.currency) {
      await recordFinding(tx, {
        kind: 'amount-mismatch',
        reference: sessionId,
        detail: twice
          ? `A second payment for checkout ${checkout.id}: ${truth.amount} ${truth.currency}.`
          : `${truth.amount} ${truth.currency} were paid for checkout ${checkout.id}, which asked for ${checkout.amount} ${checkout.currency}. Nothing was granted.`,
      });
      if (checkout.status !== 'paid') await move(tx, checkout, truth, 'processing');
      return;
    }
    return grantPurchase(tx, checkout, { sessionId, paymentId });
  }
  if (!mayBecome(checkout.status, truth.state)) return;
  await move(tx, checkout, truth, truth.state === 'open' ? checkout.status : truth.state);
}

/**
 * Answers can arrive out of order, so an earlier state never replaces a later one. An expired checkout may still become
 * `processing`, when its session was confirmed just before it expired.
 */
function mayBecome(status: CheckoutStatus, state: ProviderSession['state']): boolean {
  return UNFINISHED.includes(status) || (status === 'expired' && state === 'processing');
}

async function move(
  tx: Transaction,
  checkout: CheckoutRow,
  { sessionId, paymentId }: ProviderSession,
  status: CheckoutStatus,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ status, sessionId, paymentId: paymentId ?? checkout.paymentId, checkedAt: sql`now()` })
    .where(eq(checkouts.id, checkout.id));
}

/** Marks an unfinished checkout without a session at the provider as expired: nothing was or can be charged for it. */
export async function markCheckoutExpired(db: Executor, checkoutId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockCheckout(tx, checkoutId);
    if (!held || !UNFINISHED.includes(held.checkout.status)) return;
    await tx.update(checkouts).set({ status: 'expired' }).where(eq(checkouts.id, checkoutId));
  });
}

/**
 * Grants what was bought, once per checkout: ledger entry, used discount and status in one transaction. The caller has
 * locked the rows of the buyer and of the checkout.
 */
export async function grantPurchase(
  tx: Transaction,
  checkout: CheckoutRow,
  paid: { sessionId: string; paymentId: string | null },
): Promise<void> {
  if (checkout.status === 'paid') return;
  await writeEntry(tx, {
    userId: checkout.userId,
    delta: checkout.credits,
    kind: 'purchase',
    reference: checkout.id,
  });
  await tx
    .update(checkouts)
    .set({ ...paid, status: 'paid', paidAt: sql`now()` })
    .where(eq(checkouts.id, checkout.id));
  if (checkout.couponCode) {
    await spendDiscount(tx, {
      code: checkout.couponCode,
      userId: checkout.userId,
      checkoutId: checkout.id,
    });
  }
}
