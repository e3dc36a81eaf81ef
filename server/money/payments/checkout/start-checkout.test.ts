import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer } from '../../../../test/support/buyer.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { paySandboxSession } from '../../../dev/sandbox-checkout/sandbox-provider.ts';
import { coupons, creditPackages } from '../../credits/schema.ts';
import { checkouts, couponRedemptions } from '../schema.ts';
import { verifyLedger } from '../verify-ledger.ts';
import { refreshUnfinishedCheckouts } from './refresh.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.services.db.insert(coupons).values([
    { code: 'HALF', description: '', discountType: 'percentage', discountValue: 50, totalLimit: 1 },
    { code: 'FREE', description: '', discountType: 'percentage', discountValue: 100 },
    { code: 'ALMOST', description: '', discountType: 'fixed', discountValue: 480 },
    { code: 'FIFTYONLY', description: '', discountType: 'fixed', discountValue: 500, packages: ['fifty'] },
  ]);
});
afterAll(async () => {
  expect(await verifyLedger(product.services.db)).toEqual([]);
  await product.close();
});

const press = (sessionId: string, action: string, headers: Record<string, string> = product.origin) =>
  product.app.inject({
    method: 'POST',
    url: `/sandbox/checkout/${sessionId}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
  });

describe('POST /api/create-checkout-session', () => {
  it('needs sign-in, a product record, a known package and one’s own userId', async () => {
    const buyer = await newBuyer(product);
    const signedOut = await product.app.inject({
      method: 'POST',
      url: '/api/create-checkout-session',
      headers: product.origin,
      payload: { packageId: 'five' },
    });
    expect(signedOut.statusCode).toBe(401);
    expect((await buyer.checkout('none')).statusCode).toBe(404);
    const other = await buyer.post('/api/create-checkout-session', { packageId: 'five', userId: 999_999 });
    expect(other.statusCode).toBe(403);
    expect((await buyer.checkout('five', 'NOSUCH')).json()).toMatchObject({ code: 'COUPON_REFUSED' });
    expect(await buyer.checkouts()).toEqual([]);
  });

  it('uses the price of our own rows, not of the request', async () => {
    const buyer = await newBuyer(product);
    const answer = await buyer.post('/api/create-checkout-session', {
      packageId: 'fifteen',
      price: 1,
      amount: 1,
      credits: 5000,
      couponCode: 'teacher20',
    });
    const { sessionId, url } = answer.json<{ sessionId: string; url: string }>();
    expect(url).toBe(`http://localhost:3000/sandbox/checkout/${sessionId}`);
    expect(await buyer.checkouts()).toMatchObject([
      { listPrice: 1200, amount: 960, credits: 15, couponCode: 'TEACHER20', status: 'open' },
    ]);
  });

  it('treats an empty coupon code as none', async () => {
    const buyer = await newBuyer(product);
    await buyer.buy('five', ' ');
    expect(await buyer.checkouts()).toMatchObject([{ couponCode: null, amount: 500 }]);
  });

  it('a retry with the same Idempotency-Key gets the same session, concurrent ones too', async () => {
    const buyer = await newBuyer(product);
    const answers = await Promise.all([1, 2, 3].map(() => buyer.checkout('five', undefined, 'intent')));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await buyer.checkouts()).toHaveLength(1);
    expect((await buyer.checkout('fifty', undefined, 'intent')).statusCode).toBe(409);
  });

  it('the newest checkout replaces older ones, from concurrent tabs too', async () => {
    const buyer = await newBuyer(product);
    const first = await buyer.buy('five');
    const answers = await Promise.all([1, 2, 3, 4].map(() => buyer.checkout('fifteen')));
    expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
    const rows = await buyer.checkouts();
    expect(rows.filter((row) => row.status === 'open')).toHaveLength(1);
    expect(await buyer.state(first.sessionId)).toMatchObject({ status: 'expired' });
    const over = await press(first.sessionId, 'pay');
    expect(over.statusCode).toBe(400);
    expect(await buyer.credits()).toBe(0);
  });

  it('grants at once when a discount leaves nothing to pay', async () => {
    const buyer = await newBuyer(product);
    const { sessionId, url } = await buyer.buy('five', 'FREE');
    expect(url).toBe(`http://localhost:3000/payment/success?session_id=${sessionId}`);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid', balance: 5, amount: 0 });
    expect((await buyer.checkout('five', 'FREE')).json()).toMatchObject({
      code: 'COUPON_REFUSED',
      message: 'You have already used that code.',
    });
    expect(await buyer.credits()).toBe(5);
  });

  it('refuses a price below the provider’s minimum, and codes for other packages', async () => {
    const buyer = await newBuyer(product);
    const little = await buyer.checkout('five', 'ALMOST');
    expect(little.statusCode).toBe(400);
    expect(little.json()).toMatchObject({ code: 'BELOW_MINIMUM' });
    expect(little.json<{ message: string }>().message).toContain('$0.20');
    const inGerman = await product.app.inject({
      method: 'POST',
      url: '/api/create-checkout-session',
      headers: { ...buyer.headers, 'accept-language': 'de' },
      payload: { packageId: 'five', userId: buyer.userId, couponCode: 'ALMOST' },
    });
    expect(inGerman.json<{ message: string }>().message).toContain('0,20\u00a0$');
    expect((await buyer.checkout('five', 'WELCOME5')).json()).toMatchObject({ code: 'COUPON_REFUSED' });
    expect((await buyer.checkout('five', 'FIFTYONLY')).json()).toMatchObject({ code: 'COUPON_REFUSED' });
    expect((await buyer.buy('fifty', 'FIFTYONLY')).sessionId).toMatch(/^cs_sandbox_/);
    expect(await buyer.checkouts()).toMatchObject([{ amount: 2000 }]);
  });

  it('keeps the offered price and credits when the package changes before payment', async () => {
    const { db } = product.services;
    await db.insert(creditPackages).values({ id: 'passing', name: '7 credits', price: 700, credits: 7 });
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('passing');
    await db
      .update(creditPackages)
      .set({ price: 9900, credits: 1, active: false })
      .where(eq(creditPackages.id, 'passing'));
    await press(sessionId, 'pay');
    expect(await buyer.credits()).toBe(7);
  });
});

describe('reserved discount', () => {
  it('is reserved while the checkout is open, released when it expires, used when it is paid', async () => {
    const { db } = product.services;
    const [one, other] = [await newBuyer(product), await newBuyer(product)];
    const held = await one.buy('five', 'HALF');
    const validate = async (buyer: typeof one) =>
      (await buyer.post('/api/validate-coupon', { code: 'half' })).json<{ valid: boolean }>().valid;
    expect(await validate(other)).toBe(false);
    expect((await other.checkout('five', 'HALF')).json()).toMatchObject({
      message: 'That code has been used up.',
    });
    expect(await validate(one)).toBe(true);
    await one.buy('fifteen', 'HALF');
    await one.buy('fifteen');
    expect(await one.state(held.sessionId)).toMatchObject({ status: 'expired' });
    expect(await validate(other)).toBe(true);
    const { sessionId } = await other.buy('five', 'HALF');
    await press(sessionId, 'pay');
    const uses = await db.select().from(couponRedemptions).where(eq(couponRedemptions.code, 'HALF'));
    expect(uses).toMatchObject([{ userId: other.userId, useNumber: 1 }]);
    expect(await validate(one)).toBe(false);
  });

  it('is never reserved for two people at once', async () => {
    const { db } = product.services;
    await db.insert(coupons).values({
      code: 'RACE',
      description: '',
      discountType: 'percentage',
      discountValue: 10,
      totalLimit: 2,
    });
    const buyers = await Promise.all(Array.from({ length: 5 }, () => newBuyer(product)));
    const answers = await Promise.all(buyers.map((buyer) => buyer.checkout('five', 'RACE')));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(2);
  });

  it('cannot be used twice by paying a replaced checkout', async () => {
    const { db } = product.services;
    const buyer = await newBuyer(product);
    const older = await buyer.buy('five', 'TEACHER20');
    // Paid at the provider; the webhook has not arrived yet.
    await paySandboxSession(db, older.sessionId, 0);
    const newer = await buyer.checkout('fifteen', 'TEACHER20');
    expect(newer.json()).toMatchObject({
      code: 'COUPON_REFUSED',
      message: 'You have already used that code.',
    });
    expect(await buyer.credits()).toBe(5);
    expect((await buyer.buy('fifteen')).sessionId).not.toBe(older.sessionId);
  });
});

describe('sandbox page', () => {
  it('says that it is a test, and has no script', async () => {
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('fifteen', 'TEACHER20');
    const shown = await product.app.inject({ url: `/sandbox/checkout/${sessionId}` });
    expect(shown.headers['content-type']).toContain('text/html');
    expect(shown.body).toContain('Test, no money moves');
    expect(shown.body).toContain('$9.60');
    expect(shown.body).not.toContain('<script');
    expect((await product.app.inject({ url: '/sandbox/checkout/cs_sandbox_none' })).statusCode).toBe(404);
  });

  it('speaks the language of the buyer, and says it when it is over', async () => {
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('five');
    await buyer.buy('fifteen');
    const pressed = await press(sessionId, 'pay', { ...product.origin, 'accept-language': 'de' });
    expect(pressed.statusCode).toBe(400);
    expect(pressed.body).toContain('<html lang="de">');
    expect(pressed.body).toContain('Dieser Probekauf ist vorbei. Es wurde nichts abgebucht.');
    expect(pressed.body).toContain('5,00\u00a0$');
    expect(pressed.body).not.toContain('<form');
  });

  it('pays by a signed webhook and redirects back', async () => {
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('five');
    const answer = await press(sessionId, 'pay');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`http://localhost:3000/payment/success?session_id=${sessionId}`);
    // Granted before the success page was opened.
    expect(await buyer.credits()).toBe(5);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid', balance: 5, test: true });
    expect((await press(sessionId, 'pay')).statusCode).toBe(400);
    expect(await buyer.credits()).toBe(5);
  });

  it('can be paid after a decline or a cancel', async () => {
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('five');
    expect((await press(sessionId, 'decline')).body).toContain('Your card was declined');
    expect((await press(sessionId, 'cancel')).headers.location).toBe('http://localhost:3000/payment/cancel');
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'open', balance: 0 });
    await press(sessionId, 'pay-and-close');
    expect(await buyer.credits()).toBe(5);
  });

  it('a late payment is processing first, then paid without a webhook', async () => {
    const { db } = product.services;
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('five');
    await press(sessionId, 'pay-late');
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'processing', balance: 0 });
    await db.execute(sql`update sandbox_sessions set paid_from = now() where id = ${sessionId}`);
    await db.execute(
      sql`update checkouts set checked_at = now() - interval '3 seconds' where session_id = ${sessionId}`,
    );
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid', balance: 5 });
  });

  it('refuses a form from another origin', async () => {
    const buyer = await newBuyer(product);
    const { sessionId } = await buyer.buy('five');
    expect((await press(sessionId, 'pay', { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect(await buyer.credits()).toBe(0);
  });
});

describe('refreshUnfinishedCheckouts', () => {
  it('grants what was paid without a webhook, and expires what is over', async () => {
    const { db } = product.services;
    const [paid, left] = [await newBuyer(product), await newBuyer(product)];
    const bought = await paid.buy('five');
    await paySandboxSession(db, bought.sessionId, 0);
    const abandoned = await left.buy('fifteen', 'TEACHER20');
    await db.execute(
      sql`update sandbox_sessions set expires_at = now() - interval '1 second' where id = ${abandoned.sessionId}`,
    );
    await db.update(checkouts).set({ createdAt: sql`now() - interval '1 hour'`, checkedAt: null });
    await refreshUnfinishedCheckouts(product.services);
    expect(await paid.credits()).toBe(5);
    expect(await left.checkouts()).toMatchObject([{ status: 'expired' }]);
    expect((await left.checkout('five', 'TEACHER20')).statusCode).toBe(200);
  });
});

describe('without a payment service', () => {
  it('answers 503 on a public installation', async () => {
    const open = await startTestProduct({ env: { PUBLIC_URL: 'https://letters.example.org' } });
    try {
      await open.services.db.insert(coupons).values({
        code: 'FREE',
        description: '',
        discountType: 'percentage',
        discountValue: 100,
      });
      const buyer = await newBuyer(open);
      const answer = await buyer.checkout('five');
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
      expect((await buyer.get('/api/config')).json()).toMatchObject({ payments: 'none' });
      expect((await open.app.inject({ url: '/sandbox/checkout/x' })).body).not.toContain('Test checkout');
      const hook = await open.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: {} });
      expect(hook.statusCode).not.toBe(200);
      // A discount of 100 % needs no payment service.
      expect((await buyer.checkout('five', 'FREE')).statusCode).toBe(200);
      expect(await buyer.credits()).toBe(5);
    } finally {
      await open.close();
    }
  });
});
