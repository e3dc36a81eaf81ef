import { promises as dns } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { type AuthenticateOptions, authenticate } from 'mailauth';

/** Whether the domain in From vouches for a message (RFC 7489): `none` when it publishes no policy. */
export type Dmarc = 'pass' | 'fail' | 'none' | 'unknown';

type Resolver = NonNullable<AuthenticateOptions['resolver']>;

/** Milliseconds for all of a message's look-ups together. */
const TIMEOUT = 6_000;
const ONE_QUERY = { timeout: 1_500, tries: 2 };
/** More signatures than these are no mail program's work; each would be a look-up. */
const SIGNATURES_MAX = 12;
const HEADERS_MAX_BYTES = 256 * 1024;

/** Addresses that say nothing about where a message comes from: this machine and private networks. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
}
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/**
 * Asks the DNS whether a message comes from the domain it says: by DKIM (RFC 6376), and by SPF (RFC 7208) where the
 * client's address is known. Never rejects and takes at most six seconds; what cannot be told is `unknown`. A
 * message that SPF alone could have vouched for does not fail when the client's address is not known.
 */
export async function vouchForSender(
  raw: Buffer,
  { clientAddress, envelopeSender }: { clientAddress: string | null; envelopeSender: string },
  resolver?: Resolver,
  timeout: number = TIMEOUT,
): Promise<Dmarc> {
  const ip = outsideAddress(clientAddress);
  const signatures = countSignatures(raw);
  if ((!ip && signatures === 0) || signatures > SIGNATURES_MAX) return 'unknown';

  const own = new dns.Resolver(ONE_QUERY);
  const ask: Resolver = resolver ?? ((domain, rrtype) => own.resolve(domain, rrtype) as Promise<string[][]>);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unknown'>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), timeout);
  });
  try {
    return await Promise.race([late, judge(raw, ip, envelopeSender, ask)]);
  } catch {
    // A message that the checker cannot read is not vouched for, which is all that is asked here.
    return 'unknown';
  } finally {
    clearTimeout(timer);
    own.cancel();
  }
}

async function judge(
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
  const doubtful = [
    ...(checked.dkim?.results ?? []).map((each) => each.status.result),
    checked.spf ? checked.spf.status.result : 'none',
  ];
  // A key or a record that could not be fetched might have vouched for it.
  return doubtful.includes('temperror') ? 'unknown' : 'fail';
}

function outsideAddress(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0 || inside.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return plain;
}

function countSignatures(raw: Buffer): number {
  const [headers = ''] = raw
    .subarray(0, HEADERS_MAX_BYTES)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return headers.match(/^dkim-signature:/gim)?.length ?? 0;
}
