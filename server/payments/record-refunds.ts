import { eq, sql } from 'drizzle-orm';
import { writeEntry } from '../credits/ledger.ts';
import type { Executor } from '../platform/db/database.ts';
import { ledgerEntries } from '../platform/db/schema/credits.ts';
import { checkouts } from '../platform/db/schema/payments.ts';
import { lockCheckout } from './data.ts';
import { recordFinding } from './findings.ts';
import type { ProviderPayment } from './provider.ts';

/**
 * Brings a paid purchase in line with the refunds and disputes on its payment: credits go back in proportion,
 * what is spent already is recorded as a shortfall. Says nothing of a purchase that is not paid.
 */
export async function recordRefunds(db: Executor, checkoutId: string, truth: ProviderPayment): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockCheckout(tx, checkoutId);
    if (held?.checkout.status !== 'paid' || held.checkout.paymentId !== truth.paymentId) return;
    const { checkout, credits } = held;
    const withdrawn = Math.min(checkout.amount, truth.refunded + truth.disputed);
    if (withdrawn === checkout.withdrawn) return;
    const { delta, takenBack, shortfall } = creditsToTakeBack(checkout, credits, withdrawn);
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

/** What a purchase gave, and what became of it since. Credits, and cents where it says so. */
export interface RefundedPurchase {
  credits: number;
  /** cents that were paid */
  amount: number;
  takenBack: number;
  shortfall: number;
}

export interface CreditChange {
  /** credits to move: negative is taken, positive is given back */
  delta: number;
  takenBack: number;
  shortfall: number;
}

/**
 * What to take back, or give back, when `withdrawn` cents of a purchase are no longer ours. Credits go in
 * proportion, rounded in the buyer's favour. What was spent already can't be taken: it is the shortfall, which
 * is recorded and never collected from credits that come later. When money returns (a dispute is won, a refund
 * fails) the shortfall is forgiven first.
 * @param balance the buyer's credits now
 * @param withdrawn cents, in all
 */
export function creditsToTakeBack(
  bought: RefundedPurchase,
  balance: number,
  withdrawn: number,
): CreditChange {
  const { credits, amount, takenBack, shortfall } = bought;
  const share = amount === 0 ? 0 : Math.min(1, withdrawn / amount);
  const owed = Math.floor(credits * share + 1e-9);
  const change = owed - (takenBack + shortfall);
  if (change >= 0) {
    const taken = Math.min(change, balance);
    return { delta: 0 - taken, takenBack: takenBack + taken, shortfall: shortfall + change - taken };
  }
  const forgiven = Math.min(-change, shortfall);
  const returned = -change - forgiven;
  return { delta: returned, takenBack: takenBack - returned, shortfall: shortfall - forgiven };
}
