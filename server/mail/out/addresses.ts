import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { readEmailAddress } from '../../../packages/address-files/deliverable-address.ts';
import { BadSettings, type Config } from '../../core/config.ts';

/** Domains that exist on this machine only (RFC 6761, 6.3): the default for From and Reply-To. */
const LOCAL_DOMAIN = 'slow-letters.localhost';
const LOCAL_REPLY_DOMAIN = `reply.${LOCAL_DOMAIN}`;

export interface NamedAddress {
  name: string;
  address: string;
}

type FromSettings = Pick<Config, 'MAIL_FROM' | 'PRODUCT_NAME'>;
export type ReplySettings = Pick<Config, 'REPLY_DOMAIN' | 'REPLY_ADDRESS'>;

/** Letters with their answers, or all other mail. */
type MailKind = 'letters' | 'others';

/** One address, or two: the second sends other mail, which complaints about letters then don't affect. @throws {BadSettings} */
export function mailFrom(config: FromSettings, kind: MailKind = 'letters'): NamedAddress {
  // Only a comma after an address separates two, not one in a name.
  const settings = (config.MAIL_FROM ?? `letters@${LOCAL_DOMAIN}`).split(/(?<=@[^\s,<>]{1,255}>?) {0,9},/);
  const [letters, others = letters] = settings.map((setting) => namedAddress(config, setting));
  const from = kind === 'letters' ? letters : others;
  if (!from || settings.length > 2) throw new BadSettings('MAIL_FROM: wants one address, or two');
  return from;
}

/** Without a name it is the product's. */
function namedAddress(config: FromSettings, setting: string): NamedAddress {
  const named = /^(?<name>[^<>\r\n]*)<(?<address>[^<>\s]+)>$/.exec(setting.trim())?.groups;
  const address = readEmailAddress(named?.address ?? setting);
  if (address === null) {
    throw new BadSettings('MAIL_FROM: wants letters@example.org or Name <letters@example.org>');
  }
  const name = (named?.name ?? '').trim().replace(/^"(.*)"$/, '$1');
  return { name: name || config.PRODUCT_NAME, address };
}

export function messageIdDomain(config: FromSettings): string {
  const domain = domainOf(mailFrom(config).address);
  return domainToASCII(domain) || domain;
}

/** With angle brackets (RFC 5322, 3.6.4). */
export const newMessageId = (config: FromSettings): string => `<${randomUUID()}@${messageIdDomain(config)}>`;

/** `reply+<token>@…`, or the one mailbox with a plus. */
export const replyAddress = (config: ReplySettings, token: string): string =>
  ourAddress(config, `reply+${token}`, token);

/** Where bounces go (RFC 5321, 4.4: reverse-path). */
export const envelopeAddress = (config: ReplySettings, token: string): string =>
  ourAddress(config, `bounces+${token}`, `bounces-${token}`);

/** Mail services report complaints to it (RFC 5965). */
export const feedbackAddress = (config: ReplySettings): string =>
  ourAddress(config, 'complaints', 'complaints');

/** @param tag after the plus, where `REPLY_ADDRESS` is the only mailbox */
const ourAddress = (config: ReplySettings, local: string, tag: string): string =>
  config.REPLY_ADDRESS
    ? `${localOf(config.REPLY_ADDRESS)}+${tag}@${domainOf(config.REPLY_ADDRESS)}`
    : `${local}@${replyDomain(config)}`;

export interface TokenAddress {
  kind: 'reply' | 'bounce';
  /** in the case it arrived in; compare lower-cased */
  token: string;
}

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

/** Null for other addresses. Domains and fixed parts compare without case, since mail servers may change it. */
export function tokenOf(config: ReplySettings, address: string): TokenAddress | null {
  const at = address.lastIndexOf('@');
  if (at < 0) return null;
  const local = address.slice(0, at);
  const plus = local.indexOf('+');
  if (plus < 0) return null;
  const mailbox = local.slice(0, plus).toLowerCase();
  const tag = local.slice(plus + 1);
  if (!sameDomain(address.slice(at + 1), replyDomain(config))) return null;

  if (config.REPLY_ADDRESS) {
    if (mailbox !== localOf(config.REPLY_ADDRESS).toLowerCase()) return null;
    const bounce = /^bounces-/i.test(tag);
    return checked(bounce ? 'bounce' : 'reply', bounce ? tag.slice('bounces-'.length) : tag);
  }
  if (mailbox === 'reply') return checked('reply', tag);
  if (mailbox === 'bounces') return checked('bounce', tag);
  return null;
}

/** @returns lower-cased; empty without an at-sign */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? '' : address.slice(at + 1).toLowerCase();
}

/** Case, quotes and the domain's punycode form don't count. */
export function sameAddress(one: string, other: string): boolean {
  return (
    localOf(one).toLowerCase() === localOf(other).toLowerCase() && sameDomain(domainOf(one), domainOf(other))
  );
}

function sameDomain(one: string, other: string): boolean {
  const ascii = (domain: string) => domainToASCII(domain) || domain.toLowerCase();
  return ascii(one) === ascii(other);
}

const replyDomain = ({ REPLY_ADDRESS, REPLY_DOMAIN = LOCAL_REPLY_DOMAIN }: ReplySettings): string =>
  REPLY_ADDRESS ? domainOf(REPLY_ADDRESS) : REPLY_DOMAIN;

const checked = (kind: TokenAddress['kind'], token: string): TokenAddress | null =>
  TOKEN.test(token) ? { kind, token } : null;

/** The part before the at-sign, without the quotes that odd dots take on the wire (RFC 5321, 4.1.2). */
const localOf = (address: string) =>
  address.slice(0, Math.max(0, address.lastIndexOf('@'))).replace(/^"([^"\\]*)"$/, '$1');
