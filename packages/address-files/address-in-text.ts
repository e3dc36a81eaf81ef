import { readEmailAddress } from './deliverable-address.ts';
import { NAME_MAX_CHARACTERS } from './lengths.ts';

/** Of pasted text, in characters; twenty mailboxes with long names are shorter. */
const READ_AT_MOST = 20_000;

export interface AddressInText {
  email: string;
  /** empty when the text has none */
  name: string;
}

/**
 * The only address in pasted text: a mailbox with a display name (RFC 5322, 3.4), a `mailto:` link (RFC 6068), or an
 * address followed by the comma of a list.
 * The final dot of a domain is taken off.
 * @returns null without an address, or with several
 */
export function addressInText(text: string): AddressInText | null {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/^(.*[^\s,;])[\s,;]+$/s, '$1')
    .trim();
  const [, before = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(line) ?? [];
  const written = withoutScheme(inBrackets?.trim() ?? line);
  const email = written === null ? null : readEmailAddress(written);
  if (email === null) return null;
  const name = displayName(before.trim());
  if (name === written) return { email, name: '' };
  // 'tom@example.org, Ilse <ilse@example.org>' are two people.
  return /\S@\S/.test(name) ? null : { email, name: name.slice(0, NAME_MAX_CHARACTERS) };
}

/**
 * The addresses of a list such as 'a@example.org, Bea <b@example.org>', separated by commas, semicolons or line ends.
 * What is no address is left out.
 */
export function addressesInText(text: string): AddressInText[] {
  const parts = text.slice(0, READ_AT_MOST).match(/(?:"[^"]*"|[^,;\r\n"])+/g) ?? [];
  return parts.flatMap((part) => addressInText(part) ?? []);
}

function withoutScheme(address: string): string | null {
  const [, link] = /^mailto:([^?]*)/i.exec(address) ?? [];
  if (link === undefined) return address;
  try {
    return decodeURIComponent(link);
  } catch {
    return null;
  }
}

/** `"Brandt, Ilse"` and, as Outlook writes it, `'Ilse Brandt'` without their quotes. */
function displayName(phrase: string): string {
  const [, quoted] = /^"(.*)"$/.exec(phrase) ?? /^'(.*)'$/.exec(phrase) ?? [];
  return quoted === undefined ? phrase : quoted.replace(/\\(.)/g, '$1').trim();
}
