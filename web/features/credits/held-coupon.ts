import { type Coupon, validateCouponResponse } from '../../../shared/credits.ts';
import { readJson } from '../../../shared/read-json.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';

const keyOf = (uid: string) => `held-coupon:${uid}`;

/** Outlasts a visit to the payment page, so that an attempt after a cancelled payment costs the same. The server checks it. */
export function loadHeld(storage: Pick<Storage, 'getItem'>, uid: string): Coupon | null {
  return readJson(keptText(storage, keyOf(uid)), validateCouponResponse.shape.coupon);
}

export function saveHeld(storage: Pick<Storage, 'setItem' | 'removeItem'>, uid: string, held: Coupon | null) {
  keepText(storage, keyOf(uid), held && JSON.stringify(held));
}
