import type { CookieSerializeOptions } from '@fastify/cookie';
import { z } from 'zod';
import { type AppleFlow, appleFlow } from '../../../shared/apple-sign-in.ts';
import type { Config } from '../../config.ts';
import { deriveKey, randomToken, seal, unseal } from '../../platform/secrets.ts';
import type { Services } from '../../platform/services.ts';

/** What a browser must bring back from Apple, kept in a cookie of its own until then. */
export interface PendingSignIn {
  /** comes back through Apple: the answer belongs to this browser */
  state: string;
  /** comes back inside the ID token: the token belongs to this sign-in */
  nonce: string;
  flow: AppleFlow;
  /** the page's own mark, so that of several tabs the right one takes the answer up */
  attempt: string;
  /** milliseconds since 1970 */
  expiresAt: number;
}

/** Milliseconds somebody may take at Apple: typing a password, a second factor. */
const LIFETIME = 15 * 60 * 1000;

const begun = z.object({
  state: z.string(),
  nonce: z.string(),
  flow: appleFlow,
  attempt: z.string(),
  expiresAt: z.number(),
});

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

export function pendingCookieName(config: Config): string {
  return isHttps(config) ? '__Host-apple-sign-in' : 'apple-sign-in';
}

/**
 * Apple's answer is a POST from Apple's site, with which a Lax cookie would not come: so this one, which proves
 * nothing but where a sign-in began, is SameSite=None. Browsers take that with Secure only, on localhost too.
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

/** @returns null when it is missing, forged or over */
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
