import { type Coupon, type CreditPackage, couponApplies, discountedPrice } from '../../../shared/credits.ts';
import { inDollars } from '../../lib/in-dollars.ts';
import { t } from '../../lib/words.tsx';

export type Offer = ReturnType<typeof offersOf>[number];

/** Prices with the held coupon, savings and Best Value (spec section 9). */
export function offersOf(packages: readonly CreditPackage[], held: Coupon | null) {
  const finalPriceOf = (it: CreditPackage) =>
    discountedPrice(it.price, held && couponApplies(held, it.id) ? held : null);
  const perCredit = (it: CreditPackage) => finalPriceOf(it) / it.credits;
  const highest = Math.max(...packages.map(perCredit));
  const lowest = Math.min(...packages.map(perCredit));
  const best = packages.length > 1 ? packages.find((it) => perCredit(it) === lowest) : undefined;
  return packages.map((it) => ({
    ...it,
    /** integer cents after the held coupon */
    finalPrice: finalPriceOf(it),
    /** dollars, as text: '$0.80' */
    perLetter: inDollars(perCredit(it)),
    /** percent saved against the highest price per credit, 0 for that package; both with the held coupon */
    saving: highest > 0 ? Math.round((1 - perCredit(it) / highest) * 100) : 0,
    /** lowest price per credit, the first of equal ones; false where there is only one package */
    bestValue: it === best,
  }));
}

export function discountLabel(held: Pick<Coupon, 'discountType' | 'discountValue'>): string {
  return held.discountType === 'percentage'
    ? t('{percent}% off', { percent: held.discountValue })
    : t('{amount} off', { amount: inDollars(held.discountValue) });
}
