import { type Coupon, validateCouponResponse } from '../../../shared/credits.ts';
import { readJson } from '../../../shared/read-json.ts';

const keyOf = (uid: string) => `held-coupon:${uid}`;

/**
 * The discount coupon that a person applied in this tab. It survives the payment page, so that a second attempt after a
 * cancelled payment costs the same. The server checks it at each checkout.
 */
export function loadHeld(storage: Pick<Storage, 'getItem'>, uid: string): Coupon | null {
  return readJson(storage.getItem(keyOf(uid)), validateCouponResponse.shape.coupon);
}

/** @param held null removes it */
export function saveHeld(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  uid: string,
  held: Coupon | null,
): void {
  if (held) storage.setItem(keyOf(uid), JSON.stringify(held));
  else storage.removeItem(keyOf(uid));
}
