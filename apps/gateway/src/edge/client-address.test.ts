import { expect, test } from 'vitest';
import { isAddressRange, makeClientAddress } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});
const clientOf = makeClientAddress([]);
const clientBehind = makeClientAddress(['10.0.0.0/8', 'fd00::/8']);
const direct = (request: Parameters<typeof clientOf>[0]): string => clientOf(request).bucket;
const behind = (request: Parameters<typeof clientOf>[0]): string => clientBehind(request).bucket;

test('without trusted proxies, X-Forwarded-For is only what somebody says', () => {
  expect(direct(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
});

test('a trusted proxy is believed, as far as proxies are trusted', () => {
  expect(behind(from('10.0.0.1', '198.51.100.1'))).toBe('198.51.100.1');
  expect(behind(from('10.0.0.1', '192.0.2.66, 198.51.100.1, 10.2.3.4'))).toBe('198.51.100.1');
  expect(behind(from('fd00::1', '198.51.100.1'))).toBe('198.51.100.1');
});

test('an untrusted peer is itself, whatever it says', () => {
  expect(behind(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
});

test('nonsense in the list is where belief ends', () => {
  expect(behind(from('10.0.0.1', '198.51.100.1, nonsense'))).toBe('10.0.0.1');
});

test('an IPv4 address is the same however it is written, and an IPv6 client is its /64', () => {
  expect(direct(from('::ffff:203.0.113.9'))).toBe('203.0.113.9');
  expect(direct(from('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64');
  expect(direct(from('2001:db8:1:2::9'))).toBe(direct(from('2001:db8:1:2:ffff::1')));
  expect(direct(from('2001:db8:1:3::9'))).not.toBe(direct(from('2001:db8:1:2::9')));
});

test('the address itself is whole, for lists of addresses that a key is good from', () => {
  expect(clientOf(from('2001:db8:1:2:3:4:5:6')).address).toBe('2001:db8:1:2:3:4:5:6');
  expect(clientBehind(from('10.0.0.1', '198.51.100.1')).address).toBe('198.51.100.1');
});

test('a closed socket has no address', () => {
  expect(direct({ socket: {}, headers: {} })).toBe('unknown');
});

test('ranges are told from other text', () => {
  expect(isAddressRange('10.0.0.0/8')).toBe(true);
  expect(isAddressRange('10.0.0.1')).toBe(false);
  expect(isAddressRange('everything')).toBe(false);
});
