import { randomBytes, randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { messageIdDomain } from '../delivery/addresses.ts';

/**
 * 130 random bits that nobody can guess, in letters and digits of one case: a local part may come back from the
 * road in either (RFC 5321, 2.4 only asks for it to be kept).
 */
export function mailToken(): string {
  const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';
  return Array.from(randomBytes(26), (byte) => alphabet[byte % 32]).join('');
}

/** What tells one sending of a letter from every other: repeated after a crash it is the same mail. */
export function mailIdentity(config: Config): { messageId: string; envelopeToken: string } {
  return { messageId: `<${randomUUID()}@${messageIdDomain(config)}>`, envelopeToken: mailToken() };
}
