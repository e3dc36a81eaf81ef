import { type AddressInText, addressInText } from './address-in-text.ts';

/** Of pasted text, in characters; twenty mailboxes with long names are shorter. */
const READ_AT_MOST = 20_000;

/**
 * The addresses of a list such as 'a@example.org, Bea <b@example.org>', separated by commas, semicolons or line ends.
 * What is no address is left out.
 */
export function addressesInText(text: string): AddressInText[] {
  const parts = text.slice(0, READ_AT_MOST).match(/(?:"[^"]*"|[^,;\r\n"])+/g) ?? [];
  return parts.flatMap((part) => addressInText(part) ?? []);
}
