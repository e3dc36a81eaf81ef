import type { Database } from '../platform/db/database.ts';
import { enforce } from '../platform/rate-limit.ts';

const TRIES_AN_HOUR = 30;

/** Counts one more coupon that a person tries, wherever codes are taken. @throws 429 beyond 30 an hour */
export function limitCouponTries(db: Database, uid: string): Promise<void> {
  return enforce(db, {
    key: `coupon:${uid}`,
    most: TRIES_AN_HOUR,
    window: 3600,
    message: 'That was a lot of codes. Please try again in a while.',
  });
}
