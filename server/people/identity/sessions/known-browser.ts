import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../core/config.ts';
import { deriveKey, isSameSecret, sign } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import type { Account } from '../accounts/data.ts';
import { isHttps, sessionCookieOptions } from './session-cookie.ts';

/** `<browser id>.<proof>…`, the newest proof first. A proof is an HMAC-SHA256 over browser and account. */
const COOKIE = /^([0-9a-f-]{36})((?:\.[\w-]{43}){1,5})$/;
/** Accounts of people who share a browser. */
const ACCOUNTS_AT_MOST = 5;
/** Seconds; browsers keep a cookie no longer than 400 days (RFC 6265bis). */
const LIFETIME = 400 * 24 * 3600;

type Known = Pick<Account, 'uid' | 'tokensValidAfter'>;

const knownBrowserCookieName = (config: Config): string =>
  isHttps(config) ? '__Host-known-browser' : 'known-browser';

/** The browser's id if somebody signed in to this account in it since the account's last revocation. It opens no session. */
export function knownBrowserOf(
  services: Services,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  account: Known | null,
): string | null {
  const browser = readCookie(cookies[knownBrowserCookieName(services.config)]);
  if (!browser || !account) return null;
  const wanted = proofOf(services, browser.id, account);
  return browser.proofs.some((proof) => isSameSecret(proof, wanted)) ? browser.id : null;
}

/** @returns the id of the browser */
export function rememberBrowser(
  services: Services,
  request: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
  account: Known,
): string {
  const { config } = services;
  const known = knownBrowserOf(services, request, account);
  if (known !== null) return known;
  const { id, proofs } = readCookie(request.cookies[knownBrowserCookieName(config)]) ?? {
    id: randomUUID(),
    proofs: [],
  };
  const content = [id, proofOf(services, id, account), ...proofs.slice(0, ACCOUNTS_AT_MOST - 1)].join('.');
  reply.setCookie(knownBrowserCookieName(config), content, {
    ...sessionCookieOptions(config),
    maxAge: LIFETIME,
  });
  return id;
}

function readCookie(cookie = ''): { id: string; proofs: string[] } | null {
  if (cookie.length > 300) return null;
  const [, id, proofs] = COOKIE.exec(cookie) ?? [];
  return id && proofs ? { id, proofs: proofs.slice(1).split('.') } : null;
}

/** Void after a password change, a reset or anything else that revokes all sign-ins of the account. */
function proofOf({ sessionSecret }: Services, browserId: string, { uid, tokensValidAfter }: Known): string {
  const content = [browserId, tokensValidAfter.getTime(), uid].join(' ');
  return sign(deriveKey(sessionSecret, 'known browser'), content);
}
