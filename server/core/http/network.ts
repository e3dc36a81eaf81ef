import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address, or the /64 prefix that one IPv6 customer has (RFC 6177). */
export function networkOf(ip: string): string {
  const bare = plainAddress(ip);
  return isIPv6(bare) ? ipv6Prefix(bare, 4) : bare;
}

/** IPv4 /24 or IPv6 /48, the smallest that are routed: a range does not count as many. @returns null for private ones */
export function wideNetworkOf(ip: string): string | null {
  const bare = plainAddress(ip);
  if (isLocalNetwork(bare)) return null;
  if (isIPv4(bare)) return `${bare.slice(0, bare.lastIndexOf('.'))}.0/24`;
  return isIPv6(bare) ? ipv6Prefix(bare, 3) : bare;
}

/** As `wideNetworkOf`, for limits of mails, where each local address counts for itself. */
export const mailNetworkOf = (ip: string): string => wideNetworkOf(ip) ?? networkOf(ip);

/** Loopback, link-local and private networks (RFC 1122, 3927, 1918, 4193, 4291). */
const LOCAL_NETWORKS = new BlockList();
LOCAL_NETWORKS.addSubnet('127.0.0.0', 8, 'ipv4');
LOCAL_NETWORKS.addSubnet('10.0.0.0', 8, 'ipv4');
LOCAL_NETWORKS.addSubnet('172.16.0.0', 12, 'ipv4');
LOCAL_NETWORKS.addSubnet('192.168.0.0', 16, 'ipv4');
LOCAL_NETWORKS.addSubnet('169.254.0.0', 16, 'ipv4');
LOCAL_NETWORKS.addAddress('::1', 'ipv6');
LOCAL_NETWORKS.addSubnet('fc00::', 7, 'ipv6');
LOCAL_NETWORKS.addSubnet('fe80::', 10, 'ipv6');

export function isLocalNetwork(ip: string): boolean {
  const bare = plainAddress(ip);
  return isIP(bare) !== 0 && LOCAL_NETWORKS.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** Without a zone; an IPv4 address that a dual-stack socket shows as IPv6 (RFC 4291, 2.5.5.2) as IPv4. */
function plainAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mapped ?? ip.replace(/%.*/s, '');
}

function ipv6Prefix(address: string, length: number): string {
  const [left = '', right] = address.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  const prefix = groups.slice(0, length).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/${length * 16}`;
}
