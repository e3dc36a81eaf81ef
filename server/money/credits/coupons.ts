import { and, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type Coupon, WELCOME_COUPON } from '../../../shared/credits.ts';
import { msg, type Said, said, saidN, type Words } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { checkouts, couponRedemptions } from '../payments/schema.ts';
import { type CouponUser, claimMailbox, isMailboxUsed } from './coupon-mailboxes.ts';
import { writeEntry } from './ledger.ts';
import { coupons } from './schema.ts';

type CouponRow = typeof coupons.$inferSelect;

type CouponCheck =
  | { row: CouponRow; uses: number; refusal: null }
  | { row: null; uses: number; refusal: Said };

const USED_ALREADY = said('You have already used that code.');

/** Others' unfinished checkouts count as uses; the person's own open one does not, since a newer replaces it. */
export async function checkCoupon(db: Executor, code: string, user: CouponUser): Promise<CouponCheck> {
  const { id: userId } = user;
  const refuse = (refusal: Said): CouponCheck => ({ row: null, uses: 0, refusal });
  const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
  if (!row?.active) return refuse(said('We do not know that code.'));
  const now = new Date();
  if (row.startsAt && row.startsAt > now) return refuse(said('That code is not valid yet.'));
  if (row.endsAt && row.endsAt <= now) return refuse(said('That code has expired.'));
  // Without a total limit only the person's own uses matter.
  const whoseUse = row.totalLimit === null ? eq(couponRedemptions.userId, userId) : undefined;
  const whoseCheckout = row.totalLimit === null ? eq(checkouts.userId, userId) : undefined;
  const [used] = await db
    .select({ everybody: count(), mine: countIf(eq(couponRedemptions.userId, userId)) })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.code, code), whoseUse));
  const [reserved] = await db
    .select({
      others: countIf(ne(checkouts.userId, userId)),
      mine: countIf(and(eq(checkouts.userId, userId), eq(checkouts.status, 'processing'))),
    })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.couponCode, code),
        inArray(checkouts.status, ['open', 'expiring', 'processing']),
        whoseCheckout,
      ),
    );
  const uses = used?.mine ?? 0;
  const mine = uses + (reserved?.mine ?? 0);
  if (mine >= row.perUserLimit || (row.freeCredits > 0 && (await isMailboxUsed(db, code, user))))
    return refuse(USED_ALREADY);
  const everybody = (used?.everybody ?? 0) + (reserved?.mine ?? 0) + (reserved?.others ?? 0);
  if (row.totalLimit !== null && everybody >= row.totalLimit)
    return refuse(said('That code has been used up.'));
  return { row, uses, refusal: null };
}

/** @param user null for somebody without an account */
export async function welcomeCoupon(db: Executor, user: CouponUser | null): Promise<CouponRow | null> {
  const { row } = await checkCoupon(db, WELCOME_COUPON, user ?? { id: 0, mailbox: null });
  return row && row.freeCredits > 0 ? row : null;
}

const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`;

export async function redeemCoupon(tx: Transaction, code: string, user: CouponUser) {
  const refused = (why: Said) => ({ success: false, creditsGranted: 0, said: why });
  await lockCoupon(tx, code);
  const { row, uses, refusal } = await checkCoupon(tx, code, user);
  if (!row) return refused(refusal);
  if (row.freeCredits === 0) return refused(said('That code is a discount: it counts when you buy credits.'));
  if (!(await claimMailbox(tx, code, user))) return refused(USED_ALREADY);
  const userId = user.id;
  const useNumber = uses + 1;
  await tx.insert(couponRedemptions).values({ code, userId, useNumber });
  await writeEntry(tx, {
    userId,
    delta: row.freeCredits,
    kind: 'coupon',
    reference: `${code}:${userId}:${useNumber}`,
  });
  return {
    success: true,
    creditsGranted: row.freeCredits,
    said: saidN(
      row.freeCredits,
      '1 free credit added to your account.',
      '{n} free credits added to your account.',
    ),
  };
}

export async function lockCoupon(tx: Transaction, code: string): Promise<void> {
  await tx.select({ code: coupons.code }).from(coupons).where(eq(coupons.code, code)).for('update');
}

/** Records a use, even if its reservation had expired before the payment: the discounted price was paid. */
export async function spendDiscount(
  tx: Transaction,
  spent: { code: string; userId: number; checkoutId: string },
): Promise<void> {
  await tx.execute(sql`
    insert into coupon_redemptions (code, user_id, use_number, checkout_id)
    select ${spent.code}, ${spent.userId}, coalesce(max(use_number), 0) + 1, ${spent.checkoutId}::uuid
    from coupon_redemptions where code = ${spent.code} and user_id = ${spent.userId}`);
}

const TRANSLATED_DESCRIPTIONS: readonly string[] = [
  msg('5 free credits to begin with'),
  msg('20% off for teachers'),
];

export function presentCoupon(row: CouponRow, words: Words): Coupon {
  return {
    code: row.code,
    description: TRANSLATED_DESCRIPTIONS.includes(row.description)
      ? words.say({ text: row.description })
      : row.description,
    discountType: row.discountType,
    discountValue: row.discountValue,
    freeCredits: row.freeCredits,
    packages: row.packages,
  };
}
