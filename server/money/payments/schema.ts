import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, now, time } from '../../core/db/columns.ts';
import { ofUser } from '../../people/users/schema.ts';
import { coupons, creditPackages } from '../credits/schema.ts';

/** `open` and `expiring` may still be paid; `processing` is confirmed, without the money. `paid` is final. */
export type CheckoutStatus = 'open' | 'expiring' | 'processing' | 'paid' | 'failed' | 'expired';

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    /** `none` when the price is zero */
    provider: text().$type<'none' | 'sandbox' | 'stripe'>().notNull(),
    /** false where no money moves */
    livemode: boolean().notNull(),
    sessionId: text(),
    url: text(),
    packageId: text()
      .notNull()
      .references(() => creditPackages.id),
    packageName: text().notNull(),
    /** BCP 47, of the payment page: a retry must ask for the same */
    language: text(),
    credits: integer().notNull(),
    /** cents, before the discount */
    listPrice: integer().notNull(),
    /** cents to pay */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** reserved while this is unfinished */
    couponCode: text().references(() => coupons.code),
    status: text().$type<CheckoutStatus>().notNull().default('open'),
    paymentId: text(),
    /** cents: refunds, and disputes not won */
    withdrawn: integer().notNull().default(0),
    takenBack: integer().notNull().default(0),
    /** already spent */
    shortfall: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: time().notNull(),
    paidAt: time(),
    /** read from the provider */
    checkedAt: time(),
  },
  (t) => [
    uniqueIndex('checkouts_session').on(t.sessionId),
    uniqueIndex('checkouts_payment').on(t.paymentId),
    uniqueIndex('checkouts_one_open').on(t.userId).where(sql`status = 'open'`),
    index('checkouts_user').on(t.userId, t.createdAt),
    index('checkouts_unfinished').on(t.checkedAt).where(sql`status in ('open', 'expiring', 'processing')`),
    index('checkouts_coupon').on(t.couponCode).where(sql`status in ('open', 'expiring', 'processing')`),
    check(
      'checkouts_sane',
      sql`${t.credits} > 0 and ${t.amount} >= 0 and ${t.amount} <= ${t.listPrice}
        and ${t.withdrawn} between 0 and ${t.amount} and ${t.takenBack} >= 0 and ${t.shortfall} >= 0
        and ${t.takenBack} + ${t.shortfall} <= ${t.credits}`,
    ),
  ],
);

export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    id: id(),
    code: text()
      .notNull()
      .references(() => coupons.code),
    userId: ofUser(),
    /** unique, so two tabs can't share a use */
    useNumber: integer().notNull(),
    checkoutId: uuid().references(() => checkouts.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('coupon_redemptions_use').on(t.code, t.userId, t.useNumber),
    uniqueIndex('coupon_redemptions_checkout').on(t.checkoutId),
    index('coupon_redemptions_user').on(t.userId),
  ],
);

/** No longer written or read; dropped in a later release. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text().notNull(),
    occurredAt: time().notNull(),
    handledAt: now(),
  },
  (t) => [index('payment_events_handled').on(t.handledAt)],
);

export const paymentFindings = pgTable(
  'payment_findings',
  {
    id: id(),
    kind: text()
      .$type<
        'shortfall' | 'amount-mismatch' | 'unknown-checkout' | 'deleted-account' | 'not-paid' | 'repaired'
      >()
      .notNull(),
    reference: text().notNull(),
    detail: text().notNull(),
    createdAt: now(),
    resolvedAt: time(),
    resolution: text(),
  },
  (t) => [uniqueIndex('payment_findings_fact').on(t.kind, t.reference)],
);

/** No longer written or read; dropped in a later release. */
export const reconciliations = pgTable('reconciliations', {
  id: id(),
  startedAt: now(),
  finishedAt: time(),
  compared: integer().notNull().default(0),
  findings: integer().notNull().default(0),
});
