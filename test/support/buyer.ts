import { eq } from 'drizzle-orm';
import { ledgerEntries } from '../../server/money/credits/schema.ts';
import { checkouts } from '../../server/money/payments/schema.ts';
import { users } from '../../server/people/users/schema.ts';
import { signedIn } from './sign-in.ts';
import type { TestProduct } from './test-product.ts';

/** A new user, and the calls of the payment page over HTTP. */
export async function newBuyer(product: TestProduct, options: { verified?: boolean } = {}) {
  const { app, services } = product;
  const person = await signedIn(product, options);
  const made = await app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.headers,
    payload: { firebaseUid: person.uid, displayName: 'Maren Oakes' },
  });
  const userId = made.json<{ id: number }>().id;
  const get = (url: string) => app.inject({ url, headers: person.headers });
  const post = (url: string, payload: object, key?: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...person.headers, ...(key ? { 'idempotency-key': key } : {}) },
      payload,
    });
  const checkout = (packageId: string, couponCode?: string, key?: string) =>
    post('/api/create-checkout-session', { packageId, userId, couponCode }, key);

  return {
    ...person,
    userId,
    get,
    post,
    checkout,
    /** opens a checkout that must succeed */
    buy: async (packageId: string, couponCode?: string) => {
      const answer = await checkout(packageId, couponCode);
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
      return answer.json<{ sessionId: string; url: string }>();
    },
    state: async (sessionId: string) => (await get(`/api/checkout/${sessionId}`)).json(),
    credits: async () => {
      const [row] = await services.db.select().from(users).where(eq(users.id, userId));
      return row?.credits;
    },
    entries: () => services.db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, userId)),
    checkouts: () =>
      services.db.select().from(checkouts).where(eq(checkouts.userId, userId)).orderBy(checkouts.createdAt),
  };
}

export type Buyer = Awaited<ReturnType<typeof newBuyer>>;
