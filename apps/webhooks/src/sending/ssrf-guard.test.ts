import { describe, expect, test } from 'vitest';
import {
  addressesIn,
  addressesInHostsFile,
  makeCheckTarget,
  makeRefuseAddress,
  makeResolveHost,
  parseCidr,
  vettedAddresses,
} from './ssrf-guard.ts';

const refuse = makeRefuseAddress([]);

test.each(['93.184.215.14', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:82a::200e'])(
  '%s may be delivered to',
  (address) => {
    expect(refuse(address)).toBeUndefined();
  },
);

describe('what must not be delivered to', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'linkLocal'],
    ['100.64.0.1', 'carrierGradeNat'],
    ['100.100.100.200', 'carrierGradeNat'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['198.19.255.255', 'reserved'],
    ['192.175.48.1', 'as112'],
    ['168.63.129.16', 'metadata'],
    ['::1', 'loopback'],
    ['::', 'unspecified'],
    ['fe80::1', 'linkLocal'],
    ['fd00:ec2::254', 'uniqueLocal'],
    ['fc00::1', 'uniqueLocal'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'reserved'],
    ['2001::1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['100::1', 'discard'],
    ['4000::1', 'reserved'],
    ['5f00::1', 'segmentRouting'],
    ['fec0::1', 'deprecatedSiteLocal'],
  ])('%s: %s', (address, kind) => {
    expect(refuse(address)).toBe(kind);
  });

  test.each([
    ['mapped', '::ffff:10.0.0.1'],
    ['mapped, in hex', '::ffff:7f00:1'],
    ['compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['NAT64 to metadata', '64:ff9b::169.254.169.254'],
    ['NAT64 of a network of its own', '64:ff9b:1::10.0.0.1'],
    ['6to4', '2002:0a00:0001::'],
    ['6to4 of a public one', '2002:5db8:d70e::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['with a zone', 'fe80::1%eth0'],
    ['no address', 'localhost'],
    ['an empty text', ''],
  ])('a private address in other clothes: %s', (_, address) => {
    expect(refuse(address)).toBeDefined();
  });
});

test('NAT64 and mapped spellings of a public address lead to a public address', () => {
  expect(refuse('64:ff9b::93.184.215.14')).toBeUndefined();
  expect(refuse('::ffff:93.184.215.14')).toBeUndefined();
});

test('the operator may allow ranges, in any spelling of their addresses', () => {
  const lenient = makeRefuseAddress([parseCidr('10.1.0.0/16'), parseCidr('::1/128')]);

  expect(lenient('10.1.2.3')).toBeUndefined();
  expect(lenient('::ffff:10.1.2.3')).toBeUndefined();
  expect(lenient('::1')).toBeUndefined();
  expect(lenient('10.2.0.1')).toBe('private');
  expect(lenient('127.0.0.1')).toBe('loopback');
});

const guardOf = (...addresses: string[]) => ({ resolve: async () => addresses, refuse: makeRefuseAddress([]) });
const failing = (code: string) => ({
  resolve: () => Promise.reject(Object.assign(new Error(code), { code })),
  refuse: makeRefuseAddress([]),
});

test('a host is its addresses, all of them', async () => {
  expect(await vettedAddresses('a.example', guardOf('93.184.215.14', '2606:4700::1111'))).toEqual([
    '93.184.215.14',
    '2606:4700::1111',
  ]);
});

test('one refused address refuses the host, wherever it stands', async () => {
  await expect(vettedAddresses('a.example', guardOf('93.184.215.14', '10.0.0.1'))).rejects.toMatchObject({ kind: 'private' });
  await expect(vettedAddresses('a.example', guardOf('::1', '93.184.215.14'))).rejects.toMatchObject({ kind: 'loopback' });
});

test.each(['https://0x7f.1/', 'https://2130706433/', 'https://127.1/', 'https://[::ffff:7f00:1]/', 'https://１２７.0.0.1/'])(
  '%s is the loopback address, and no look-up is asked',
  async (url) => {
    const complaint = await makeCheckTarget(failing('ETIMEOUT'))(url);

    expect(complaint).toContain('loopback');
  },
);

test('localhost is refused by its addresses, and allowed where they are', async () => {
  const resolve = makeResolveHost();
  const allowed = [parseCidr('127.0.0.0/8'), parseCidr('::1/128')];

  expect(await makeCheckTarget({ resolve, refuse: makeRefuseAddress([]) })('http://localhost:9000/')).toContain('loopback');
  expect(await makeCheckTarget({ resolve, refuse: makeRefuseAddress(allowed) })('http://localhost.:9000/')).toBeUndefined();
});

test('a name that does not exist is refused; one that no name server answers for is looked up again later', async () => {
  expect(await makeCheckTarget(failing('ENOTFOUND'))('https://nowhere.example/')).toContain('no address');
  expect(await makeCheckTarget(failing('ETIMEOUT'))('https://slow.example/')).toBeUndefined();
});

const text = `# of this machine
127.0.0.1  localhost
10.0.0.7 \t hooks.internal  hooks # the receiver
fd00::7    HOOKS.internal
#10.0.0.8  hooks.internal
`;

test('a name has all the addresses of its lines', () => {
  expect(addressesIn(text, 'hooks.internal')).toEqual(['10.0.0.7', 'fd00::7']);
  expect(addressesIn(text, 'hooks')).toEqual(['10.0.0.7']);
  expect(addressesIn(text, 'the')).toEqual([]);
  expect(addressesIn('', 'hooks')).toEqual([]);
});

test.each(['localhost', 'anything.localhost'])('%s is the machine itself, whatever the file says', async (host) => {
  expect(await addressesInHostsFile(host)).toEqual(['127.0.0.1', '::1']);
});
