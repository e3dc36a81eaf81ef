import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, now, time } from '../../core/db/columns.ts';
import { users } from '../../people/users/schema.ts';
import { coupons, creditPackages } from '../credits/schema.ts';

/**
 * Status of a purchase. `open` and `expiring` (its expiry was requested, and the provider has not confirmed it) may still
 * be paid; `processing` was confirmed, and the money has not arrived. `paid` is final: refunds are counted separately.
 */
export type CheckoutStatus = 'open' | 'expiring' | 'processing' | 'paid' | 'failed' | 'expired';

/** A purchase: what was offered, at which price, and its outcome. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** the payment provider; `none` when the price is zero */
    provider: text().$type<'none' | 'sandbox' | 'stripe'>().notNull(),
    /** false for the sandbox and the provider's test keys, where no money moves */
    livemode: boolean().notNull(),
    /** the provider's checkout session */
    sessionId: text(),
    /** address of the payment page */
    url: text(),
    packageId: text()
      .notNull()
      .references(() => creditPackages.id),
    packageName: text().notNull(),
    /** of the payment page (BCP 47): kept, because a retry must ask the provider for the same; null in rows of earlier versions */
    language: text(),
    credits: integer().notNull(),
    /** cents, before the discount */
    listPrice: integer().notNull(),
    /** cents to pay */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** the discount: reserved while this is unfinished, used when it is paid */
    couponCode: text().references(() => coupons.code),
    status: text().$type<CheckoutStatus>().notNull().default('open'),
    /** the provider's payment id */
    paymentId: text(),
    /** cents returned: refunds, and disputes not won */
    withdrawn: integer().notNull().default(0),
    /** credits taken back for the returned cents */
    takenBack: integer().notNull().default(0),
    /** credits to take back that were already spent */
    shortfall: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: time().notNull(),
    paidAt: time(),
    /** last time its status was read from the provider */
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
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** 1 for the person's first use, 2 for the second… unique, so two tabs can't share a use */
    useNumber: integer().notNull(),
    /** the purchase that used the discount; null for free credits */
    checkoutId: uuid().references(() => checkouts.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('coupon_redemptions_use').on(t.code, t.userId, t.useNumber),
    uniqueIndex('coupon_redemptions_checkout').on(t.checkoutId),
    index('coupon_redemptions_user').on(t.userId),
  ],
);

/** Handled events of the provider, because it may send one more than once; also for inspection. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** the provider's id of the event */
    id: text().primaryKey(),
    type: text().notNull(),
    /** the checkout session, charge or dispute it is about */
    objectId: text().notNull(),
    /** time by the provider's clock */
    occurredAt: time().notNull(),
    handledAt: now(),
  },
  (t) => [index('payment_events_handled').on(t.handledAt)],
);

/** Differences between the provider and us, for the operator. One row each. */
export const paymentFindings = pgTable(
  'payment_findings',
  {
    id: id(),
    kind: text()
      .$type<'shortfall' | 'amount-mismatch' | 'unknown-checkout' | 'not-paid' | 'repaired'>()
      .notNull(),
    /** the checkout's id, or the provider's session id without one */
    reference: text().notNull(),
    detail: text().notNull(),
    createdAt: now(),
    resolvedAt: time(),
    resolution: text(),
  },
  (t) => [uniqueIndex('payment_findings_fact').on(t.kind, t.reference)],
);

/** Runs of the daily reconciliation with the provider. */
export const reconciliations = pgTable('reconciliations', {
  id: id(),
  startedAt: now(),
  /** null while it runs, or when it was interrupted */
  finishedAt: time(),
  compared: integer().notNull().default(0),
  findings: integer().notNull().default(0),
});
