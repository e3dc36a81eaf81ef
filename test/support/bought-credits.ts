import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { grantPurchase } from '../../server/money/payments/checkout/settle-checkout.ts';
import { lockCheckout } from '../../server/money/payments/data.ts';
import { checkouts } from '../../server/money/payments/schema.ts';
import type { TestProduct } from './test-product.ts';

/** Grants a purchase at a dollar a credit. @param days how long ago it was paid @returns its id, also that of its payment */
export async function boughtCredits(
  { services }: Pick<TestProduct, 'services'>,
  userId: number,
  credits: number,
  days: number,
): Promise<string> {
  const { db, config } = services;
  // Tests count the mails of what happens to it later.
  const unmailed = { config, queue: { enqueue: async () => {} } };
  const id = randomUUID();
  await db.insert(checkouts).values({
    id,
    userId,
    provider: 'sandbox',
    livemode: false,
    packageId: 'five',
    packageName: `${credits} credits`,
    credits,
    listPrice: credits * 100,
    amount: credits * 100,
    currency: 'usd',
    status: 'expiring',
    expiresAt: new Date(),
  });
  await db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, id);
    if (locked) await grantPurchase(tx, unmailed, locked.checkout, { sessionId: id, paymentId: id });
    await tx
      .update(checkouts)
      .set({ paidAt: sql`now() - make_interval(days => ${days}::int)` })
      .where(eq(checkouts.id, id));
  });
  return id;
}
