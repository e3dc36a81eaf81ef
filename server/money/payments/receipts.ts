import { and, eq, sql } from 'drizzle-orm';
import type { Receipt } from '../../../shared/payments.ts';
import type { Executor } from '../../core/db/database.ts';
import { users } from '../../people/users/schema.ts';
import { ledgerEntries } from '../credits/schema.ts';
import { checkouts } from './schema.ts';

export async function findReceipt(
  db: Executor,
  seller: string,
  uid: string,
  checkoutId: string,
): Promise<Receipt | null> {
  const [row] = await db
    .select({ checkout: checkouts, user: users, entryId: ledgerEntries.id })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.userId))
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.kind, 'purchase'), eq(ledgerEntries.reference, sql`${checkouts.id}::text`)),
    )
    .where(and(eq(checkouts.id, checkoutId), eq(users.accountUid, uid)));
  const paidAt = row?.checkout.paidAt;
  if (!row || !paidAt) return null;
  const { checkout, user, entryId } = row;
  return {
    id: checkout.id,
    // The ledger entry's: unique and never reused.
    number: String(entryId).padStart(6, '0'),
    seller,
    buyer: { name: user.displayName, email: user.email },
    paidAt: paidAt.toISOString(),
    packageName: checkout.packageName,
    credits: checkout.credits,
    currency: checkout.currency,
    listPrice: checkout.listPrice,
    discount: checkout.couponCode
      ? { code: checkout.couponCode, amount: checkout.listPrice - checkout.amount }
      : null,
    amount: checkout.amount,
    refunded: checkout.withdrawn,
    creditsTakenBack: checkout.takenBack,
    paymentId: checkout.paymentId,
    test: !checkout.livemode && checkout.amount > 0,
  };
}
