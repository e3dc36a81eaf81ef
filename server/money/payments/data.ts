import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { users } from '../../people/users/schema.ts';
import type { PaymentProvider } from './provider.ts';
import { type CheckoutStatus, checkouts } from './schema.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;

/** Statuses that may still become `paid`. */
export const UNFINISHED: CheckoutStatus[] = ['open', 'expiring', 'processing'];

export const findCheckout = (db: Executor, where: SQL | undefined): Promise<CheckoutRow | null> =>
  first(db.select().from(checkouts).where(where));

export const findOwnCheckout = (db: Executor, userId: number, sessionId: string) =>
  findCheckout(db, and(eq(checkouts.userId, userId), eq(checkouts.sessionId, sessionId)));

/** Buyer first, then checkout: always in this order. */
export async function lockCheckout(
  tx: Executor,
  checkoutId: string,
): Promise<{ checkout: CheckoutRow; credits: number } | null> {
  const found = await findCheckout(tx, eq(checkouts.id, checkoutId));
  if (!found) return null;
  const [user] = await tx.select().from(users).where(eq(users.id, found.userId)).for('update');
  const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, checkoutId)).for('update');
  return user && checkout ? { checkout, credits: user.credits } : null;
}

/** One that the provider knows becomes `expiring` until it is ended there. */
export async function endOpenCheckout(tx: Executor, userId: number): Promise<void> {
  await tx
    .update(checkouts)
    .set({ status: sql`case when ${checkouts.sessionId} is null then 'expired' else 'expiring' end` })
    .where(and(eq(checkouts.userId, userId), eq(checkouts.status, 'open')));
}

export function isFromProvider(checkout: CheckoutRow, provider: PaymentProvider): boolean {
  return checkout.provider === provider.kind && checkout.livemode === provider.livemode;
}
