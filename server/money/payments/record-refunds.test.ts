import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Buyer } from '../../../test/support/buyer.ts';
import { startStripeProduct } from '../../../test/support/stripe-product.ts';
import { refreshPayment } from './checkout/refresh.ts';
import { openFindings, resolveFinding } from './findings.ts';
import { creditsToTakeBack, refundCheckout } from './record-refunds.ts';

let shop: Awaited<ReturnType<typeof startStripeProduct>>;
beforeAll(async () => {
  shop = await startStripeProduct();
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
  const shortfallsOf = async (checkoutId: string) =>
    (await openFindings(shop.product.services.db)).filter(
      ({ kind, reference }) => kind === 'shortfall' && reference.startsWith(`${checkoutId}:`),
    );

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

  it('are right in the end when an older state is recorded after a newer one', async () => {
    const { buyer, payment } = await paid();
    const { services } = shop.product;
    payment.refunds.push({ id: 're_first', amount: 600, created: 0 });
    const older = await services.payments.fetchPayment(payment.charge);
    payment.refunds.push({ id: 're_second', amount: 600, created: 0 });
    await shop.notify('charge.refunded', payment.charge);
    expect(await buyer.credits()).toBe(0);
    const answers = [older];
    const fetchPayment = async (id: string) => answers.pop() ?? services.payments.fetchPayment(id);
    await refreshPayment({ ...services, payments: { ...services.payments, fetchPayment } }, payment.charge);
    expect(await buyer.credits()).toBe(0);
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
    expect(await shortfallsOf(checkoutId)).toHaveLength(1);
    const again = await buyer.buy('five');
    shop.stripe.confirm(again.sessionId);
    await shop.notify('checkout.session.completed', again.sessionId);
    Object.assign(payment.disputes[0] ?? {}, { status: 'lost' });
    await shop.notify('charge.dispute.closed', 'dp_lost');
    expect(await buyer.credits()).toBe(5);
  });

  it('report a shortfall that comes again: anew once it was resolved, else not twice', async () => {
    const { buyer, payment, checkoutId } = await paid('five');
    await spend(buyer, 3);
    const comesAndGoes = async (amount = 500) => {
      payment.refunds.push({ id: `re_${amount}`, amount, created: 0 });
      for (let n = 0; n < 2; n += 1) await shop.notify('charge.refunded', payment.charge);
      const found = await shortfallsOf(checkoutId);
      payment.refunds.pop();
      await shop.notify('charge.refunded', payment.charge);
      expect((await buyer.checkouts())[0]).toMatchObject({ shortfall: 0 });
      return found;
    };
    const first = await comesAndGoes();
    expect(first).toHaveLength(1);
    expect(await comesAndGoes()).toEqual(first);
    for (const { id } of first) await resolveFinding(shop.product.services.db, id, 'written off');
    const second = await comesAndGoes();
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
    const [other] = (await comesAndGoes(400)).filter(({ id }) => id !== second[0]?.id);
    await resolveFinding(shop.product.services.db, other?.id ?? 0, 'written off');
    expect(await comesAndGoes()).toEqual(second);
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
    for (const cents of [400, 399, 1201])
      await expect(refundCheckout(shop.product.services, checkoutId, cents)).rejects.toThrow(
        '400 of 1200 cents went back already',
      );
    await refundCheckout(shop.product.services, checkoutId, 500);
    await refundCheckout(shop.product.services, checkoutId, null);
    expect(payment.refunds.map(({ amount }) => amount)).toEqual([400, 100, 700]);
    await expect(refundCheckout(shop.product.services, checkoutId, null)).rejects.toThrow(
      '1200 of 1200 cents went back already',
    );
    expect(await buyer.credits()).toBe(0);
    const receipt = await buyer.get(`/api/receipts/${checkoutId}`);
    expect(receipt.json()).toMatchObject({ amount: 1200, refunded: 1200, creditsTakenBack: 15, test: true });
  });
});

const bought = { credits: 15, amount: 960, takenBack: 0, shortfall: 0 };

describe('creditsToTakeBack', () => {
  it('takes all credits for a full refund, and a share rounded down for a part', () => {
    expect(creditsToTakeBack(bought, 20, 960)).toEqual({ delta: -15, takenBack: 15, shortfall: 0 });
    expect(creditsToTakeBack(bought, 20, 480)).toEqual({ delta: -7, takenBack: 7, shortfall: 0 });
    expect(creditsToTakeBack(bought, 20, 63)).toEqual({ delta: 0, takenBack: 0, shortfall: 0 });
  });

  it('takes the balance and records the rest as a shortfall, which later credits do not pay', () => {
    const short = creditsToTakeBack(bought, 4, 960);
    expect(short).toEqual({ delta: -4, takenBack: 4, shortfall: 11 });
    expect(creditsToTakeBack({ ...bought, ...short }, 50, 960).delta).toBe(0);
  });

  it('when money returns, reduces the shortfall before it gives credits back', () => {
    const short = { ...bought, takenBack: 4, shortfall: 11 };
    expect(creditsToTakeBack(short, 0, 0)).toEqual({ delta: 4, takenBack: 0, shortfall: 0 });
    expect(creditsToTakeBack(short, 0, 480)).toEqual({ delta: 0, takenBack: 4, shortfall: 3 });
  });

  it('never takes more than was bought or than the balance, over any sequence of refunds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.record({ withdrawn: fc.integer({ min: 0, max: 120_000 }), spent: fc.nat(20) }), {
          maxLength: 12,
        }),
        (credits, amount, steps) => {
          let state = { credits, amount, takenBack: 0, shortfall: 0 };
          let balance = credits;
          for (const { withdrawn, spent } of steps) {
            balance -= Math.min(balance, spent);
            const { delta, takenBack, shortfall } = creditsToTakeBack(state, balance, withdrawn);
            expect(delta).toBe(state.takenBack - takenBack);
            balance += delta;
            expect(balance).toBeGreaterThanOrEqual(0);
            expect(takenBack).toBeGreaterThanOrEqual(0);
            expect(shortfall).toBeGreaterThanOrEqual(0);
            const owed = amount === 0 ? 0 : Math.floor((credits * Math.min(withdrawn, amount)) / amount);
            expect(takenBack + shortfall).toBe(owed);
            state = { ...state, takenBack, shortfall };
          }
        },
      ),
    );
  });
});
