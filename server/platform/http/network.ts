import { isIPv6 } from 'node:net';

/**
 * The network that rate limits count as one: an IPv4 address, or the /64 prefix that one IPv6 customer has (RFC 6177).
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const bare = ip.replace(/%.*/s, '');
  if (!isIPv6(bare)) return ip;
  const [left = '', right] = bare.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
