import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { said } from '../../../../shared/words.ts';
import { notReady } from '../../../core/errors.ts';

/** An unknown key id causes a reload at once, at most every 30 seconds. */
const CACHE_MS = 3600_000;
const RELOAD_PAUSE_MS = 30_000;
const FETCH_TIMEOUT_MS = 5_000;

/** A key set that cannot be fetched is a fault (503): an outage at Google must not sign everybody out. */
export function remoteKeys(address: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: CACHE_MS,
    cooldownDuration: RELOAD_PAUSE_MS,
    timeoutDuration: FETCH_TIMEOUT_MS,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      // No key fits the token, or its format is wrong.
      if (
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      )
        throw error;
      throw notReady(said('We can not check your sign-in right now. Please try again in a moment.'));
    }
  };
}
