import { eq, sql } from 'drizzle-orm';
import { writeEntry } from '../../credits/ledger.ts';
import type { Executor } from '../../platform/db/database.ts';
import { ledgerEntries } from '../../platform/db/schema/credits.ts';
import { checkouts } from '../../platform/db/schema/payments.ts';
import { lockCheckout } from '../data.ts';
import { recordFinding } from '../findings.ts';
import type { PaymentTruth } from '../provider.ts';
import { withdrawal } from './withdrawal.ts';

/**
 * Brings a paid purchase in line with the refunds and disputes on its payment: credits go back in proportion,
 * what is spent already is recorded as a shortfall. Says nothing of a purchase that is not paid.
 */
export async function settleWithdrawal(db: Executor, checkoutId: string, truth: PaymentTruth): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockCheckout(tx, checkoutId);
    if (held?.checkout.status !== 'paid' || held.checkout.paymentId !== truth.paymentId) return;
    const { checkout, credits } = held;
    const withdrawn = Math.min(checkout.amount, truth.refunded + truth.disputed);
    if (withdrawn === checkout.withdrawn) return;
    const { delta, takenBack, shortfall } = withdrawal(checkout, credits, withdrawn);
    if (delta !== 0) {
      const earlier = await tx.$count(
        ledgerEntries,
        sql`${ledgerEntries.kind} = 'refund' and ${ledgerEntries.userId} = ${checkout.userId}
          and ${ledgerEntries.reference} like ${`${checkout.id}:%`}`,
      );
      await writeEntry(tx, {
        userId: checkout.userId,
        delta,
        kind: 'refund',
        reference: `${checkout.id}:${earlier + 1}`,
      });
    }
    await tx.update(checkouts).set({ withdrawn, takenBack, shortfall }).where(eq(checkouts.id, checkout.id));
    if (shortfall > checkout.shortfall) {
      await recordFinding(tx, {
        kind: 'shortfall',
        reference: `${checkout.id}:${withdrawn}`,
        detail: `${withdrawn} of ${checkout.amount} cents went back, but ${shortfall} of the ${checkout.credits} credits were spent already.`,
      });
    }
  });
}
