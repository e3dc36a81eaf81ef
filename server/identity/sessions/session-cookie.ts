import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../../config.ts';

/** What the cookie says. Signed, so that a forged one never reaches the database. */
export interface SessionTicket {
  sessionId: string;
  uid: string;
  /** seconds since 1970 */
  expiresAt: number;
}

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

/** `__Host-` binds it to this very host over https; browsers refuse the prefix on plain http. */
export function sessionCookieName(config: Config): string {
  return isHttps(config) ? '__Host-session' : 'session';
}

/** The same for setting and clearing, or the browser would not find what to clear. */
export function sessionCookieOptions(config: Config): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) };
}

/** `<session id>.<uid>.<expiry>.<HMAC-SHA256>` */
export function writeTicket(key: Buffer, { sessionId, uid, expiresAt }: SessionTicket): string {
  const content = [sessionId, Buffer.from(uid).toString('base64url'), String(expiresAt)].join('.');
  return `${content}.${mac(key, content)}`;
}

/** @returns null when it is forged, altered, malformed or over */
export function readTicket(key: Buffer, cookie: string, now = Date.now()): SessionTicket | null {
  if (cookie.length > 1_024) return null;
  const parts = /^(([0-9a-f-]{36})\.([\w-]+)\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie);
  const [, content, sessionId, uid, expiresAt, given] = parts ?? [];
  if (!content || !sessionId || !uid || !expiresAt || !given) return null;
  // Both are 43 characters here: the pattern above says so, and so does SHA-256.
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(key, content)))) return null;
  if (Number(expiresAt) * 1000 <= now) return null;
  return { sessionId, uid: Buffer.from(uid, 'base64url').toString(), expiresAt: Number(expiresAt) };
}

function mac(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}
