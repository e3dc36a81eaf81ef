import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStripeProduct } from '../../../../test/support/stripe-product.ts';
import { users } from '../../../people/users/schema.ts';

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

describe('checkout session parameters', () => {
  it('have our own price, our metadata and an idempotency key', async () => {
    const buyer = await shop.buyer({ verified: true });
    const { sessionId, url } = await buyer.buy('fifteen', 'TEACHER20');
    expect(url).toContain('https://checkout.stripe.example/');
    const [row] = await buyer.checkouts();
    const asked = shop.stripe.received.findLast(({ method }) => method === 'POST');
    expect(asked).toMatchObject({
      path: '/v1/checkout/sessions',
      idempotencyKey: `checkout:${row?.id}`,
      params: {
        mode: 'payment',
        locale: 'en',
        client_reference_id: row?.id,
        customer_email: buyer.email,
        metadata: { checkoutId: row?.id, userId: String(buyer.userId), couponCode: 'TEACHER20' },
        line_items: [{ quantity: '1', price_data: { currency: 'usd', unit_amount: '960' } }],
        adaptive_pricing: { enabled: 'false' },
        success_url: 'https://letters.example.org/payment/success?session_id={CHECKOUT_SESSION_ID}',
        cancel_url: 'https://letters.example.org/payment/cancel',
      },
    });
    expect(shop.stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 960, status: 'open' });
  });

  it('the stand-in refuses an unknown parameter, a bad enumeration, and a missing currency', async () => {
    const sdk = new Stripe(shop.stripe.key, {
      ...addressOf(shop.product.services.config.STRIPE_API_BASE),
      maxNetworkRetries: 0,
    });
    const good = {
      mode: 'payment' as const,
      success_url: 'https://letters.example.org',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'five' } } },
      ],
    };
    const create = (params: object) => sdk.checkout.sessions.create({ ...good, ...params });
    await expect(create({})).resolves.toMatchObject({ amount_total: 500 });
    await expect(create({ colour: 'red' })).rejects.toThrow('unknown parameter: colour');
    await expect(create({ mode: 'gift' })).rejects.toThrow('Invalid mode');
    const line_items = [{ quantity: 1, price_data: { unit_amount: 500, product_data: { name: 'five' } } }];
    await expect(create({ line_items })).rejects.toThrow(
      'Missing required param: line_items[0][price_data][currency]',
    );
    await expect(create({ expires_at: 17 })).rejects.toThrow('expires_at');
  });

  function addressOf(base = '') {
    const { hostname, port } = new URL(base);
    return { protocol: 'http' as const, host: hostname, port };
  }
});

describe('provider outage', () => {
  it('at checkout: nothing is charged, and a retry gets the same checkout', async () => {
    const buyer = await shop.buyer();
    shop.stripe.mode = 'down';
    const failed = await buyer.checkout('five', undefined, 'intent');
    expect(failed.statusCode).toBe(503);
    expect(failed.json()).toMatchObject({ code: 'PAYMENT_PROVIDER_DOWN' });
    shop.stripe.mode = 'up';
    expect((await buyer.checkout('five', undefined, 'intent')).statusCode).toBe(200);
    expect(await buyer.checkouts()).toHaveLength(1);
  });

  it('after a lost answer: a retry finds the session that was made', async () => {
    const buyer = await shop.buyer();
    const made = shop.stripe.sessions.size;
    shop.stripe.mode = 'cut';
    expect((await buyer.checkout('five', undefined, 'intent')).statusCode).toBe(503);
    shop.stripe.mode = 'up';
    const answer = await buyer.checkout('five', undefined, 'intent');
    expect(answer.statusCode).toBe(200);
    expect(shop.stripe.sessions.size).toBe(made + 1);
  });

  it('after a lost answer and a change of language: a retry finds the session in the language it was asked in', async () => {
    const buyer = await shop.buyer();
    shop.stripe.mode = 'cut';
    expect((await buyer.checkout('five', undefined, 'intent')).statusCode).toBe(503);
    shop.stripe.mode = 'up';
    const { db } = shop.product.services;
    await db.update(users).set({ language: 'fr' }).where(eq(users.id, buyer.userId));
    expect((await buyer.checkout('five', undefined, 'intent')).statusCode).toBe(200);
    const asked = shop.stripe.received.filter(({ path }) => path.endsWith('/checkout/sessions')).slice(-2);
    expect(asked.map(({ params }) => params.locale)).toEqual(['en', 'en']);
  });

  it('after a lost answer and a change of address: the retry is told to choose again, and a new checkout is made', async () => {
    const buyer = await shop.buyer();
    shop.stripe.mode = 'cut';
    expect((await buyer.checkout('five', undefined, 'intent')).statusCode).toBe(503);
    shop.stripe.mode = 'up';
    const { db } = shop.product.services;
    const email = `new-${buyer.userId}@example.com`;
    await db.update(users).set({ email, emailVerified: true }).where(eq(users.id, buyer.userId));
    const retried = await buyer.checkout('five', undefined, 'intent');
    expect(retried.statusCode).toBe(409);
    expect(retried.json()).toMatchObject({ code: 'CHECKOUT_REPLACED' });
    expect((await buyer.checkout('five', undefined, 'another intent')).statusCode).toBe(200);
  });

  it('at the webhook: the event is refused, so that Stripe sends it again', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    shop.stripe.confirm(sessionId);
    const event = shop.stripe.event('checkout.session.completed', sessionId);
    shop.stripe.mode = 'down';
    expect((await shop.deliver(event)).statusCode).toBe(503);
    // The success page cannot ask either, and shows our own state.
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'open', balance: 0 });
    shop.stripe.mode = 'up';
    expect((await shop.deliver(event)).statusCode).toBe(200);
    expect(await buyer.credits()).toBe(5);
  });

  it('while an older checkout is replaced: no second one is opened', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    shop.stripe.mode = 'down';
    expect((await buyer.checkout('fifteen')).statusCode).toBe(503);
    shop.stripe.mode = 'up';
    shop.stripe.confirm(sessionId);
    await shop.notify('checkout.session.completed', sessionId);
    expect(await buyer.credits()).toBe(5);
  });
});

describe('GET /api/checkout/:sessionId', () => {
  it('grants a paid session without a webhook, and returns 404 for another user’s', async () => {
    const [buyer, other] = [await shop.buyer(), await shop.buyer()];
    const { sessionId } = await buyer.buy('five');
    shop.stripe.confirm(sessionId);
    expect((await other.get(`/api/checkout/${sessionId}`)).statusCode).toBe(404);
    const signedOut = await shop.product.app.inject({ url: `/api/checkout/${sessionId}` });
    expect(signedOut.statusCode).toBe(401);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid', balance: 5 });
    expect(await other.credits()).toBe(0);
  });

  it('asks Stripe at most every two seconds', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    const asked = shop.stripe.received.length;
    for (let n = 0; n < 5; n++) await buyer.state(sessionId);
    expect(shop.stripe.received.length - asked).toBeLessThanOrEqual(1);
  });
});

describe('content security policy', () => {
  it('allows Stripe’s script on the payment page only', async () => {
    const scripts = async (url: string) => {
      const { headers } = await shop.product.app.inject({ url });
      return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await scripts('/payment')).toContain('https://js.stripe.com');
    expect(await scripts('/buy-credits?x=1')).toContain('https://js.stripe.com');
    for (const url of ['/', '/payment/success?session_id=x', '/my-letters?from=/payment'])
      expect(await scripts(url)).not.toContain('stripe.com');
  });
});
