import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfig } from '../../../core/config.ts';
import {
  readSessionCookie,
  sessionCookieName,
  sessionCookieOptions,
  writeSessionCookie,
} from './session-cookie.ts';

const key = randomBytes(32);
const content = { sessionId: randomUUID(), uid: 'Zoë.1|apple.com', expiresAt: 2_000_000_000 };

it('session cookie: reads the content that it wrote', () => {
  expect(readSessionCookie(key, writeSessionCookie(key, content))).toEqual(content);
});

it('session cookie: refuses a change of any character and another key', () => {
  const cookie = writeSessionCookie(key, content);
  for (let i = 0; i < cookie.length; i += 1) {
    const altered = `${cookie.slice(0, i)}${cookie[i] === 'a' ? 'b' : 'a'}${cookie.slice(i + 1)}`;
    if (altered !== cookie) expect(readSessionCookie(key, altered)).toBeNull();
  }
  expect(readSessionCookie(randomBytes(32), cookie)).toBeNull();
});

it('session cookie: refuses expired and malformed ones', () => {
  expect(readSessionCookie(key, writeSessionCookie(key, { ...content, expiresAt: 1_000 }))).toBeNull();
  fc.assert(fc.property(fc.string(), (anything) => readSessionCookie(key, anything) === null));
});

it('session cookie: has the __Host- prefix over https', () => {
  const https = readConfig({ PUBLIC_URL: 'https://letters.example.org' });
  expect(sessionCookieName(https)).toBe('__Host-session');
  expect(sessionCookieOptions(https)).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true });
  const http = readConfig({});
  expect(sessionCookieName(http)).toBe('session');
  expect(sessionCookieOptions(http).secure).toBe(false);
});
