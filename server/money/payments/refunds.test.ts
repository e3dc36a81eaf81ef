import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Buyer } from '../../../test/support/buyer.ts';
import { startStripeProduct } from '../../../test/support/stripe-product.ts';
import { refreshUnfinishedCheckouts } from './checkout/refresh-unfinished.ts';
import { reconcile, reconcileDaily } from './reconcile.ts';
import { refundCheckout } from './refund-checkout.ts';
import { checkouts, reconciliations } from './schema.ts';

let shop: Awaited<ReturnType<typeof startStripeProduct>>;
beforeAll(async () => {
  shop = await startStripeProduct();
});
afterEach(() => {
  shop.stripe.mode = 'up';
});
afterAll(async () => {
  expect(await shop.close()).toEqual([]);
});

describe('refunds and disputes', () => {
  async function paid(packageId = 'fifteen') {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy(packageId);
    shop.stripe.confirm(sessionId);
    await shop.notify('checkout.session.completed', sessionId);
    const [checkout] = await buyer.checkouts();
    return { buyer, sessionId, checkoutId: checkout?.id ?? '', payment: shop.stripe.paymentOf(sessionId) };
  }
  const spend = (buyer: Buyer, credits: number) =>
    shop.product.services.db.execute(sql`
      with e as (insert into ledger_entries (user_id, delta, kind, reference)
        values (${buyer.userId}, ${-credits}, 'letter', ${`${-buyer.userId}`}))
      update users set credits = credits - ${credits} where id = ${buyer.userId}`);

  it('take credits back in proportion, once, from any number of events', async () => {
    const { buyer, payment } = await paid();
    payment.refunds.push({ id: 're_half', amount: 600, created: 0 });
    const event = shop.stripe.event('charge.refunded', payment.charge);
    await Promise.all([
      shop.deliver(event),
      shop.deliver(event),
      shop.notify('charge.refunded', payment.charge),
    ]);
    expect(await buyer.credits()).toBe(8);
    payment.refunds.push({ id: 're_rest', amount: 600, created: 0 });
    await shop.notify('charge.refunded', payment.charge);
    expect(await buyer.credits()).toBe(0);
    payment.refunds.pop();
    await shop.notify('charge.refunded', payment.charge);
    expect(await buyer.credits()).toBe(8);
  });

  it('are recorded when their event arrives before that of the purchase', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    shop.stripe.confirm(sessionId);
    const payment = shop.stripe.paymentOf(sessionId);
    payment.refunds.push({ id: 're_early', amount: 500, created: 0 });
    expect(await shop.notify('charge.refunded', payment.charge)).toBe(200);
    expect(await shop.notify('checkout.session.completed', sessionId)).toBe(200);
    expect(await buyer.credits()).toBe(0);
    expect((await buyer.entries()).map(({ kind, delta }) => [kind, delta])).toEqual([
      ['purchase', 5],
      ['refund', -5],
    ]);
  });

  it('leave a shortfall for spent credits, which later credits do not pay', async () => {
    const { buyer, payment, checkoutId } = await paid('five');
    await spend(buyer, 3);
    payment.disputes.push({ id: 'dp_lost', amount: 500, status: 'needs_response', created: 0 });
    await shop.notify('charge.dispute.created', 'dp_lost');
    expect(await buyer.credits()).toBe(0);
    expect(await shop.findings(`${checkoutId}:500`)).toMatchObject([{ kind: 'shortfall' }]);
    const again = await buyer.buy('five');
    shop.stripe.confirm(again.sessionId);
    await shop.notify('checkout.session.completed', again.sessionId);
    Object.assign(payment.disputes[0] ?? {}, { status: 'lost' });
    await shop.notify('charge.dispute.closed', 'dp_lost');
    expect(await buyer.credits()).toBe(5);
  });

  it('give credits back when a dispute is won, and take none for an inquiry', async () => {
    const { buyer, payment } = await paid('five');
    payment.disputes.push({ id: 'dp_won', amount: 500, status: 'warning_needs_response', created: 0 });
    await shop.notify('charge.dispute.created', 'dp_won');
    expect(await buyer.credits()).toBe(5);
    Object.assign(payment.disputes[0] ?? {}, { status: 'under_review' });
    await shop.notify('charge.dispute.created', 'dp_won');
    expect(await buyer.credits()).toBe(0);
    Object.assign(payment.disputes[0] ?? {}, { status: 'won' });
    await shop.notify('charge.dispute.closed', 'dp_won');
    expect(await buyer.credits()).toBe(5);
  });

  it('an operator’s refund is made once and shown on the receipt', async () => {
    const { buyer, checkoutId, payment } = await paid();
    const after = await refundCheckout(shop.product.services, checkoutId, 400);
    expect(after).toMatchObject({ withdrawn: 400, takenBack: 5, shortfall: 0 });
    await refundCheckout(shop.product.services, checkoutId, null);
    expect(payment.refunds.map(({ amount }) => amount)).toEqual([400, 800]);
    await expect(refundCheckout(shop.product.services, checkoutId, null)).rejects.toThrow('At most 0 cents');
    expect(await buyer.credits()).toBe(0);
    const receipt = await buyer.get(`/api/receipts/${checkoutId}`);
    expect(receipt.json()).toMatchObject({ amount: 1200, refunded: 1200, creditsTakenBack: 15, test: true });
  });
});

describe('reconciliation', () => {
  it('grants and reports what had no webhook, and reports what Stripe does not call paid', async () => {
    const { db } = shop.product.services;
    const [missed, invented] = [await shop.buyer(), await shop.buyer()];
    const bought = await missed.buy('five');
    shop.stripe.confirm(bought.sessionId);
    const never = await invented.buy('five');
    shop.stripe.confirm(never.sessionId);
    await shop.notify('checkout.session.completed', never.sessionId);
    Object.assign(shop.stripe.sessions.get(never.sessionId) ?? {}, { payment_status: 'unpaid' });
    await db
      .update(checkouts)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(checkouts.userId, missed.userId));
    const { findings, compared } = await reconcile(shop.product.services);
    expect(compared).toBeGreaterThan(2);
    expect(findings).toBe(2);
    expect(await missed.credits()).toBe(5);
    const [one] = await missed.checkouts();
    const [other] = await invented.checkouts();
    expect(await shop.findings(one?.id ?? '')).toMatchObject([{ kind: 'repaired' }]);
    expect(await shop.findings(other?.id ?? '')).toMatchObject([{ kind: 'not-paid' }]);
    expect((await reconcile(shop.product.services)).findings).toBe(0);
  });

  it('runs once a day, however many processes look at the same time', async () => {
    const { db } = shop.product.services;
    await db.delete(reconciliations);
    await Promise.all(Array.from({ length: 8 }, () => reconcileDaily(shop.product.services)));
    expect(await db.$count(reconciliations)).toBe(1);
  });

  it('waits for the next run while Stripe is down', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    shop.stripe.confirm(sessionId);
    await shop.product.services.db
      .update(checkouts)
      .set({ createdAt: sql`now() - interval '10 minutes'`, checkedAt: null })
      .where(eq(checkouts.userId, buyer.userId));
    shop.stripe.mode = 'down';
    await refreshUnfinishedCheckouts(shop.product.services);
    expect(await buyer.credits()).toBe(0);
    shop.stripe.mode = 'up';
    await shop.product.services.db
      .update(checkouts)
      .set({ checkedAt: null })
      .where(eq(checkouts.userId, buyer.userId));
    await refreshUnfinishedCheckouts(shop.product.services);
    expect(await buyer.credits()).toBe(5);
  });
});
