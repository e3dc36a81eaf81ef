import { type Coupon, validateCouponAnswer } from '../../../shared/credits.ts';

const keyOf = (uid: string) => `held-coupon:${uid}`;

/**
 * The discount that a person holds in this tab: it outlasts the way to the payment page and back, so that nobody
 * who cancelled pays more at the second try. Whether it still counts, the server says at each checkout.
 */
export function loadHeld(storage: Pick<Storage, 'getItem'>, uid: string): Coupon | null {
  const text = storage.getItem(keyOf(uid));
  if (text === null) return null;
  try {
    const parsed = validateCouponAnswer.shape.coupon.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param held null lets it go */
export function saveHeld(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  uid: string,
  held: Coupon | null,
): void {
  if (held) storage.setItem(keyOf(uid), JSON.stringify(held));
  else storage.removeItem(keyOf(uid));
}
