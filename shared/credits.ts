import { z } from 'zod';
import { localeOf, msg } from './words.ts';

/** Coupon whose free credits are a newcomer's first letters (spec section 9). */
export const WELCOME_COUPON = 'WELCOME5';

const creditPackage = z.object({
  id: z.string(),
  name: z.string(),
  /** integer cents */
  price: z.int().min(0),
  credits: z.int().min(1),
});
export type CreditPackage = z.infer<typeof creditPackage>;
export const creditPackageList = z.array(creditPackage);

const coupon = z.object({
  code: z.string(),
  description: z.string(),
  discountType: z.enum(['percentage', 'fixed']),
  /** percent, or cents for `fixed` */
  discountValue: z.int().min(0),
  freeCredits: z.int().min(0),
  /** ids of the packages whose price it lowers; null for all */
  packages: z.array(z.string()).nullable(),
});
export type Coupon = z.infer<typeof coupon>;

/** `GET /api/welcome-coupon`: null when it is not active, or this person, if somebody is signed in, has used it. */
export const welcomeCouponResponse = z.object({ coupon: coupon.nullable() });

/** Codes are case-insensitive and stored upper-cased (spec section 5). */
export const couponCode = z
  .string()
  .trim()
  .min(1, msg('Please enter a coupon code'))
  .max(64, msg('That is not a coupon code'))
  .transform((code) => code.toUpperCase());

/** `POST /api/validate-coupon` and `POST /api/redeem-coupon`. */
export const couponBody = z.object({
  code: couponCode,
  userId: z.union([z.string(), z.number()]).transform(String).optional(),
});

export const validateCouponResponse = z.object({
  valid: z.boolean(),
  coupon: coupon.nullable(),
  message: z.string(),
});
export const redeemCouponResponse = z.object({
  success: z.boolean(),
  creditsGranted: z.int().min(0),
  message: z.string(),
});

export function couponApplies(coupon: Pick<Coupon, 'packages'>, packageId: string): boolean {
  return coupon.packages === null || coupon.packages.includes(packageId);
}

/** Price after a coupon that applies, integer cents, never below 0 (spec section 9). */
export function discountedPrice(
  price: number,
  coupon: Pick<Coupon, 'discountType' | 'discountValue'> | null,
): number {
  if (!coupon) return price;
  const off =
    coupon.discountType === 'percentage'
      ? Math.round((price * coupon.discountValue) / 100)
      : coupon.discountValue;
  return Math.max(0, price - off);
}

/**
 * 1200 is '$12.00', in German '12,00 $'. A left-to-right mark after 'US$', as Arabic has it, keeps the '$' behind
 * its letters.
 * @param language BCP 47
 */
export function dollars(cents: number, language = 'en'): string {
  if (language === 'en') return `$${(cents / 100).toFixed(2)}`;
  const price = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'USD' }).format(
    cents / 100,
  );
  return language === 'ar' ? price.replace('US$', 'US$\u200e') : price;
}

const ledgerEntry = z.object({
  id: z.int(),
  createdAt: z.string(),
  /** credits: positive was received, negative was spent */
  delta: z.int(),
  balance: z.int().min(0),
  /** purchase, coupon, letter, letter-returned, grant, take-back, refund, gift-given, gift-claimed, gift-returned; more may come */
  kind: z.string(),
  /** explanation, e.g. 'Letter to Ilse Brandt' */
  title: z.string(),
  /** details, e.g. 'Paid $9.60 with TEACHER20' */
  detail: z.string().nullable(),
  letterId: z.int().nullable(),
  /** for `GET /api/receipts/{id}` */
  receiptId: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** `GET /api/ledger?cursor=&limit=`: newest first. */
export const ledgerPage = z.object({
  credits: z.int().min(0),
  entries: z.array(ledgerEntry),
  nextCursor: z.string().nullable(),
});
export const ledgerQuery = z.object({
  /** id of the last entry of the page before */
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
