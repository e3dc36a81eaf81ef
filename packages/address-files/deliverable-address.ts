import { EMAIL_MAX_CHARACTERS } from './lengths.ts';

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

/** Takes off the final dot of a domain, which marks its end in the DNS and is pasted with a sentence. */
export const withoutFinalDot = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text);

/** Whether mail can be sent to it. The length of the text must be bounded. */
export function isDeliverable(text: string): boolean {
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

export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > EMAIL_MAX_CHARACTERS) return null;
  const address = withoutFinalDot(trimmed);
  return isDeliverable(address) ? address : null;
}

export function isEmailAddress(text: string): boolean {
  return readEmailAddress(text) !== null;
}
