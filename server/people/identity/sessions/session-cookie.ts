import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { DAY_MS, MINUTE_MS } from '../../../../shared/durations.ts';
import type { Config } from '../../../core/config.ts';
import { deriveKey, isSameSecret, sign } from '../../../core/secrets.ts';
import type { IdentityServices } from '../identity-provider.ts';

/** Milliseconds from the sign-in, however often its tokens were renewed (ASVS 5.0, 7.3.2). */
const SIGN_IN_LIFETIME = 30 * DAY_MS;
/** Least lifetime of a session in milliseconds, when its ID token is about to expire. */
const AT_LEAST = 2 * MINUTE_MS;

/**
 * @param authTime seconds since 1970
 * @param tokenExpiresAt the same, in Firebase mode: we are not told when the account is disabled or its password changes,
 * so the session lasts as long as the ID token, an hour. The page renews it with the next.
 * @returns the past for a sign-in that is over
 */
export function sessionEnd(authTime: number, tokenExpiresAt?: number): Date {
  const end = authTime * 1000 + SIGN_IN_LIFETIME;
  if (tokenExpiresAt === undefined) return new Date(end);
  return new Date(Math.min(end, Math.max(tokenExpiresAt * 1000, Date.now() + AT_LEAST)));
}

/** Signed, so that a forged one causes no query. */
export interface SessionCookie {
  sessionId: string;
  uid: string;
  /** seconds since 1970 */
  expiresAt: number;
}

export const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix over http. */
export const sessionCookieName = (config: Config): string => (isHttps(config) ? '__Host-session' : 'session');

/** The same for setting and for clearing the cookie. */
export function sessionCookieOptions(config: Config): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) };
}

/** `<session id>.<uid>.<expiry>.<HMAC-SHA256>` */
export function writeSessionCookie(key: Buffer, { sessionId, uid, expiresAt }: SessionCookie): string {
  const content = [sessionId, Buffer.from(uid).toString('base64url'), String(expiresAt)].join('.');
  return `${content}.${sign(key, content)}`;
}

/** @returns null when the cookie is forged, malformed or expired */
export function readSessionCookie(key: Buffer, cookie: string, now = Date.now()): SessionCookie | null {
  if (cookie.length > 1_024) return null;
  const parts = /^(([0-9a-f-]{36})\.([\w-]+)\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie);
  const [, content, sessionId, uid, expiresAt, given] = parts ?? [];
  if (!content || !sessionId || !uid || !expiresAt || !given) return null;
  if (!isSameSecret(given, sign(key, content))) return null;
  if (Number(expiresAt) * 1000 <= now) return null;
  return { sessionId, uid: Buffer.from(uid, 'base64url').toString(), expiresAt: Number(expiresAt) };
}

/** One key per identity provider: a change of provider ends all cookies, above all those of an emulator. */
export function sessionKeyOf({ sessionSecret, identity: { firebase } }: IdentityServices): Buffer {
  if (!firebase) return deriveKey(sessionSecret, 'session cookie');
  const of = firebase.emulatorHost ? 'emulator' : 'Firebase';
  return deriveKey(sessionSecret, `session cookie ${of} ${firebase.projectId}`);
}

export function sessionCookieOf(
  services: IdentityServices,
  key: Buffer,
  request: FastifyRequest,
): SessionCookie | null {
  const cookie = request.cookies[sessionCookieName(services.config)];
  return cookie ? readSessionCookie(key, cookie) : null;
}
