import { promises as dns } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { type AuthenticateOptions, authenticate, dkimVerify } from 'mailauth';

/** The DMARC result of a message (RFC 7489); `none` when the From domain publishes no policy. */
export type Dmarc = 'pass' | 'fail' | 'none' | 'unknown';

type Resolver = NonNullable<AuthenticateOptions['resolver']>;

/** Milliseconds for all of a message's look-ups together. */
const TIMEOUT = 6_000;
const ONE_QUERY = { timeout: 1_500, tries: 2 };
/** Mail programs add fewer signatures; each costs a look-up and a pass over the message. */
const SIGNATURES_MAX = 10;
/** Bytes of a message times its signatures. */
const HASHED_MAX_BYTES = 100 * 1024 * 1024;
/** The library takes quadratic time for a long header. */
const HEADERS_MAX_BYTES = 64 * 1024;
/** Characters of one field, unfolded; the longest signatures have some 2,000. */
const FIELD_MAX_CHARACTERS = 16 * 1024;

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
  const signatures = countSignatures(raw);
  if (!mayBeHashed(raw, signatures) || (!ip && signatures === 0)) return 'unknown';
  return asking<Dmarc>('unknown', { resolver, timeout }, (ask) =>
    evaluate(withLineEnds(raw), ip, envelopeSender, ask),
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
  const signatures = countSignatures(raw);
  if (!mayBeHashed(raw, signatures) || signatures === 0) return [];
  return asking<string[]>([], { resolver, timeout }, async (ask) => {
    const { results, headerFrom, fromFields } = await dkimVerify(withLineEnds(raw), {
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

const mayBeHashed = (raw: Buffer, signatures: number | null): boolean =>
  signatures !== null && signatures <= SIGNATURES_MAX && raw.length * signatures <= HASHED_MAX_BYTES;

/** Runs a check with look-ups that end in time. @returns `unknown` for a message that the library cannot read */
async function asking<Result>(
  unknown: Result,
  { resolver, timeout }: { resolver: Resolver | undefined; timeout: number },
  check: (ask: Resolver) => Promise<Result>,
): Promise<Result> {
  const dnsResolver = new dns.Resolver(ONE_QUERY);
  const ask: Resolver =
    resolver ?? ((domain, rrtype) => dnsResolver.resolve(domain, rrtype) as Promise<string[][]>);
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

async function evaluate(
  raw: Buffer,
  ip: string | null,
  envelopeSender: string,
  resolver: Resolver,
): Promise<Dmarc> {
  const checked = await authenticate(raw, {
    ...(ip ? { ip } : {}),
    sender: envelopeSender,
    resolver,
    disableArc: true,
    disableBimi: true,
  });
  const result = checked.dmarc ? checked.dmarc.status.result : 'unknown';
  if (result === 'pass' || result === 'none') return result;
  if (result !== 'fail' || !ip) return 'unknown';
  const results = [
    ...(checked.dkim?.results ?? []).map((each) => each.status.result),
    checked.spf ? checked.spf.status.result : 'none',
  ];
  // A key or a record that could not be fetched might have passed it.
  return results.includes('temperror') ? 'unknown' : 'fail';
}

function publicAddress(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0 || internal.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return plain;
}

/** @returns null for a header that the library should not be given */
function countSignatures(raw: Buffer): number | null {
  const text = raw.subarray(0, HEADERS_MAX_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  if (end >= HEADERS_MAX_BYTES) return null;
  const fields = text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  if (fields.some((field) => field.length > FIELD_MAX_CHARACTERS)) return null;
  return fields.filter((field) => /^dkim-signature:/i.test(field)).length;
}

/** With CRLF line ends: the library would convert them one line at a time. */
function withLineEnds(raw: Buffer): Buffer {
  return Buffer.from(raw.toString('latin1').replace(/(?<!\r)\n/g, '\r\n'), 'latin1');
}
