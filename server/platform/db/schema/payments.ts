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
import { id, now, time } from './columns.ts';
import { coupons, creditPackages } from './credits.ts';
import { users } from './users.ts';

/**
 * How far a purchase has come. `open` and `expiring` (its end was asked for, the provider has not said yet) may
 * still be paid; `processing` was confirmed and its money is on the way. `paid` is final: what is given back
 * afterwards is counted beside it.
 */
export type CheckoutStatus = 'open' | 'expiring' | 'processing' | 'paid' | 'failed' | 'expired';

/** A purchase as we offered it: what was promised, for which price, and what came of it. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** who is asked for the money; `none` when nothing is left to pay */
    provider: text().$type<'none' | 'sandbox' | 'stripe'>().notNull(),
    /** false where no money moves: the sandbox, and the provider's test keys */
    livemode: boolean().notNull(),
    /** the provider's checkout session */
    sessionId: text(),
    /** where the person pays */
    url: text(),
    packageId: text()
      .notNull()
      .references(() => creditPackages.id),
    packageName: text().notNull(),
    credits: integer().notNull(),
    /** cents, before the discount */
    listPrice: integer().notNull(),
    /** cents that are asked for */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** the held discount: reserved while this is unfinished, spent when it is paid */
    couponCode: text().references(() => coupons.code),
    status: text().$type<CheckoutStatus>().notNull().default('open'),
    /** the provider's payment */
    paymentId: text(),
    /** cents that went back: refunds, and disputes that are not won */
    withdrawn: integer().notNull().default(0),
    /** credits taken back for them */
    takenBack: integer().notNull().default(0),
    /** credits that should have been taken back and were spent already */
    shortfall: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: time().notNull(),
    paidAt: time(),
    /** last time the provider was asked */
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
    /** the purchase that a discount was spent on; null for free credits */
    checkoutId: uuid().references(() => checkouts.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('coupon_redemptions_use').on(t.code, t.userId, t.useNumber),
    uniqueIndex('coupon_redemptions_checkout').on(t.checkoutId),
    index('coupon_redemptions_user').on(t.userId),
  ],
);

/** The provider's events that were handled: it sends them more than once, and an operator may want to look. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** the provider's id of the event */
    id: text().primaryKey(),
    type: text().notNull(),
    /** the checkout session, charge or dispute it is about */
    objectId: text().notNull(),
    /** the provider's clock */
    occurredAt: time().notNull(),
    handledAt: now(),
  },
  (t) => [index('payment_events_handled').on(t.handledAt)],
);

/** What does not add up between the provider and us, for the operator to look at. One row a fact. */
export const paymentFindings = pgTable(
  'payment_findings',
  {
    id: id(),
    kind: text()
      .$type<'shortfall' | 'amount-mismatch' | 'unknown-checkout' | 'not-paid' | 'repaired'>()
      .notNull(),
    /** the checkout's id, or the provider's session where we have none */
    reference: text().notNull(),
    detail: text().notNull(),
    createdAt: now(),
    resolvedAt: time(),
    resolution: text(),
  },
  (t) => [uniqueIndex('payment_findings_fact').on(t.kind, t.reference)],
);

/** Runs of the nightly comparison with the provider. */
export const reconciliations = pgTable('reconciliations', {
  id: id(),
  startedAt: now(),
  /** null for one that is running or was cut off */
  finishedAt: time(),
  compared: integer().notNull().default(0),
  findings: integer().notNull().default(0),
});

/** Checkout sessions of the sandbox: what the provider would know. No money moves here. */
export const sandboxSessions = pgTable(
  'sandbox_sessions',
  {
    id: text().primaryKey(),
    checkoutId: uuid().notNull(),
    description: text().notNull(),
    /** cents */
    amount: integer().notNull(),
    currency: text().notNull(),
    successUrl: text().notNull(),
    cancelUrl: text().notNull(),
    status: text().$type<'open' | 'complete' | 'expired'>().notNull().default('open'),
    paymentId: text().notNull(),
    /** the money counts as arrived from this moment; later than now for a late payment */
    paidFrom: time(),
    /** cents */
    refunded: integer().notNull().default(0),
    createdAt: now(),
    expiresAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_sessions_checkout').on(t.checkoutId),
    uniqueIndex('sandbox_sessions_payment').on(t.paymentId),
  ],
);
