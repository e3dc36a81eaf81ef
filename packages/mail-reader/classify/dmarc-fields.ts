import { domainToASCII } from 'node:url';

/** Signatures of one message that are checked: each costs a look-up and a pass over the message. */
const SIGNATURES_MAX = 10;
/** Bytes of a message times its signatures. */
const HASHED_MAX_BYTES = 100 * 1024 * 1024;
/** Bytes of a header that are searched; mail servers take a megabyte at most. */
const HEADER_SEARCHED_BYTES = 2 * 1024 * 1024;
/** Bytes of the header that the library is given, which takes quadratic time for a long one. */
const HEADER_MAX_BYTES = 64 * 1024;
/** Characters of one field, unfolded; the longest signatures have some 2,000. */
const FIELD_MAX_CHARACTERS = 16 * 1024;
const AUTHORS_MAX = 20;

export interface RelevantParts {
  /** domains in its From field; `unclear` for more than one From field, or none that can be read */
  authors: string[] | 'unclear';
  /** the message with these fields alone: From, signatures that may align with it, and what they sign; CRLF line ends */
  message: Buffer;
  signatures: number;
}

/**
 * Leaves out what DMARC does not depend on: fields that no aligned signature signs, and signatures of other domains. Fields
 * beyond the bounds are left out too, so that a signature over them fails, as it does for an altered message.
 */
export function relevantParts(raw: Buffer): RelevantParts {
  const text = raw.subarray(0, HEADER_SEARCHED_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  const header = end ? text.slice(0, end.index) : text;
  const body = end ? raw.subarray(end.index + end[0].length) : Buffer.alloc(0);
  const fields = header.split(/\r?\n(?![ \t])/).map((field) => field.replace(/\r?\n/g, '\r\n'));
  const from = fields.filter((field) => nameOf(field) === 'from');
  const authors = domainsIn(from[0] ?? '');
  if (from.length > 1 || (authors.length === 0 && from[0]?.includes('@'))) {
    return { authors: 'unclear', message: Buffer.alloc(0), signatures: 0 };
  }
  const most = Math.min(SIGNATURES_MAX, Math.max(1, Math.floor(HASHED_MAX_BYTES / Math.max(1, raw.length))));
  const signatures = fields
    .filter((field) => nameOf(field) === 'dkim-signature' && isBounded(field))
    .filter((field) => authors.some((author) => mayAlign(author, tagOf(field, 'd'))))
    .slice(0, most);
  const signed = new Set(['from', ...signatures.flatMap((field) => tagOf(field, 'h').split(':'))]);
  const kept = new Set(signatures);
  let bytes = 0;
  // From first: nothing that a signature lists may use up the bytes before it.
  const given = [...from, ...fields.filter((field) => !from.includes(field))].filter((field) => {
    if (nameOf(field) === 'dkim-signature' ? !kept.has(field) : !signed.has(nameOf(field))) return false;
    if (!isBounded(field)) return false;
    bytes += field.length + 2;
    return bytes <= HEADER_MAX_BYTES;
  });
  const lines = given.map((field) => `${field}\r\n`).join('');
  return {
    authors,
    message: Buffer.concat([Buffer.from(`${lines}\r\n`, 'latin1'), withLineEnds(body)]),
    signatures: signatures.length,
  };
}

/** False for domains that cannot have the same organizational domain: they share no two last labels. */
export function mayAlign(one: string, other: string): boolean {
  const ends = (domain: string) => domain.replace(/\.$/, '').split('.').slice(-2).join('.');
  return other !== '' && ends(one) === ends(other);
}

export const domainOf = (address: string): string =>
  address.includes('@') ? address.slice(address.lastIndexOf('@') + 1).toLowerCase() : '';

const isBounded = (field: string): boolean => field.length <= FIELD_MAX_CHARACTERS;
/** What stands before a sign, lower-cased; empty without the sign. */
const before = (text: string, sign: string): string =>
  text
    .slice(0, Math.max(0, text.indexOf(sign)))
    .trim()
    .toLowerCase();
const nameOf = (field: string): string => before(field, ':');

/** Every domain behind an @, in names and comments too: one too many is only checked in vain. */
function domainsIn(field: string): string[] {
  const text = Buffer.from(field.slice(0, FIELD_MAX_CHARACTERS), 'latin1').toString('utf8');
  const found = text.match(/@\s{0,9}[^\s<>()[\]\\,;:"@]{1,255}/g) ?? [];
  const domains = found.map((domain) => domain.slice(1).trim().toLowerCase());
  return [...new Set(domains.map((domain) => domainToASCII(domain) || domain))].slice(0, AUTHORS_MAX);
}

/** A tag of a signature (RFC 6376, 3.2), lower-cased and without white space. */
function tagOf(field: string, name: string): string {
  const list = field.slice(field.indexOf(':') + 1).split(';');
  const tag = list.find((each) => before(each, '=') === name) ?? '';
  return tag
    .slice(tag.indexOf('=') + 1)
    .replace(/\s/g, '')
    .toLowerCase();
}

/** With CRLF line ends: the library would convert them one line at a time. */
function withLineEnds(raw: Buffer): Buffer {
  return Buffer.from(raw.toString('latin1').replace(/(?<!\r)\n/g, '\r\n'), 'latin1');
}
