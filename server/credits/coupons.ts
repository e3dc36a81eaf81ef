import { and, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Coupon } from '../../shared/credits.ts';
import type { Database, Executor, Transaction } from '../platform/db/database.ts';
import { coupons } from '../platform/db/schema/credits.ts';
import { checkouts, couponRedemptions } from '../platform/db/schema/payments.ts';
import { enforce } from '../platform/rate-limit.ts';
import { writeEntry } from './ledger.ts';

type CouponRow = typeof coupons.$inferSelect;

/** A coupon as a person meets it, or the sentence that says why it can't be used. */
export type CouponCheck =
  | { row: CouponRow; uses: number; refusal: null }
  | { row: null; uses: number; refusal: string };

/**
 * Checks a code for one person: known, in its dates, not used up by everybody or by them. Discounts that other
 * people's unfinished checkouts hold count as used; the person's own open checkout does not, for a newer one
 * takes its place, but one whose payment is being confirmed does.
 */
export async function checkCoupon(db: Executor, code: string, userId: number): Promise<CouponCheck> {
  const refuse = (refusal: string): CouponCheck => ({ row: null, uses: 0, refusal });
  const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
  if (!row?.active) return refuse('We do not know that code.');
  const now = new Date();
  if (row.startsAt && row.startsAt > now) return refuse('That code is not valid yet.');
  if (row.endsAt && row.endsAt <= now) return refuse('That code has expired.');
  const [used] = await db
    .select({ everybody: count(), mine: countIf(eq(couponRedemptions.userId, userId)) })
    .from(couponRedemptions)
    .where(eq(couponRedemptions.code, code));
  const [reserved] = await db
    .select({
      others: countIf(ne(checkouts.userId, userId)),
      mine: countIf(and(eq(checkouts.userId, userId), eq(checkouts.status, 'processing'))),
    })
    .from(checkouts)
    .where(
      and(eq(checkouts.couponCode, code), inArray(checkouts.status, ['open', 'expiring', 'processing'])),
    );
  const uses = used?.mine ?? 0;
  const mine = uses + (reserved?.mine ?? 0);
  if (mine >= row.perUserLimit) return refuse('You have already used that code.');
  const everybody = (used?.everybody ?? 0) + (reserved?.mine ?? 0) + (reserved?.others ?? 0);
  if (row.totalLimit !== null && everybody >= row.totalLimit) return refuse('That code has been used up.');
  return { row, uses, refusal: null };
}

const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`;

export interface Redemption {
  success: boolean;
  creditsGranted: number;
  message: string;
}

/**
 * Redeems a coupon for free credits: the use, the ledger entry and the balance in the caller's transaction. The
 * coupon's row is held meanwhile, so its limits hold however many tabs press at once.
 */
export async function redeemCoupon(tx: Transaction, code: string, userId: number): Promise<Redemption> {
  await lockCoupon(tx, code);
  const { row, uses, refusal } = await checkCoupon(tx, code, userId);
  if (!row) return { success: false, creditsGranted: 0, message: refusal };
  if (row.freeCredits === 0) {
    return {
      success: false,
      creditsGranted: 0,
      message: 'That code is a discount: it counts when you buy credits.',
    };
  }
  const useNumber = uses + 1;
  await tx.insert(couponRedemptions).values({ code, userId, useNumber });
  await writeEntry(tx, {
    userId,
    delta: row.freeCredits,
    kind: 'coupon',
    reference: `${code}:${userId}:${useNumber}`,
  });
  const credits = row.freeCredits === 1 ? '1 free credit' : `${row.freeCredits} free credits`;
  return { success: true, creditsGranted: row.freeCredits, message: `${credits} added to your account.` };
}

/** Holds the coupon's row until the transaction ends, so that its uses are counted one by one. */
export async function lockCoupon(tx: Transaction, code: string): Promise<void> {
  await tx.select({ code: coupons.code }).from(coupons).where(eq(coupons.code, code)).for('update');
}

/**
 * Spends a held discount on a purchase. It was reserved when the checkout was opened; where the reservation was
 * lost meanwhile (paid after it had expired) the use is still counted, for the price was honoured.
 */
export async function spendDiscount(
  tx: Transaction,
  spent: { code: string; userId: number; checkoutId: string },
): Promise<void> {
  await tx.execute(sql`
    insert into coupon_redemptions (code, user_id, use_number, checkout_id)
    select ${spent.code}, ${spent.userId}, coalesce(max(use_number), 0) + 1, ${spent.checkoutId}::uuid
    from coupon_redemptions where code = ${spent.code} and user_id = ${spent.userId}`);
}

export function presentCoupon(row: CouponRow): Coupon {
  return {
    code: row.code,
    description: row.description,
    discountType: row.discountType,
    discountValue: row.discountValue,
    freeCredits: row.freeCredits,
    packages: row.packages,
  };
}

const TRIES_AN_HOUR = 30;

/** Counts one more coupon that a person tries, wherever codes are taken. @throws 429 beyond 30 an hour */
export function limitCouponTries(db: Database, uid: string): Promise<void> {
  return enforce(db, {
    key: `coupon:${uid}`,
    most: TRIES_AN_HOUR,
    window: 3600,
    message: 'That was a lot of codes. Please try again in a while.',
  });
}
