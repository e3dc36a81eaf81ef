import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** HKDF-SHA256 (RFC 5869), 32 bytes. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `slow-letters ${purpose}`, 32));

/** 256 random bits as 43 characters that are safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** 130 random bits in lower-case letters and digits: mail servers may change the case of a local part (RFC 5321, 2.4). */
export function mailToken(): string {
  const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';
  return Array.from(randomBytes(26), (byte) => alphabet[byte % 32]).join('');
}

/** SHA-256 is enough: a random 256-bit value cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** HMAC-SHA256 (RFC 2104), which proves that we wrote it. @param key for one purpose, but for hashes and mute links in old mails */
export const sign = (key: Buffer | string, content: string | Buffer): string =>
  createHmac('sha256', key).update(content).digest('base64url');

/** Whether a text given from outside is the expected one, whatever their lengths; takes as long for any other one. */
export function isSameSecret(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

/** AES-256-GCM. @param context authenticated, not stored, such as the row's id: unsealing with another fails */
export function seal(key: Buffer, plain: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns null for another key, another context or altered bytes */
export function unseal(key: Buffer, sealed: string, context: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
