import { expect, test } from 'vitest';
import { isAddressRange, makeClientAddress, makePeerOf } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});
const clientOf = makeClientAddress([]);
const clientBehind = makeClientAddress(['10.0.0.0/8', 'fd00::/8']);
const direct = (request: Parameters<typeof clientOf>[0]): string => clientOf(request).networks[0];
const behind = (request: Parameters<typeof clientOf>[0]): string => clientBehind(request).networks[0];

test('without trusted proxies, X-Forwarded-For is ignored', () => {
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

test('a port behind an address, as some proxies write it, is passed over', () => {
  expect(behind(from('10.0.0.1', '198.51.100.1:4711'))).toBe('198.51.100.1');
  expect(behind(from('10.0.0.1', '[2001:db8:1:2::9]:4711'))).toBe('2001:db8:1:2::/64');
  expect(behind(from('10.0.0.1', '[2001:db8:1:2::9]'))).toBe('2001:db8:1:2::/64');
});

test.each([
  'nonsense',
  '',
  'unknown',
  '_hidden',
  '1',
  '0x7f.1',
  '127.1',
  '300.1.1.1',
  '203.0.113.9:port',
  '203.0.113.9:999999',
  '[203.0.113.9]',
  '2001:db8::1]',
  '[2001:db8::1',
  '2001:db8::1::2',
  '198.51.100.7;drop',
])('what is no address, such as %j, is where belief ends: it counts for the proxy that passed it on', (hop) => {
  expect(behind(from('10.0.0.1', `198.51.100.1, ${hop}`))).toBe('10.0.0.1');
  expect(behind(from('10.0.0.1', `198.51.100.1, ${hop}, 10.3.3.3`))).toBe('10.3.3.3');
});

test('whatever a client puts before what the proxies add, it stays who it is', () => {
  const real = '198.51.100.1';
  const claims = ['192.0.2.1', '10.0.0.9', '127.0.0.1', '::1', ...Array.from({ length: 1_000 }, () => '10.1.1.1'), 'fd00::2'];
  for (const claim of [...claims, claims.join(', '), `${real}, ${claims.join(',')}`])
    expect(behind(from('10.0.0.1', `${claim}, ${real}`))).toBe(real);
  expect(behind(from('10.0.0.1', `${claims.join(',')},${real},10.0.0.2 , 10.0.0.3`))).toBe(real);
});

test('where all in the list are proxies, the first of them is who asks', () => {
  expect(behind(from('10.0.0.1', '10.7.7.7, 10.2.3.4'))).toBe('10.7.7.7');
});

test('an IPv4 address is the same however it is written, and an IPv6 client is its /64', () => {
  expect(direct(from('::ffff:203.0.113.9'))).toBe('203.0.113.9');
  expect(direct(from('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64');
  expect(direct(from('2001:db8:1:2::9'))).toBe(direct(from('2001:db8:1:2:ffff::1')));
  expect(direct(from('2001:db8:1:3::9'))).not.toBe(direct(from('2001:db8:1:2::9')));
});

test('an IPv6 client is also counted in its /56 and its /48', () => {
  expect(clientOf(from('2001:db8:1:2ab:3:4:5:6')).networks).toEqual([
    '2001:db8:1:2ab::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ]);
  expect(clientOf(from('203.0.113.9')).networks).toEqual(['203.0.113.9']);
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

test.each([
  ['203.0.113.9', '203.0.113.9', false],
  ['::ffff:203.0.113.9', '203.0.113.9', false],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64', false],
  ['10.2.3.4', '10.2.3.4', true],
  ['::ffff:10.2.3.4', '10.2.3.4', true],
  // Proxies of one /64 have connections each.
  ['fd00::9', 'fd00::9', true],
])('a connection from %s counts for %s, of a trusted proxy: %s', (remoteAddress, name, isProxy) => {
  expect(makePeerOf(['10.0.0.0/8', 'fd00::/8'])({ remoteAddress })).toEqual({ name, isProxy });
});
