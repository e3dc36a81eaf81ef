import { eq, sql } from 'drizzle-orm';
import { spendDiscount } from '../../credits/coupons.ts';
import { writeEntry } from '../../credits/ledger.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { checkouts } from '../../platform/db/schema/payments.ts';
import type { CheckoutRow } from '../data.ts';

/**
 * Gives what was bought, once for each checkout: the ledger entry, the spent discount and the status are one
 * transaction. The caller holds the buyer's row and the checkout's.
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
