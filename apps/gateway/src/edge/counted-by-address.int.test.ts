import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ADDRESS_LIMIT } from '../accounts/domain/limits.ts';
import { BASE62, formKeyText, RANDOM_CHARACTERS } from '../accounts/domain/api-key.ts';
import { TOO_MANY_AT_ONCE } from '../testing/client.ts';
import { gatewayEnv, type GatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let behindProxy: TestGateway;
let direct: TestGateway;
let environment: GatewayEnv;

beforeAll(async () => {
  upstream = await startUpstream();
  environment = gatewayEnv(inject('engines'), upstream.url);
  behindProxy = await startGateway(environment);
  direct = await startGateway({ ...environment, TRUSTED_PROXIES: '', REDIS_PREFIX: `${environment['REDIS_PREFIX']}direct:` });
});

afterAll(async () => {
  await behindProxy.stop();
  await direct.stop();
  await upstream.stop();
});

/** When the last of so many is due, less what a timer may be early. */
const LAST_REFUSAL_MS = 900;

async function knock(gateway: TestGateway, forwardedFor: readonly string[]) {
  const statuses = await Promise.all(
    forwardedFor.map(async (list) => {
      const response = await fetch(`${gateway.url}/v1/inventory`, { method: 'HEAD', headers: { 'x-forwarded-for': list } });
      return response.status;
    }),
  );
  return { unauthenticated: statuses.filter((status) => status === 401).length, limited: statuses.includes(429) };
}

const many = (list: (place: number) => string) => Array.from({ length: TOO_MANY_AT_ONCE }, (_, place) => list(place));

test.each([
  ['the same address', () => '203.0.113.1'],
  ['addresses made up before its own', (place: number) => `198.51.100.${place % 250}, 203.0.113.2`],
  ['trusted addresses made up before its own', (place: number) => `127.0.0.${place % 250}, 203.0.113.3`],
  ['another port each time', (place: number) => `203.0.113.4:${place + 1_024}`],
  ['another address of its IPv6 network', (place: number) => `2001:db8:0:7:${place.toString(16)}::1`],
  ['its IPv4 address in both spellings', (place: number) => (place % 2 === 0 ? '203.0.113.5' : '::ffff:203.0.113.5')],
])('behind a proxy, a client without a key is limited that comes with %s', async (_what, list) => {
  const { limited, unauthenticated } = await knock(behindProxy, many(list));

  expect(limited).toBe(true);
  expect(unauthenticated).toBeGreaterThanOrEqual(ADDRESS_LIMIT.burst);
});

test('refusals of an address that does not pause wait for their turn', async () => {
  const began = performance.now();
  const { limited } = await knock(
    behindProxy,
    many(() => '203.0.113.7'),
  );

  expect(limited).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(LAST_REFUSAL_MS);
});

test('behind a proxy, clients of other addresses and networks are not limited by that', async () => {
  const others = Array.from({ length: TOO_MANY_AT_ONCE }, (_, place) => `2001:db8:${(place + 1).toString(16)}:7::1`);

  expect(await knock(behindProxy, others)).toEqual({ limited: false, unauthenticated: TOO_MANY_AT_ONCE });
});

test('behind a proxy, what it does not name counts for the proxy', async () => {
  expect(
    (
      await knock(
        behindProxy,
        many((place) => `198.51.100.${place % 250}, unknown`),
      )
    ).limited,
  ).toBe(true);
});

/** A text that can be a key, and is none. */
function madeUpKey(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => BASE62[Math.floor(Math.random() * BASE62.length)]);
  return formKeyText('sandbox', random.join(''));
}

async function unknownKeysRead({ internalUrl }: TestGateway): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  return Number(/fulfilment_key_lookups_total\{result="unknown",[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
}

test('a flood of made-up keys is kept from the store, and who was let in before is let in from there', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.6' };
  const { key } = await behindProxy.operator.key({ accountId: (await behindProxy.operator.account()).id });
  const ask = async (text: string) => {
    const response = await fetch(`${behindProxy.url}/v1/inventory`, {
      headers: { ...forwarded, authorization: `Bearer ${text}` },
    });
    await response.text();
    return response.status;
  };
  expect(await ask(key)).toBe(200);
  const began = performance.now();
  const knocked = await knock(
    behindProxy,
    many(() => '203.0.113.6'),
  );
  const readBefore = await unknownKeysRead(behindProxy);
  const statuses = await Promise.all(Array.from({ length: TOO_MANY_AT_ONCE }, () => ask(madeUpKey())));
  const read = (await unknownKeysRead(behindProxy)) - readBefore;

  // Of the address, since its bucket was full.
  const admitted = ADDRESS_LIMIT.burst + Math.ceil((ADDRESS_LIMIT.rate * (performance.now() - began)) / 1_000);
  const unauthenticated = statuses.filter((status) => status === 401).length;
  expect(unauthenticated + statuses.filter((status) => status === 429).length).toBe(TOO_MANY_AT_ONCE);
  expect(knocked.unauthenticated + unauthenticated).toBeLessThanOrEqual(admitted);
  // Those that are asked at once with the first that is refused have been read; how many these are is the machine's.
  expect(read).toBeLessThan(TOO_MANY_AT_ONCE);
  expect(await ask(key)).toBe(200);
});

test('with no proxy to trust, nothing that a client says of itself helps', async () => {
  expect(
    (
      await knock(
        direct,
        many((place) => `198.51.${place >> 8}.${place & 255}`),
      )
    ).limited,
  ).toBe(true);
});
