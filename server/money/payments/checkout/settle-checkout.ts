import { and, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { announceBalance } from '../../../core/events/announce.ts';
import { isErased, users } from '../../../people/users/schema.ts';
import { spendDiscount } from '../../credits/coupons.ts';
import { writeEntry } from '../../credits/ledger.ts';
import { type CheckoutRow, lockCheckout, UNFINISHED } from '../data.ts';
import { recordFinding } from '../findings.ts';
import type { ProviderSession } from '../provider.ts';
import { mailReceipt, type ReceiptNeeds } from '../receipts.ts';
import { type CheckoutStatus, checkouts } from '../schema.ts';

/** The only place that grants paid credits: once for each purchase, however often and in whatever order it is called. */
export async function settleCheckout(needs: ReceiptNeeds & { db: Executor }, session: ProviderSession) {
  // A session without our metadata is for something else that the account sells.
  const { checkoutId } = session;
  if (!checkoutId) return;
  await needs.db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    if (locked) return applySession(tx, needs, locked.checkout, session);
    if (session.state !== 'paid') return;
    await recordFinding(tx, {
      kind: 'unknown-checkout',
      reference: session.sessionId,
      detail: `Paid at the provider for checkout ${checkoutId}, which is not in this database.`,
    });
  });
}

async function applySession(
  tx: Transaction,
  needs: ReceiptNeeds,
  checkout: CheckoutRow,
  session: ProviderSession,
): Promise<void> {
  const { sessionId, paymentId } = session;
  if (session.state === 'paid') {
    const isSecondPayment = checkout.status === 'paid' && checkout.sessionId !== sessionId;
    if (isSecondPayment || session.amount !== checkout.amount || session.currency !== checkout.currency) {
      await recordFinding(tx, {
        kind: 'amount-mismatch',
        reference: sessionId,
        detail: isSecondPayment
          ? `A second payment for checkout ${checkout.id}: ${session.amount} ${session.currency}.`
          : `${session.amount} ${session.currency} were paid for checkout ${checkout.id}, which asked for ${checkout.amount} ${checkout.currency}. Nothing was granted.`,
      });
      if (checkout.status !== 'paid') await updateCheckout(tx, checkout, session, 'processing');
      return;
    }
    return grantPurchase(tx, needs, checkout, { sessionId, paymentId });
  }
  // An earlier state never replaces a later one; an expired checkout may still become `processing`.
  const isLate = checkout.status === 'expired' && session.state === 'processing';
  if (!UNFINISHED.includes(checkout.status) && !isLate) return;
  await updateCheckout(tx, checkout, session, session.state === 'open' ? checkout.status : session.state);
}

async function updateCheckout(
  tx: Transaction,
  checkout: CheckoutRow,
  { sessionId, paymentId }: ProviderSession,
  status: CheckoutStatus,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ status, sessionId, paymentId: paymentId ?? checkout.paymentId, checkedAt: sql`now()` })
    .where(eq(checkouts.id, checkout.id));
  if (status !== checkout.status) await announceBalance(tx, checkout.userId);
}

/** For a checkout for which nothing was or can be charged. */
export async function markCheckoutExpired(db: Executor, checkoutId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    if (!locked || !UNFINISHED.includes(locked.checkout.status)) return;
    await tx.update(checkouts).set({ status: 'expired' }).where(eq(checkouts.id, checkoutId));
    await announceBalance(tx, locked.checkout.userId);
  });
}

/** Buyer and checkout are locked. */
export async function grantPurchase(
  tx: Transaction,
  needs: ReceiptNeeds,
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
  await mailReceipt(tx, needs, checkout);
  if (await tx.$count(users, and(eq(users.id, checkout.userId), isErased)))
    await recordFinding(tx, {
      kind: 'deleted-account',
      reference: checkout.id,
      detail: `Its buyer had deleted the account, so nobody can use its ${checkout.credits} credits.`,
    });
}
