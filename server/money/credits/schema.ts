import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, now, time } from '../../core/db/columns.ts';
import { ofUser, users } from '../../people/users/schema.ts';

export type LedgerKind =
  | 'purchase'
  | 'coupon'
  | 'letter'
  | 'letter-returned'
  | 'grant'
  | 'take-back'
  | 'refund'
  | 'gift-given'
  | 'gift-claimed'
  | 'gift-returned';

/** A trigger refuses update and delete. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: ofUser(),
    delta: integer().notNull(),
    kind: text().$type<LedgerKind>().notNull(),
    /** id of its cause: a letter, coupon redemption, checkout, gift */
    reference: text().notNull(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('ledger_entries_kind_reference').on(t.kind, t.reference),
    index('ledger_entries_user').on(t.userId, t.id),
    check('ledger_entries_delta_not_zero', sql`${t.delta} <> 0`),
  ],
);

export const creditPackages = pgTable(
  'credit_packages',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** cents */
    price: integer().notNull(),
    credits: integer().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [check('credit_packages_sane', sql`${t.price} between 0 and 99999999 and ${t.credits} > 0`)],
);

export const coupons = pgTable(
  'coupons',
  {
    /** upper-cased */
    code: text().primaryKey(),
    description: text().notNull(),
    discountType: text().$type<'percentage' | 'fixed'>().notNull(),
    /** percent, or cents for `fixed` */
    discountValue: integer().notNull().default(0),
    freeCredits: integer().notNull().default(0),
    perUserLimit: integer().notNull().default(1),
    totalLimit: integer(),
    packages: text().array(),
    startsAt: time(),
    endsAt: time(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    check(
      'coupons_sane',
      sql`${t.discountType} in ('percentage', 'fixed') and ${t.discountValue} >= 0 and ${t.freeCredits} >= 0
        and ${t.perUserLimit} > 0 and (${t.discountType} = 'fixed' or ${t.discountValue} <= 100)`,
    ),
  ],
);

/** Mailboxes that used a coupon. They stay when the account is erased, so that none uses it again. */
export const couponMailboxes = pgTable(
  'coupon_mailboxes',
  {
    code: text()
      .notNull()
      .references(() => coupons.code),
    /** keyed, of the canonical address */
    addressHash: text().notNull(),
    /** null once the account is erased */
    userId: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.code, t.addressHash] }), index('coupon_mailboxes_user').on(t.userId)],
);
