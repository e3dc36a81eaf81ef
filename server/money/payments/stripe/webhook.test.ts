import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayInWords } from '../../../../shared/day-in-words.ts';
import { IdentityClient } from '../../../../test/identity/identity-client.ts';
import { startStripeProduct } from '../../../../test/support/stripe-product.ts';
import { eraseAccount } from '../../../pages/account/erase-account.ts';
import { users } from '../../../people/users/schema.ts';
import { refundCheckout } from '../record-refunds.ts';
import { couponRedemptions } from '../schema.ts';

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

describe('POST /api/stripe/webhook', () => {
  it('grants once for any number of concurrent events, before the redirect', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('fifteen', 'TEACHER20');
    shop.stripe.confirm(sessionId);
    const same = shop.stripe.event('checkout.session.completed', sessionId);
    const all = [...Array(6).fill(same), shop.stripe.event('checkout.session.completed', sessionId)];
    const answers = await Promise.all([...all.map(shop.deliver), buyer.state(sessionId)]);
    expect(answers.slice(0, 7).map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(200));
    expect((await shop.deliver(same)).statusCode).toBe(200);
    expect(await buyer.credits()).toBe(15);
    const purchases = (await buyer.entries()).filter((entry) => entry.kind === 'purchase');
    expect(purchases).toHaveLength(1);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid', balance: 15 });
    const uses = await shop.product.services.db
      .select()
      .from(couponRedemptions)
      .where(eq(couponRedemptions.userId, buyer.userId));
    expect(uses).toMatchObject([{ code: 'TEACHER20' }]);
  });

  it('mails one receipt to a confirmed address, and none to another', async () => {
    const client = new IdentityClient(shop.product);
    const receiptsTo = async ({ email }: { email: string }) =>
      (await client.mailsTo(email)).filter(({ subject }) => subject.startsWith('Your receipt'));
    const buyer = await shop.buyer({ verified: true });
    // Where it is another day than in UTC.
    const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
    await shop.product.services.db.update(users).set({ timeZone }).where(eq(users.id, buyer.userId));
    const { sessionId } = await buyer.buy('fifteen', 'TEACHER20');
    shop.stripe.confirm(sessionId);
    const event = shop.stripe.event('checkout.session.completed', sessionId);
    await Promise.all([...Array(4).fill(event).map(shop.deliver), buyer.state(sessionId)]);
    await shop.notify('checkout.session.completed', sessionId);
    const stranger = await shop.buyer({ verified: false });
    const other = await stranger.buy('five');
    shop.stripe.confirm(other.sessionId);
    await shop.notify('checkout.session.completed', other.sessionId);
    expect(await stranger.credits()).toBe(5);

    const mails = await receiptsTo(buyer);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    const { receiptId } = await buyer.state(sessionId);
    const { number, paidAt } = (await buyer.get(`/api/receipts/${receiptId}`)).json();
    expect(mail?.subject).toBe(`Your receipt ${number}`);
    expect(mail?.text).toContain('Hello Maren Oakes,\n\nThank you. 15 letters are ready to be written.');
    for (const row of [
      `Number: ${number}`,
      `Date: ${dayInWords(paidAt, 'en', timeZone)}`,
      '15 credits: $12.00',
      'Coupon TEACHER20: −$2.40',
      'Paid, USD: $9.60',
    ])
      expect(mail?.text).toContain(row);
    expect(mail?.text).toContain(`https://letters.example.org/receipts/${receiptId}`);
    expect(mail?.text).toContain('You have 15 credits. Credits never expire.');
    expect(await receiptsTo(stranger)).toEqual([]);
  });

  it('does not trust the event: an unpaid session stays unpaid', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    expect(await shop.notify('checkout.session.completed', sessionId)).toBe(200);
    expect(await buyer.credits()).toBe(0);
  });

  it('refuses a missing, foreign or old signature, and an altered body', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    shop.stripe.confirm(sessionId);
    const event = shop.stripe.event('checkout.session.completed', sessionId);
    const unsigned = await shop.deliver({ ...event, headers: { ...event.headers, 'stripe-signature': '' } });
    expect(unsigned.statusCode).toBe(400);
    expect(unsigned.json()).toMatchObject({ code: 'BAD_SIGNATURE' });
    expect(await shop.notify('checkout.session.completed', sessionId, { secret: 'whsec_other' })).toBe(400);
    const old = Math.floor(Date.now() / 1000) - 301;
    expect(await shop.notify('checkout.session.completed', sessionId, { timestamp: old })).toBe(400);
    expect((await shop.deliver({ ...event, payload: `${event.payload} ` })).statusCode).toBe(400);
    expect((await shop.deliver({ ...event, payload: '' })).statusCode).toBe(400);
    expect(await buyer.credits()).toBe(0);
    const recent = Math.floor(Date.now() / 1000) - 200;
    expect(await shop.notify('checkout.session.completed', sessionId, { timestamp: recent })).toBe(200);
    expect(await buyer.credits()).toBe(5);
  });

  it('accepts events in any order, and a late payment', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    shop.stripe.confirm(sessionId, 'processing');
    const completed = shop.stripe.event('checkout.session.completed', sessionId);
    shop.stripe.confirm(sessionId, 'succeeded');
    expect(await shop.notify('checkout.session.async_payment_succeeded', sessionId)).toBe(200);
    expect(await shop.deliver(completed)).toMatchObject({ statusCode: 200 });
    expect(await shop.notify('checkout.session.expired', sessionId)).toBe(200);
    expect(await buyer.credits()).toBe(5);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid' });
  });

  it('shows a processing payment and a failed one', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five', 'TEACHER20');
    shop.stripe.confirm(sessionId, 'processing');
    await shop.notify('checkout.session.completed', sessionId);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'processing', balance: 0 });
    expect((await buyer.checkout('five', 'TEACHER20')).statusCode).toBe(400);
    shop.stripe.confirm(sessionId, 'requires_payment_method');
    await shop.notify('checkout.session.async_payment_failed', sessionId);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'failed', balance: 0, receiptId: null });
    expect((await buyer.checkout('five', 'TEACHER20')).statusCode).toBe(200);
  });

  it('grants a payment for a checkout that had expired here', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five', 'TEACHER20');
    shop.stripe.expire(sessionId);
    await shop.notify('checkout.session.expired', sessionId);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'expired' });
    shop.stripe.confirm(sessionId);
    await shop.notify('checkout.session.completed', sessionId);
    expect(await buyer.state(sessionId)).toMatchObject({ status: 'paid', balance: 5 });
  });

  it('ignores sessions without our metadata, and unknown event types', async () => {
    const asked = shop.stripe.received.length;
    expect(await shop.notify('customer.created', 'cus_1')).toBe(200);
    expect(shop.stripe.received).toHaveLength(asked);
    expect(await shop.notify('checkout.session.completed', 'cs_test_unknown')).toBe(200);
    expect(await shop.notify('charge.refunded', 'ch_unknown')).toBe(200);
    expect(await shop.notify('checkout.session.completed', '')).toBe(200);
  });

  it('ignores sessions and payments of another shop with the same account, whose ids are no UUIDs', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    const metadata = { checkoutId: 'order-17' };
    Object.assign(shop.stripe.sessions.get(sessionId) ?? {}, { client_reference_id: 'order-17', metadata });
    shop.stripe.confirm(sessionId);
    const { charge } = shop.stripe.paymentOf(sessionId);
    expect(await shop.notify('checkout.session.completed', sessionId)).toBe(200);
    expect(await shop.notify('charge.refunded', charge)).toBe(200);
    expect(await shop.findings(sessionId)).toEqual([]);
    shop.stripe.sessions.delete(sessionId);
  });

  it('reports a payment after the deletion of its buyer’s account, which can be refunded', async () => {
    const { services } = shop.product;
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    await services.db.transaction((tx) => eraseAccount(tx, services, buyer.uid));
    shop.stripe.confirm(sessionId);
    await shop.notify('checkout.session.completed', sessionId);
    const [checkout] = await buyer.checkouts();
    const id = checkout?.id ?? '';
    expect(await shop.findings(id)).toMatchObject([{ kind: 'deleted-account' }]);
    expect(await refundCheckout(services, id, null)).toMatchObject({ withdrawn: 500, takenBack: 5 });
  });

  it('reports a paid session of ours that this database does not know', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('five');
    const lost = '00000000-0000-4000-8000-000000000000';
    Object.assign(shop.stripe.sessions.get(sessionId) ?? {}, {
      client_reference_id: lost,
      metadata: { checkoutId: lost },
    });
    shop.stripe.confirm(sessionId);
    expect(await shop.notify('checkout.session.completed', sessionId)).toBe(200);
    expect(await shop.findings(sessionId)).toMatchObject([{ kind: 'unknown-checkout' }]);
    shop.stripe.sessions.delete(sessionId);
  });

  it('grants nothing for another amount, and reports it', async () => {
    const buyer = await shop.buyer();
    const { sessionId } = await buyer.buy('fifty');
    Object.assign(shop.stripe.sessions.get(sessionId) ?? {}, { amount_total: 1 });
    shop.stripe.confirm(sessionId);
    await shop.notify('checkout.session.completed', sessionId);
    expect(await buyer.credits()).toBe(0);
    expect(await shop.findings(sessionId)).toMatchObject([{ kind: 'amount-mismatch' }]);
    shop.stripe.sessions.delete(sessionId);
  });
});
