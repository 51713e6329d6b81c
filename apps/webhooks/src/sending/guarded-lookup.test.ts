import { expect, test } from 'vitest';
import { makeCheckTarget, makeRefuseAddress, parseCidr, vettedAddresses } from './ssrf-guard.ts';
import { makeResolveHost } from './resolve-host.ts';

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
