import { said } from '../../../shared/words.ts';
import type { Executor } from '../../core/db/database.ts';
import { enforce } from '../../core/rate-limit.ts';

/** Archives per hour, of the account and of correspondences together; each reads many photos. */
const EXPORTS_AN_HOUR = 5;
const HOUR_SECONDS = 3600;

/** @throws 429 */
export async function limitExports(db: Executor, uid: string): Promise<void> {
  await enforce(db, {
    key: `export:${uid}`,
    most: EXPORTS_AN_HOUR,
    window: HOUR_SECONDS,
    message: said('You have taken your letters along a few times just now. Please try again in an hour.'),
  });
}
