import { and, eq } from 'drizzle-orm';
import type { CheckoutResponse } from '../../../../shared/payments.ts';
import { type Said, said } from '../../../../shared/words.ts';
import type { Executor } from '../../../core/db/database.ts';
import { notFound } from '../../../core/errors.ts';
import { wordsIn } from '../../../core/words.ts';
import { users } from '../../../people/users/schema.ts';
import { checkCoupon, lockCoupon } from '../../credits/coupons.ts';
import { packageInWords } from '../../credits/package-in-words.ts';
import { type CheckoutRow, findCheckout, lockCheckout } from '../data.ts';
import { checkoutReplaced, couponRefused } from '../errors.ts';
import { type Order, OrderChanged } from '../provider.ts';
import { checkouts } from '../schema.ts';
import { type RefreshNeeds, refreshCheckout } from './refresh.ts';
import { grantPurchase, markCheckoutExpired } from './settle-checkout.ts';

/** Stripe needs at least 30 minutes; a checkout with less time left is replaced by a new one. */
const SHORTEST_SESSION_MS = 31 * 60_000;

/**
 * May be repeated: a retry finds the same checkout, and the provider the same session.
 * @throws 400 when the discount was used meanwhile, 409 when it was replaced or the order changed; {ProviderDown}
 */
export async function startCheckout(needs: RefreshNeeds, checkoutId: string): Promise<CheckoutResponse> {
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

async function createSession(needs: RefreshNeeds, checkout: CheckoutRow): Promise<CheckoutResponse> {
  try {
    return await needs.payments.createSession(await orderOf(needs, checkout));
  } catch (error) {
    if (!(error instanceof OrderChanged)) throw error;
    await markCheckoutExpired(needs.db, checkout.id);
    throw checkoutReplaced();
  }
}

/** One that was paid in the meantime is granted. */
async function endOlderCheckouts(needs: RefreshNeeds, userId: number): Promise<void> {
  const older = await needs.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.status, 'expiring')));
  for (const checkout of older) await refreshCheckout(needs, checkout, 'expireSession');
}

/** An older checkout may have used it meanwhile. */
async function discountRefusal(db: Executor, { couponCode, userId }: CheckoutRow): Promise<Said | null> {
  return couponCode === null
    ? null
    : (await checkCoupon(db, couponCode, { id: userId, mailbox: null })).refusal;
}

async function orderOf({ db, config }: RefreshNeeds, checkout: CheckoutRow): Promise<Order> {
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

async function attachSession(
  { db }: RefreshNeeds,
  checkoutId: string,
  session: CheckoutResponse,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    const known = locked?.checkout.sessionId === session.sessionId;
    if (!locked || (locked.checkout.status !== 'open' && !known)) return false;
    await tx.update(checkouts).set(session).where(eq(checkouts.id, checkoutId));
    return true;
  });
}

async function grantFree(needs: RefreshNeeds, { id }: CheckoutRow): Promise<CheckoutResponse> {
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
