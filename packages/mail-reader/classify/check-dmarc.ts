import { promises as dns } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { type AuthenticateOptions, authenticate, dkimVerify } from 'mailauth';
import { domainOf, mayAlign, relevantParts } from './dmarc-fields.ts';

/** The DMARC result of a message (RFC 7489); `none` when the From domain publishes no policy. */
export type Dmarc = 'pass' | 'fail' | 'none' | 'unknown';

type Resolver = NonNullable<AuthenticateOptions['resolver']>;

/** Milliseconds for all of a message's look-ups together. */
const TIMEOUT = 6_000;
const ONE_QUERY = { timeout: 1_500, tries: 2 };
/** Where a message came from. */
export interface MessageOrigin {
  /** IP address, where it is known */
  clientAddress: string | null;
  /** empty for the null sender */
  envelopeSender: string;
}

/** Addresses that do not identify the sending server: this machine and private networks. */
const internal = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  internal.addSubnet(network, prefix, 'ipv4');
}
internal.addAddress('::1', 'ipv6');
internal.addSubnet('fc00::', 7, 'ipv6');
internal.addSubnet('fe80::', 10, 'ipv6');

/**
 * Checks a message's From domain by DKIM (RFC 6376), and by SPF (RFC 7208) where the client's address is known. Never
 * rejects and takes at most six seconds; without a result it is `unknown`. A message that only SPF could have passed
 * does not fail when the client's address is not known.
 */
export async function checkDmarc(
  raw: Buffer,
  { clientAddress, envelopeSender }: MessageOrigin,
  resolver?: Resolver,
  timeout: number = TIMEOUT,
): Promise<Dmarc> {
  const ip = publicAddress(clientAddress);
  const { authors, message, signatures } = relevantParts(raw);
  // Which of several authors a program shows is up to it (RFC 7489, 6.6.1).
  if (authors === 'unclear') return 'fail';
  const sender = domainOf(envelopeSender);
  // Another envelope sender cannot pass; its name servers, which may never answer, are not asked.
  const counts = ip !== null && authors.some((author) => mayAlign(author, sender));
  if (authors.length === 0 || (!ip && signatures === 0)) return 'unknown';
  return asking<Dmarc>('unknown', { resolver, timeout }, (ask) =>
    evaluate(message, { ip, envelopeSender, counts }, ask),
  );
}

/**
 * The domains of the valid DKIM signatures over a whole message (RFC 6376) that are its From domain or above it. None when
 * it has several authors. Never rejects and takes at most six seconds.
 */
export async function checkSigners(
  raw: Buffer,
  resolver?: Resolver,
  timeout: number = TIMEOUT,
): Promise<string[]> {
  const { authors, message, signatures } = relevantParts(raw);
  if (authors === 'unclear' || signatures === 0) return [];
  return asking<string[]>([], { resolver, timeout }, async (ask) => {
    const { results, headerFrom, fromFields } = await dkimVerify(message, {
      resolver: ask,
      strict: true,
    });
    const [author = '', ...others] = headerFrom;
    if (fromFields !== 1 || others.length > 0) return [];
    const domain = author.slice(author.lastIndexOf('@') + 1).toLowerCase();
    return results
      .filter(({ status, canonBodyLengthLimited }) => status.result === 'pass' && !canonBodyLengthLimited)
      .map(({ signingDomain = '' }) => signingDomain.toLowerCase())
      .filter((signer) => signer !== '' && isWithin(domain, signer));
  });
}

/** True for a domain itself and for those below it. */
export const isWithin = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`);

/** Runs a check with look-ups that end in time. @returns `unknown` for a message that the library cannot read */
async function asking<Result>(
  unknown: Result,
  { resolver, timeout }: { resolver: Resolver | undefined; timeout: number },
  check: (ask: Resolver) => Promise<Result>,
): Promise<Result> {
  const dnsResolver = new dns.Resolver(ONE_QUERY);
  const lookUp: Resolver =
    resolver ?? ((domain, rrtype) => dnsResolver.resolve(domain, rrtype) as Promise<string[][]>);
  const ask: Resolver = async (domain, rrtype) => {
    // A name that cannot exist is no failure of a look-up, which would leave it open whether it passes.
    if (!mayExist(domain)) throw Object.assign(new Error('No such name.'), { code: 'ENOTFOUND' });
    return lookUp(domain, rrtype);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(unknown), timeout);
  });
  try {
    return await Promise.race([late, check(ask)]);
  } catch {
    return unknown;
  } finally {
    clearTimeout(timer);
    dnsResolver.cancel();
  }
}

/** RFC 1035, 2.3.4: labels of 1 to 63 octets, 253 together. */
const mayExist = (name: string): boolean =>
  name.length <= 253 &&
  name
    .replace(/\.$/, '')
    .split('.')
    .every((label) => label.length > 0 && label.length <= 63);

/** @param envelope `counts`: whether SPF could pass it */
async function evaluate(
  message: Buffer,
  { ip, envelopeSender, counts }: { ip: string | null; envelopeSender: string; counts: boolean },
  resolver: Resolver,
): Promise<Dmarc> {
  const checked = await authenticate(message, {
    ...(ip && counts ? { ip } : {}),
    sender: envelopeSender,
    resolver,
    disableArc: true,
    disableBimi: true,
  });
  const { headerFrom = [], fromFields } = checked.dkim ?? {};
  if (headerFrom.length > 1 || (fromFields ?? 1) > 1) return 'fail';
  const result = checked.dmarc ? checked.dmarc.status.result : 'unknown';
  if (result === 'pass' || result === 'none') return result;
  if (result !== 'fail' || !ip) return 'unknown';
  const results = [
    ...(checked.dkim?.results ?? []).map((each) => each.status.result),
    checked.spf && counts ? checked.spf.status.result : 'none',
  ];
  // A key or a record of the author's own domain that could not be fetched might have passed it.
  return results.includes('temperror') ? 'unknown' : 'fail';
}

function publicAddress(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0 || internal.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return plain;
}
