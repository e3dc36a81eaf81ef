import { domainToASCII } from 'node:url';

/** As Google, Apple, Proton and Yandex say. */
const ALIASES = new Map(
  Object.entries({
    'googlemail.com': 'gmail.com',
    'me.com': 'icloud.com',
    'mac.com': 'icloud.com',
    'protonmail.com': 'proton.me',
    'protonmail.ch': 'proton.me',
    'pm.me': 'proton.me',
    'ya.ru': 'yandex.ru',
    'yandex.com': 'yandex.ru',
    'yandex.by': 'yandex.ru',
    'yandex.kz': 'yandex.ru',
    'yandex.com.tr': 'yandex.ru',
  }),
);

/** What a provider does not tell apart in the part before the at-sign. */
const SAME_NAMES = new Map(
  Object.entries({
    'gmail.com': (name: string) => name.replaceAll('.', ''),
    'proton.me': (name: string) => name.replaceAll(/[._-]/g, ''),
    'yandex.ru': (name: string) => name.replaceAll('.', '-'),
  }),
);

/** Disposable addresses of Yahoo are base-keyword; a user name has no hyphen there. */
const TAGGED_BY_HYPHEN = /^(?:yahoo\.[a-z.]{2,6}|ymail\.com|rocketmail\.com)$/;
/** anything@name.fastmail.com is name@fastmail.com (subdomain addressing). */
const NAME_IN_DOMAIN = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * One form for the spellings of an address that reach the same mailbox: lower case, IDNA, without the tag, with
 * the provider's aliases. It may take two mailboxes for one, so it serves blocks, limits and coupons only.
 * @param email a valid address; its length bounds the work
 */
export function canonicalAddress(email: string): string {
  const text = email.trim().normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@');
  const written = text.slice(at + 1).replace(/\.{1,254}$/, '');
  const ascii = domainToASCII(written) || written;
  const domain = ALIASES.get(ascii) ?? ascii;
  const [, name, host] = NAME_IN_DOMAIN.exec(domain) ?? [];
  if (name && host) return `${name}@${host}`;
  const full = text.slice(0, Math.max(at, 0));
  const base = untagged(untagged(full, '+'), TAGGED_BY_HYPHEN.test(domain) ? '-' : '+');
  return `${SAME_NAMES.get(domain)?.(base) ?? base}@${domain}`;
}

/** The part before the sign, unless nothing is before it. */
function untagged(name: string, sign: string): string {
  const end = name.indexOf(sign);
  return end > 0 ? name.slice(0, end) : name;
}
