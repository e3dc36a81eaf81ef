import { expect, it } from 'vitest';
import { isLocalNetwork, networkOf, wideNetworkOf } from './network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('networkOf(%s) is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['203.0.113.200', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:1:ffff::1', '2001:db8:1::/48'],
  ['100.64.0.9', '100.64.0.0/24'],
  ['172.32.0.1', '172.32.0.0/24'],
  ['not an address', 'not an address'],
])('wideNetworkOf(%s) is %s', (ip, network) => {
  expect(wideNetworkOf(ip)).toBe(network);
});

it.each([
  ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.1.1'],
  ...['::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fd12:3456::1', 'fc00::1', 'fe80::1%eth0'],
])('%s is of loopback or a private network, and counts in no wide network', (ip) => {
  expect(isLocalNetwork(ip)).toBe(true);
  expect(wideNetworkOf(ip)).toBeNull();
});
