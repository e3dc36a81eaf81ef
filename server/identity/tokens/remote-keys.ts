import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { notReady } from '../../errors.ts';

/** Milliseconds. An unknown key id causes a reload at once, at most every 30 seconds. */
const KEEP = 3600_000;
const COOL_DOWN = 30_000;
const TIME_OUT = 5_000;

/**
 * The public keys of another issuer: fetched when first needed, cached, and fetched again when it rotates them. A key
 * set that cannot be fetched is a fault (503), not a refusal of the token: an outage at Google must not sign everybody
 * out.
 */
export function remoteKeys(address: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: KEEP,
    cooldownDuration: COOL_DOWN,
    timeoutDuration: TIME_OUT,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (isVerdict(error)) throw error;
      throw notReady('We can not check your sign-in right now. Please try again in a moment.');
    }
  };
}

/** Whether the error is about the token: no key fits it, or its format is wrong. */
function isVerdict(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
