import { z } from 'zod';
import { msg } from './words.ts';

/** In the spelling of the payment provider. */
export const CURRENCY = 'usd';
/** Least card payment in cents (Stripe, 'Minimum and maximum charge amounts'). */
export const MINIMUM_CHARGE_CENTS = 50;

/** `POST /api/create-checkout-session`. An empty coupon code counts as none. */
export const checkoutBody = z.object({
  packageId: z.string().min(1, msg('Please choose a package')).max(64),
  userId: z.union([z.string(), z.number()]).transform(String).optional(),
  couponCode: z
    .string()
    .trim()
    .max(64, msg('That is not a coupon code'))
    .transform((code) => code.toUpperCase() || null)
    .nullish(),
});

/** `url`: the provider's page, or our success page when nothing is left to pay. */
export const checkoutResponse = z.object({ sessionId: z.string(), url: z.string() });
export type CheckoutResponse = z.infer<typeof checkoutResponse>;

/**
 * `GET /api/checkout/{sessionId}`: the state of a checkout. `open` not paid yet · `processing` confirmed, payment
 * pending · `paid` the credits are granted · `failed` the payment failed · `expired` nothing was charged, and it cannot
 * be paid any more.
 */
export const checkoutState = z.object({
  sessionId: z.string(),
  status: z.enum(['open', 'processing', 'paid', 'failed', 'expired']),
  packageName: z.string(),
  credits: z.int(),
  /** cents */
  amount: z.int(),
  balance: z.int(),
  url: z.string().nullable(),
  /** for `GET /api/receipts/{id}`, once it is paid */
  receiptId: z.string().nullable(),
  test: z.boolean(),
});
export type CheckoutState = z.infer<typeof checkoutState>;
export const checkoutParams = z.object({ sessionId: z.string().min(1).max(255) });

/** `GET /api/receipts/{id}`. Amounts in cents. */
export const receipt = z.object({
  id: z.string(),
  number: z.string(),
  seller: z.string(),
  buyer: z.object({ name: z.string().nullable(), email: z.string() }),
  paidAt: z.string(),
  packageName: z.string(),
  credits: z.int(),
  currency: z.string(),
  listPrice: z.int(),
  discount: z.object({ code: z.string(), amount: z.int() }).nullable(),
  amount: z.int(),
  refunded: z.int(),
  /** credits taken back for refunds and disputes */
  creditsTakenBack: z.int(),
  /** the provider's id of the payment; null when nothing had to be paid */
  paymentId: z.string().nullable(),
  test: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;
