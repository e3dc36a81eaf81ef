import { z } from 'zod';
import { EMAIL_MAX_CHARACTERS } from './limits.ts';

/**
 * Text, at-sign, text (spec section 5). Control and formatting characters, spaces and the characters that structure a
 * mail header are refused, so an address can never contain a second header or recipient. Two dots together, or a dot
 * at either end, are accepted before the at-sign: some providers gave out such addresses.
 */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{Cs}]+@(?<domain>[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{Cs}]+)$/u;

/** Bytes of the part before the at-sign (RFC 5321, 4.5.3.1.1). */
const LOCAL_PART_MAX_BYTES = 64;
/** A label of a domain (RFC 1035, 2.3.1), with the digits that RFC 1123 allows, and the underscore that some hosts have. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const ASCII = /^[\x21-\x7e]*$/;
/** Signs that would end the host in a URL or be read as an escape there, and hyphens that punycode would hide. */
const NO_HOST = /[/?#%\\]|^-|-$|\.-|-\./;

export const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address';

/** The final dot of a domain, which marks its end in the DNS and is pasted with a sentence, is taken off. */
export const emailAddress = z
  .string()
  .trim()
  // Without 'abort', Zod would run the pattern over a text of any length.
  .max(EMAIL_MAX_CHARACTERS, { error: INVALID_EMAIL_MESSAGE, abort: true })
  .transform((text) => (text.endsWith('.') ? text.slice(0, -1) : text))
  .refine(isDeliverable, INVALID_EMAIL_MESSAGE);

function isDeliverable(text: string): boolean {
  const domain = ADDRESS.exec(text)?.groups?.domain;
  if (domain === undefined) return false;
  const local = text.slice(0, text.length - domain.length - 1);
  return new TextEncoder().encode(local).length <= LOCAL_PART_MAX_BYTES && isMailDomain(domain);
}

/** Two labels or more; the last is not a number, which would make it an address of the internet (RFC 3696, 2). */
function isMailDomain(domain: string): boolean {
  const labels = asciiDomain(domain).split('.');
  return (
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** The domain as the DNS knows it (RFC 5890); empty when it has no such form. */
function asciiDomain(domain: string): string {
  if (ASCII.test(domain)) return domain;
  const address = `http://${domain}`;
  return !NO_HOST.test(domain) && URL.canParse(address) ? new URL(address).hostname : '';
}

/** The address in a text, without the space around it and the final dot; null for a text that is none. */
export function readEmailAddress(text: string): string | null {
  return emailAddress.safeParse(text).data ?? null;
}

/** Whether a text is a valid address. */
export function isEmailAddress(text: string): boolean {
  return readEmailAddress(text) !== null;
}
