import type { HeaderFields } from './classify/not-a-reply.ts';

/** Where mail servers note whom they deliver to; `to` and `cc` last, since a list may stand there. */
export const RECIPIENT_FIELDS = [
  'delivered-to',
  'x-original-to',
  'x-envelope-to',
  'envelope-to',
  'x-delivered-to',
  'x-forwarded-to',
  'to',
  'cc',
];
/** Looked for from the beginning of a word only, so that a word without an @ is gone through once. */
const ADDRESS = /(?<![^\s<>,;:"()[\]])[^\s<>,;:"()[\]]{1,200}@[^\s<>,;:"()[\]]{1,255}/g;
const ADDRESSES_MAX = 200;

/**
 * The envelope as the mailbox's own mail server noted it in the header, for doors that are given the message alone
 * (RFC 5321, 4.4: Return-Path). Which of the addresses is ours is for the token in it to say.
 */
export function envelopeFromHeaders(headers: HeaderFields): { sender: string; recipients: string[] } {
  const recipients = RECIPIENT_FIELDS.flatMap((field) => headers[field] ?? []).flatMap(addressesIn);
  const returnPath = headers['return-path']?.[0];
  const sender =
    returnPath === undefined ? addressesIn(headers.from?.[0] ?? '')[0] : addressesIn(returnPath)[0];
  return { sender: sender ?? '', recipients: [...new Set(recipients)].slice(0, ADDRESSES_MAX) };
}

function addressesIn(text: string): string[] {
  return text.slice(0, 20_000).match(ADDRESS) ?? [];
}
