import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStripeProduct } from '../../../test/support/stripe-product.ts';
import { refreshUnfinishedCheckouts } from './checkout/refresh.ts';
import { reconcile } from './reconcile.ts';
import { checkouts } from './schema.ts';

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
