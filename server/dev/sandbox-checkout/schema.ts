import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { now, time } from '../../core/db/columns.ts';

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
    /** in the future for a late payment */
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

export type SandboxSession = typeof sandboxSessions.$inferSelect;
