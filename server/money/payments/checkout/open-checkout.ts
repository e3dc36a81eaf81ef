import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { couponApplies, discountedPrice } from '../../../../shared/credits.ts';
import { CURRENCY, type checkoutBody, MINIMUM_CHARGE_CENTS } from '../../../../shared/payments.ts';
import { said, type Words } from '../../../../shared/words.ts';
import type { Transaction } from '../../../core/db/database.ts';
import { notFound } from '../../../core/errors.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import { checkClaimedUser, lockUser } from '../../../people/users/data.ts';
import { checkCoupon, lockCoupon } from '../../credits/coupons.ts';
import { packageInWords } from '../../credits/package-in-words.ts';
import { creditPackages } from '../../credits/schema.ts';
import { endOpenCheckout } from '../data.ts';
import { belowMinimum, couponRefused, paymentsUnavailable } from '../errors.ts';
import type { PaymentProvider } from '../provider.ts';
import { checkouts } from '../schema.ts';

/** Stripe accepts 30 minutes to 24 hours by its own clock. */
const CHECKOUT_LIFETIME_MS = 60 * 60_000;

/**
 * Reserves the discount, and replaces an older open checkout, which `startCheckout` ends at the provider.
 * @throws 400 for a coupon or price that cannot be used, 403, 404 for the package, 503 without a payment service
 */
export async function openCheckout(
  tx: Transaction,
  provider: PaymentProvider,
  person: Person,
  body: z.infer<typeof checkoutBody>,
  words: Words,
): Promise<string> {
  const user = await lockUser(tx, person);
  checkClaimedUser(body.userId, person, user);
  const [chosen] = await tx
    .select()
    .from(creditPackages)
    .where(and(eq(creditPackages.id, body.packageId), eq(creditPackages.active, true)));
  if (!chosen) throw notFound(said('That package could not be found.'));
  const couponCode = body.couponCode ?? null;
  const amount = await priceWith(tx, chosen, couponCode, { userId: user.id, words });
  if (amount > 0 && provider.kind === 'none') throw paymentsUnavailable();
  if (amount > 0 && amount < MINIMUM_CHARGE_CENTS) throw belowMinimum(amount, words);

  await endOpenCheckout(tx, user.id);
  const id = randomUUID();
  await tx.insert(checkouts).values({
    id,
    userId: user.id,
    provider: amount === 0 ? 'none' : provider.kind,
    livemode: provider.livemode,
    packageId: chosen.id,
    packageName: chosen.name,
    language: words.language,
    credits: chosen.credits,
    listPrice: chosen.price,
    amount,
    currency: CURRENCY,
    couponCode,
    expiresAt: new Date(Date.now() + CHECKOUT_LIFETIME_MS),
  });
  return id;
}

/** In cents. The coupon's row is locked, so that its limits hold. */
async function priceWith(
  tx: Transaction,
  chosen: typeof creditPackages.$inferSelect,
  couponCode: string | null,
  { userId, words }: { userId: number; words: Words },
): Promise<number> {
  if (couponCode === null) return chosen.price;
  await lockCoupon(tx, couponCode);
  const { row, refusal } = await checkCoupon(tx, couponCode, { id: userId, mailbox: null });
  if (!row) throw couponRefused(refusal);
  if (row.freeCredits > 0)
    throw couponRefused(
      said('That code gives free credits: redeem it in the coupon box, then buy without it.'),
    );
  if (!couponApplies(row, chosen.id))
    throw couponRefused(
      said('That code does not apply to {package}.', { package: packageInWords(chosen.name, words) }),
    );
  return discountedPrice(chosen.price, row);
}
