import { expect, test } from 'vitest';
import { makeReceiverNetworks } from './receiver-networks.ts';
import type { ResolveHost } from './ssrf-guard.ts';

/** A name server whose answers are given one after the other, and counted. */
function answering(...answers: readonly (readonly string[] | Error)[]) {
  const asked: string[] = [];
  const resolve: ResolveHost = async (host) => {
    const answer = answers[asked.push(host) - 1] ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, networks: makeReceiverNetworks(resolve) };
}

test.each<[what: string, addresses: readonly string[], networks: readonly string[]]>([
  ['IPv4 addresses', ['203.0.113.9', '203.0.113.10', '203.0.113.9'], ['203.0.113.10', '203.0.113.9']],
  ['addresses of one /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2'], ['2001:db8:1:2::']],
  ['addresses of two /64', ['2001:db8:1:2::1', '2001:db8:1:3::1'], ['2001:db8:1:2::', '2001:db8:1:3::']],
  ['an IPv4 address as IPv6', ['::ffff:203.0.113.9'], ['203.0.113.9']],
])('%s are networks', async (_what, addresses, networks) => {
  expect(await answering(addresses).networks.of('hooks.example.com')).toEqual(networks);
});

test('a host that is an address is not looked up', async () => {
  const { asked, networks } = answering();

  expect([await networks.of('203.0.113.9'), await networks.of('[2001:db8::1]')]).toEqual([['203.0.113.9'], ['2001:db8::']]);
  expect(asked).toEqual([]);
});

test('an attempt connects to what was counted for it, though the name leads elsewhere by now', async () => {
  const { asked, networks } = answering(['203.0.113.9'], ['198.51.100.1']);
  await networks.of('hooks.example.com');

  expect(await networks.resolve('hooks.example.com')).toEqual(['203.0.113.9']);
  expect(asked).toHaveLength(1);
});

test('a look-up that failed counts nothing, and fails its attempt too', async () => {
  const { networks } = answering(new Error('no such name'), ['198.51.100.1']);

  expect(await networks.of('hooks.example.com')).toEqual([]);
  await expect(networks.resolve('hooks.example.com')).rejects.toThrow('no such name');
});

test('a host that is not counted is looked up for each connection', async () => {
  const { networks } = answering(['203.0.113.9'], ['198.51.100.1']);

  expect(await networks.resolve('hooks.example.com')).toEqual(['203.0.113.9']);
  expect(await networks.resolve('hooks.example.com')).toEqual(['198.51.100.1']);
});
