import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { users } from '../../people/users/schema.ts';
import { couponRedemptions } from '../payments/schema.ts';
import { coupons, ledgerEntries } from './schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function newcomer() {
  const person = await signedIn(product);
  const made = await product.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.headers,
    payload: { firebaseUid: person.uid },
  });
  expect(made.json()).toMatchObject({ credits: 0, firebaseUid: person.uid });
  return person;
}
const call = (path: string, person: { headers: Record<string, string> }, code: string, more: object = {}) =>
  product.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: person.headers,
    payload: { code, ...more },
  });
const balance = async (uid: string) => {
  const [row] = await product.services.db.select().from(users).where(eq(users.accountUid, uid));
  return row?.credits;
};

describe('coupons', () => {
  it('WELCOME5 grants five credits once per person, in any case of letters and from concurrent requests', async () => {
    const person = await newcomer();
    const valid = await call('validate-coupon', person, ' welcome5 ');
    expect(valid.json()).toMatchObject({ valid: true, coupon: { code: 'WELCOME5', freeCredits: 5 } });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('redeem-coupon', person, 'Welcome5')),
    );
    expect(answers.filter((answer) => answer.json<{ success: boolean }>().success)).toHaveLength(1);
    expect(await balance(person.uid)).toBe(5);
    expect((await call('validate-coupon', person, 'WELCOME5')).json()).toEqual({
      valid: false,
      coupon: null,
      message: 'You have already used that code.',
    });
  });

  it('the welcome coupon is on offer to whoever has not used it', async () => {
    const person = await newcomer();
    const offer = async (who: { headers: Record<string, string> } = person) =>
      (await product.app.inject({ url: '/api/welcome-coupon', headers: who.headers })).json();
    expect(await offer()).toMatchObject({ coupon: { code: 'WELCOME5', freeCredits: 5 } });
    await call('redeem-coupon', person, 'WELCOME5');
    expect(await offer()).toEqual({ coupon: null });
    expect(await offer(await newcomer())).not.toEqual({ coupon: null });
    // To whoever is not signed in, as to somebody new.
    expect(await offer({ headers: {} })).toMatchObject({ coupon: { freeCredits: 5 } });
    await product.services.db.update(coupons).set({ active: false }).where(eq(coupons.code, 'WELCOME5'));
    expect(await offer({ headers: {} })).toEqual({ coupon: null });
    await product.services.db.update(coupons).set({ active: true }).where(eq(coupons.code, 'WELCOME5'));
  });

  it('a retry with the same Idempotency-Key gets the first answer', async () => {
    const person = await newcomer();
    const again = () =>
      product.app.inject({
        method: 'POST',
        url: '/api/redeem-coupon',
        headers: { ...person.headers, 'idempotency-key': 'welcome' },
        payload: { code: 'WELCOME5' },
      });
    expect((await again()).json()).toMatchObject({ success: true, creditsGranted: 5 });
    expect((await again()).json()).toMatchObject({ success: true, creditsGranted: 5 });
    expect(await balance(person.uid)).toBe(5);
  });

  it('enforces the total limit across users', async () => {
    const { db } = product.services;
    await db.insert(coupons).values({
      code: 'THREE',
      description: 'three only',
      discountType: 'fixed',
      freeCredits: 1,
      totalLimit: 3,
    });
    const people = await Promise.all(Array.from({ length: 6 }, newcomer));
    const answers = await Promise.all(people.map((person) => call('redeem-coupon', person, 'THREE')));
    expect(answers.filter((answer) => answer.json<{ success: boolean }>().success)).toHaveLength(3);
    const uses = await db.select().from(couponRedemptions).where(eq(couponRedemptions.code, 'THREE'));
    expect(uses).toHaveLength(3);
  });

  it('refuses a code before its start and after its end, with the reason', async () => {
    const { db } = product.services;
    const person = await newcomer();
    const base = { description: '', discountType: 'fixed' as const, freeCredits: 1 };
    await db.insert(coupons).values([
      { ...base, code: 'OLD', endsAt: new Date(Date.now() - 1000) },
      { ...base, code: 'SOON', startsAt: new Date(Date.now() + 60_000) },
    ]);
    expect((await call('redeem-coupon', person, 'OLD')).json()).toMatchObject({
      success: false,
      message: 'That code has expired.',
    });
    expect((await call('redeem-coupon', person, 'SOON')).json()).toMatchObject({ success: false });
    expect((await call('validate-coupon', person, 'NOSUCH')).json()).toMatchObject({ valid: false });
    expect(await balance(person.uid)).toBe(0);
  });

  it('refuses an empty code, another user’s id, and a signed-out request', async () => {
    const person = await newcomer();
    expect((await call('redeem-coupon', person, '  ')).json()).toMatchObject({
      message: 'Please enter a coupon code',
    });
    expect((await call('redeem-coupon', person, 'WELCOME5', { userId: '999999' })).statusCode).toBe(403);
    expect((await call('redeem-coupon', { headers: product.origin }, 'WELCOME5')).statusCode).toBe(401);
    expect(await balance(person.uid)).toBe(0);
  });

  it('limits the codes that a person may try in an hour', async () => {
    const person = await newcomer();
    const codes: number[] = [];
    for (let n = 0; n < 32; n++) codes.push((await call('validate-coupon', person, `GUESS${n}`)).statusCode);
    expect(codes.filter((code) => code === 429)).toHaveLength(2);
  });

  it('do not count a try that failed by our fault', async () => {
    const person = await newcomer();
    const { db } = product.services;
    const tries = () =>
      db.execute(sql`select count from rate_counters where key = ${`coupon:${person.uid}`}`);
    await db.execute(sql`alter table coupon_redemptions rename to coupon_redemptions_away`);
    try {
      expect((await call('redeem-coupon', person, 'WELCOME5')).statusCode).toBe(500);
      expect((await call('validate-coupon', person, 'WELCOME5')).statusCode).toBe(500);
    } finally {
      await db.execute(sql`alter table coupon_redemptions_away rename to coupon_redemptions`);
    }
    expect((await tries()).rows).toEqual([]);
    expect((await call('redeem-coupon', person, 'WELCOME5')).json()).toMatchObject({ success: true });
    expect((await tries()).rows).toMatchObject([{ count: 1 }]);
  });
});

describe('ledger', () => {
  it('entries cannot be updated or deleted', async () => {
    const { db } = product.services;
    await expect(db.update(ledgerEntries).set({ delta: 1 })).rejects.toThrow();
    await expect(db.delete(ledgerEntries)).rejects.toThrow();
  });

  it('the sum of entries equals every balance', async () => {
    const { rows } = await product.services.db.execute(sql`
      select u.id from users u left join ledger_entries e on e.user_id = u.id
      group by u.id having u.credits <> coalesce(sum(e.delta), 0)`);
    expect(rows).toEqual([]);
  });
});

describe('users', () => {
  it('a new user has 0 credits', async () => {
    const person = await newcomer();
    const answer = await product.app.inject({ url: `/api/users/${person.uid}`, headers: person.headers });
    expect(answer.json().credits).toBe(0);
  });

  it('returns only the signed-in user’s own record', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const get = (uid: string) => product.app.inject({ url: `/api/users/${uid}`, headers: one.headers });
    expect((await get(one.uid)).json()).toMatchObject({ firebaseUid: one.uid, credits: 0 });
    expect((await get(other.uid)).statusCode).toBe(404);
    const find = (uid: string) =>
      product.app.inject({
        method: 'POST',
        url: '/api/user',
        headers: one.headers,
        payload: { firebaseUid: uid },
      });
    expect((await find(one.uid)).statusCode).toBe(200);
    expect((await find(other.uid)).statusCode).toBe(403);
  });

  it('stores the address of the session, not one from the request', async () => {
    const person = await signedIn(product);
    const made = await product.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: person.headers,
      payload: { firebaseUid: person.uid, email: 'victim@example.org' },
    });
    expect(made.json()).toMatchObject({ email: person.email });
  });
});

describe('GET /api/credit-packages', () => {
  it('returns the three packages with prices in cents', async () => {
    const answer = await product.app.inject({ url: '/api/credit-packages' });
    expect(
      answer.json<{ credits: number; price: number }[]>().map(({ credits, price }) => [credits, price]),
    ).toEqual([
      [5, 500],
      [15, 1200],
      [50, 2500],
    ]);
    const german = { 'accept-language': 'de' };
    const [five] = (await product.app.inject({ url: '/api/credit-packages', headers: german })).json();
    expect(five.name).toBe('5 Marken');
  });
});
