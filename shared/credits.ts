import { z } from 'zod';

export const creditPackage = z.object({
  id: z.string(),
  name: z.string(),
  /** integer cents */
  price: z.number().int().min(0),
  credits: z.number().int().min(1),
});
export type CreditPackage = z.infer<typeof creditPackage>;
export const creditPackageList = z.array(creditPackage);

export const coupon = z.object({
  code: z.string(),
  description: z.string(),
  discountType: z.enum(['percentage', 'fixed']),
  /** percent, or cents for `fixed` */
  discountValue: z.number().int().min(0),
  freeCredits: z.number().int().min(0),
});
export type Coupon = z.infer<typeof coupon>;

/** Codes are case-insensitive and stored upper-cased (spec section 5). */
export const couponCode = z
  .string()
  .trim()
  .min(1, 'Please enter a coupon code')
  .max(64, 'That is not a coupon code')
  .transform((code) => code.toUpperCase());

/** `POST /api/validate-coupon` and `POST /api/redeem-coupon`. */
export const couponBody = z.object({
  code: couponCode,
  userId: z.union([z.string(), z.number()]).transform(String).optional(),
});

export const validateCouponAnswer = z.object({
  valid: z.boolean(),
  coupon: coupon.nullable(),
  message: z.string(),
});
export const redeemCouponAnswer = z.object({
  success: z.boolean(),
  creditsGranted: z.number().int().min(0),
  message: z.string(),
});

/** Price after a coupon, integer cents, never below 0 (spec section 9). */
export function discountedPrice(
  price: number,
  held: Pick<Coupon, 'discountType' | 'discountValue'> | null,
): number {
  if (!held) return price;
  const off =
    held.discountType === 'percentage' ? Math.round((price * held.discountValue) / 100) : held.discountValue;
  return Math.max(0, price - off);
}

/** Cents as dollars with two decimals: 1200 is '$12.00'. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
