import type { CookieSerializeOptions } from '@fastify/cookie';
import { z } from 'zod';
import { appleFlow } from '../../../../shared/apple-sign-in.ts';
import type { Config } from '../../../core/config.ts';
import { deriveKey, randomToken, seal, unseal } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { isHttps } from '../sessions/session-cookie.ts';

/** State of a sign-in that is under way at Apple, kept in an encrypted cookie of the browser. */
const begun = z.object({
  /** returned by Apple: proves that the answer belongs to this browser */
  state: z.string(),
  /** returned in the ID token: proves that the token belongs to this sign-in */
  nonce: z.string(),
  flow: appleFlow,
  /** id that the page chose, so that of several tabs the right one takes the answer */
  attempt: z.string(),
  /** milliseconds since 1970 */
  expiresAt: z.number(),
});
export type PendingSignIn = z.infer<typeof begun>;

/** Milliseconds that a person may take at Apple. */
const LIFETIME = 15 * 60 * 1000;

export function pendingCookieName(config: Config): string {
  return isHttps(config) ? '__Host-apple-sign-in' : 'apple-sign-in';
}

/**
 * Apple's answer is a cross-site POST, which does not carry a Lax cookie, so this one is SameSite=None. It proves
 * only which browser began the sign-in. Browsers accept SameSite=None with Secure only, on localhost too.
 */
export const PENDING_COOKIE: CookieSerializeOptions = {
  httpOnly: true,
  secure: true,
  sameSite: 'none',
  path: '/',
};

export function beginSignInAtApple(flow: PendingSignIn['flow'], attempt: string): PendingSignIn {
  return { state: randomToken(), nonce: randomToken(), flow, attempt, expiresAt: Date.now() + LIFETIME };
}

export function sealPendingSignIn(services: Services, sign: PendingSignIn): string {
  return seal(keyOf(services), JSON.stringify(sign), 'apple sign-in');
}

/** @returns null when the cookie is missing, forged or expired */
export function openPendingSignIn(services: Services, cookie: string | undefined): PendingSignIn | null {
  if (!cookie || cookie.length > 2_048) return null;
  const opened = unseal(keyOf(services), cookie, 'apple sign-in');
  if (opened === null) return null;
  const read = begun.parse(JSON.parse(opened));
  return read.expiresAt > Date.now() ? read : null;
}

function keyOf({ sessionSecret }: Services): Buffer {
  return deriveKey(sessionSecret, 'apple sign-in cookie');
}
