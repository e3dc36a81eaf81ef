import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { couponApplies, discountedPrice } from '../../../../shared/credits.ts';
import {
  type CheckoutResponse,
  CURRENCY,
  type checkoutBody,
  MINIMUM_CHARGE_CENTS,
} from '../../../../shared/payments.ts';
import { type Said, said, type Words } from '../../../../shared/words.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { notFound } from '../../../core/errors.ts';
import { wordsIn } from '../../../core/words.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import { checkClaimedUser, lockUser } from '../../../people/users/data.ts';
import { users } from '../../../people/users/schema.ts';
import { checkCoupon, lockCoupon } from '../../credits/coupons.ts';
import { packageInWords } from '../../credits/offers.ts';
import { creditPackages } from '../../credits/schema.ts';
import { type CheckoutRow, endOpenCheckout, findCheckout, lockCheckout } from '../data.ts';
import { belowMinimum, checkoutReplaced, couponRefused, paymentsUnavailable } from '../errors.ts';
import { type MoneyServices, type Order, OrderChanged, type PaymentProvider } from '../provider.ts';
import { checkouts } from '../schema.ts';
import { refreshCheckout } from './refresh.ts';
import { grantPurchase, markCheckoutExpired } from './settle-checkout.ts';

/** Stripe needs at least 30 minutes; a checkout with less time left is replaced by a new one. */
const SHORTEST_SESSION_MS = 31 * 60_000;

/** A retry finds the same checkout and session. @throws 400 for a used discount, 409 if replaced; {ProviderDown} */
export async function startCheckout(needs: MoneyServices, checkoutId: string): Promise<CheckoutResponse> {
  const checkout = await findCheckout(needs.db, eq(checkouts.id, checkoutId));
  if (!checkout) throw notFound(said('That checkout could not be found.'));
  if (checkout.sessionId && checkout.url) return { sessionId: checkout.sessionId, url: checkout.url };
  if (checkout.status !== 'open') throw checkoutReplaced();
  await endOlderCheckouts(needs, checkout.userId);
  const refusal = await discountRefusal(needs.db, checkout);
  if (refusal !== null) {
    await markCheckoutExpired(needs.db, checkout.id);
    throw couponRefused(refusal);
  }
  if (checkout.amount === 0) return grantFree(needs, checkout);
  if (checkout.expiresAt.getTime() - Date.now() < SHORTEST_SESSION_MS) {
    await markCheckoutExpired(needs.db, checkout.id);
    throw checkoutReplaced();
  }
  const session = await createSession(needs, checkout);
  if (!(await attachSession(needs, checkout.id, session))) {
    await needs.payments.expireSession(session.sessionId);
    throw checkoutReplaced();
  }
  return session;
}

async function createSession(needs: MoneyServices, checkout: CheckoutRow): Promise<CheckoutResponse> {
  try {
    return await needs.payments.createSession(await orderOf(needs, checkout));
  } catch (error) {
    if (!(error instanceof OrderChanged)) throw error;
    await markCheckoutExpired(needs.db, checkout.id);
    throw checkoutReplaced();
  }
}

/** Ends replaced checkouts at the provider; one that was paid meanwhile is granted. */
async function endOlderCheckouts(needs: MoneyServices, userId: number): Promise<void> {
  const older = await needs.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.status, 'expiring')));
  for (const checkout of older) await refreshCheckout(needs, checkout, 'expireSession');
}

/** Checked again, since an older checkout may have used the coupon meanwhile. */
async function discountRefusal(db: Executor, { couponCode, userId }: CheckoutRow): Promise<Said | null> {
  return couponCode === null
    ? null
    : (await checkCoupon(db, couponCode, { id: userId, mailbox: null })).refusal;
}

async function orderOf({ db, config }: MoneyServices, checkout: CheckoutRow): Promise<Order> {
  const [buyer] = await db.select().from(users).where(eq(users.id, checkout.userId));
  const words = wordsIn(config, checkout.language ?? buyer?.language, buyer?.browserLanguage);
  const sold = packageInWords(checkout.packageName, words);
  return {
    checkoutId: checkout.id,
    userId: checkout.userId,
    packageId: checkout.packageId,
    language: words.language,
    description: words.t('{product}: {sold}', { product: config.PRODUCT_NAME, sold }),
    amount: checkout.amount,
    currency: checkout.currency,
    email: buyer?.emailVerified ? buyer.email : null,
    couponCode: checkout.couponCode,
    expiresAt: checkout.expiresAt,
  };
}

async function attachSession({ db }: MoneyServices, checkoutId: string, session: CheckoutResponse) {
  return db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    const known = locked?.checkout.sessionId === session.sessionId;
    if (!locked || (locked.checkout.status !== 'open' && !known)) return false;
    await tx.update(checkouts).set(session).where(eq(checkouts.id, checkoutId));
    return true;
  });
}

async function grantFree(needs: MoneyServices, { id }: CheckoutRow): Promise<CheckoutResponse> {
  const sessionId = `free_${id}`;
  const url = `${needs.config.publicUrl}/payment/success?session_id=${sessionId}`;
  return needs.db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, id);
    if (locked?.checkout.status === 'paid') return { sessionId, url };
    if (locked?.checkout.status !== 'open') throw checkoutReplaced();
    const { couponCode } = locked.checkout;
    if (couponCode !== null) await lockCoupon(tx, couponCode);
    const refusal = await discountRefusal(tx, locked.checkout);
    if (refusal !== null) throw couponRefused(refusal);
    await tx.update(checkouts).set({ url }).where(eq(checkouts.id, id));
    await grantPurchase(tx, needs, locked.checkout, { sessionId, paymentId: null });
    return { sessionId, url };
  });
}

/** Stripe accepts 30 minutes to 24 hours by its own clock. */
const CHECKOUT_LIFETIME_MS = 60 * 60_000;

/** Reserves the discount, and replaces an older open checkout. @throws 400, 403, 404, 503 without a payment service */
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
