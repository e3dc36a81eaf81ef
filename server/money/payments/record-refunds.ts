import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { writeEntry } from '../credits/ledger.ts';
import { ledgerEntries } from '../credits/schema.ts';
import { returnForPayment } from '../gifts/return-gifts.ts';
import { refreshPayment } from './checkout/refresh.ts';
import { type CheckoutRow, findCheckout, isFromProvider, lockCheckout } from './data.ts';
import { recordFinding } from './findings.ts';
import type { MoneyServices, ProviderPayment } from './provider.ts';
import { checkouts, paymentFindings } from './schema.ts';

/**
 * Takes back the credits of withdrawn money: from unclaimed gifts first, then from the balance. Spent ones become a
 * shortfall: a finding, or another one when all earlier ones are resolved.
 * @returns whether anything changed
 */
export async function recordRefunds(db: Executor, checkoutId: string, payment: ProviderPayment) {
  return db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    if (locked?.checkout.status !== 'paid' || locked.checkout.paymentId !== payment.paymentId) return false;
    const { checkout, credits } = locked;
    const withdrawn = Math.min(checkout.amount, payment.refunded + payment.disputed);
    if (withdrawn === checkout.withdrawn) return false;
    const owed = creditsOwed(checkout, withdrawn);
    const returned = owed > 0 ? await returnForPayment(tx, checkout.userId, owed) : 0;
    const { delta, takenBack, shortfall } = creditsToTakeBack(checkout, credits + returned, withdrawn);
    if (delta !== 0) {
      const earlier = await tx.$count(
        ledgerEntries,
        sql`${ledgerEntries.kind} = 'refund' and ${ledgerEntries.userId} = ${checkout.userId}
          and ${ledgerEntries.reference} like ${`${checkout.id}:%`}`,
      );
      const reference = `${checkout.id}:${earlier + 1}`;
      await writeEntry(tx, { userId: checkout.userId, delta, kind: 'refund', reference });
    }
    await tx.update(checkouts).set({ withdrawn, takenBack, shortfall }).where(eq(checkouts.id, checkout.id));
    if (shortfall > checkout.shortfall) {
      const detail = `${withdrawn} of ${checkout.amount} cents went back, but ${shortfall} of the ${checkout.credits} credits were spent already.`;
      const reference = `${checkout.id}:${withdrawn}`;
      const same = sql`${paymentFindings.kind} = 'shortfall' and ${paymentFindings.reference} || ':' like ${`${reference}:%`}`;
      const known = await tx.select().from(paymentFindings).where(same);
      const suffix = known.length === 0 ? '' : `:${known.length}`;
      if (known.every(({ resolvedAt }) => resolvedAt !== null))
        await recordFinding(tx, { kind: 'shortfall', reference: reference + suffix, detail });
    }
    return true;
  });
}

type RefundedPurchase = Pick<CheckoutRow, 'credits' | 'amount' | 'takenBack' | 'shortfall'>;

/** Credits still to take back, rounded in the buyer's favour; negative for credits to give back. */
function creditsOwed({ credits, amount, takenBack, shortfall }: RefundedPurchase, withdrawn: number): number {
  const share = amount === 0 ? 0 : Math.min(1, withdrawn / amount);
  return Math.floor(credits * share + 1e-9) - (takenBack + shortfall);
}

/** If less is withdrawn than before, the shortfall is reduced first. @param withdrawn total cents refunded or disputed */
export function creditsToTakeBack(bought: RefundedPurchase, balance: number, withdrawn: number) {
  const { takenBack, shortfall } = bought;
  const change = creditsOwed(bought, withdrawn);
  if (change >= 0) {
    const taken = Math.min(change, balance);
    return { delta: 0 - taken, takenBack: takenBack + taken, shortfall: shortfall + change - taken };
  }
  const forgiven = Math.min(-change, shortfall);
  const returned = -change - forgiven;
  return { delta: returned, takenBack: takenBack - returned, shortfall: shortfall - forgiven };
}

/** @param cents that shall have gone back in all; null for everything @throws 400, 404, {ProviderDown} */
export async function refundCheckout(
  needs: MoneyServices,
  checkoutId: string,
  cents: number | null,
): Promise<CheckoutRow> {
  const { db, payments } = needs;
  const find = async () => {
    const found = await findCheckout(db, eq(checkouts.id, checkoutId));
    if (!found) throw notFound({ text: 'That checkout could not be found.' });
    return found;
  };
  const { paymentId } = await find();
  if (!paymentId) throw badInput({ text: 'Nothing was paid for that checkout.' });
  // Refunds made in the provider's dashboard count too.
  await refreshPayment(needs, paymentId);
  const checkout = await find();
  if (checkout.status !== 'paid' || !isFromProvider(checkout, payments))
    throw badInput({
      text: `That checkout is ${checkout.status}, by ${checkout.provider}: it can't be refunded here.`,
    });
  const { amount, withdrawn } = checkout;
  const total = cents ?? amount;
  if (total <= withdrawn || total > amount)
    throw badInput({ text: `${withdrawn} of ${amount} cents went back already: name a sum between them.` });
  await payments.refund(paymentId, total - withdrawn, withdrawn);
  await refreshPayment(needs, paymentId);
  return find();
}
