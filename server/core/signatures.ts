import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 (RFC 2104), which proves that we wrote it. @param key of one purpose, but in mails from before and hashes */
export const sign = (key: Buffer | string, content: string | Buffer): string =>
  createHmac('sha256', key).update(content).digest('base64url');

/** Whether a text given from outside is the expected one, whatever their lengths; takes as long for any other one. */
export function isSameSecret(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}
