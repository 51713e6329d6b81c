import { setImmediate } from 'node:timers/promises';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { HostLimiter, type HostLimits } from './host-limiter.ts';

const URL_A = 'https://hooks.example.com/a';

/** All names of one domain lead to one address. */
const networkOf = (hostname: string): string => hostname.split('.').slice(-2).join('.');

/** All that waits for no time has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

/** Asks for as many attempts, and notes which may be in flight. */
async function start(asked: readonly { tenant: string; url: string; isProven?: boolean }[], limits: Partial<HostLimits> = {}) {
  const unlimited = { concurrency: 100, rate: Infinity, rateOf: () => Infinity, unprovenRate: Infinity };
  const limiter = new HostLimiter({ ...unlimited, ...limits }, async (hostname) => [networkOf(hostname)]);
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  for (const { tenant, url, isProven = true } of asked) {
    void limiter.acquire(tenant, url, isProven).then((release) => {
      begun.push(tenant);
      return releases.push(release);
    });
  }
  await settled();
  return { limiter, begun, releases };
}

test('an origin has no more attempts in flight than its limit, and tenants take turns for it', async () => {
  const asked = [...Array.from({ length: 5 }, () => 'a'), 'b'].map((tenant, index) => ({
    tenant,
    url: `https://hooks.example.com/${index}`,
  }));
  const { begun, releases } = await start([...asked, { tenant: 'c', url: 'https://other.example.com/' }], { concurrency: 2 });
  expect(begun.toSorted()).toEqual(['a', 'a', 'c']);

  releases[0]?.();
  releases[0]?.();
  await settled();
  releases[1]?.();
  await settled();

  expect(begun.slice(3)).toEqual(['a', 'b']);
});

test('attempts at an origin are spaced by its rate', async () => {
  const { begun } = await start(
    Array.from({ length: 20 }, () => ({ tenant: 'a', url: URL_A })),
    { rate: 0.01 },
  );

  expect(begun).toHaveLength(1);
});

test('a URL without a 2xx has one attempt at a time, over all tenants', async () => {
  const { begun, releases } = await start(
    Array.from({ length: 10 }, (_, index) => ({ tenant: `t${index}`, url: URL_A, isProven: false })),
  );
  expect(begun).toEqual(['t0']);

  releases[0]?.();
  await settled();

  expect(begun).toEqual(['t0', 't1']);
});

test('from its first 2xx on, attempts at a URL do not wait for each other', async () => {
  const { limiter, begun, releases } = await start(
    Array.from({ length: 10 }, (_, index) => ({ tenant: `t${index}`, url: URL_A, isProven: false })),
  );

  limiter.prove(URL_A);
  releases[0]?.();
  await settled();

  expect(begun).toHaveLength(10);
});

test('a tenant has a second’s worth of attempts at once and is paced from then on, at whatever hosts; no other waits for it', async () => {
  const flood = Array.from({ length: 300 }, (_, index) => ({ tenant: 'a', url: `https://${index % 10}.example.com/` }));
  const { begun } = await start([...flood, { tenant: 'b', url: URL_A }], { rateOf: () => 2 });

  expect(begun.filter((tenant) => tenant === 'a')).toHaveLength(2);
  expect(begun.filter((tenant) => tenant === 'b')).toHaveLength(1);
});

const atNames = (tenant: string, count: number, { domain = 'victim.example', isProven = false } = {}) =>
  Array.from({ length: count }, (_, index) => ({ tenant, url: `https://${tenant}${index}.${domain}/`, isProven }));

test('URLs without a 2xx share the rate of their address, by whatever names; others and other addresses do not wait', async () => {
  const { begun } = await start(
    [...atNames('a', 20), ...atNames('b', 4, { domain: 'other.example' }), ...atNames('c', 20, { isProven: true })],
    { unprovenRate: 4 },
  );
  const count = (name: string) => begun.filter((tenant) => tenant === name).length;

  // A second's worth at once, then one in 250 ms.
  expect(['a', 'b', 'c'].map(count)).toEqual([4, 4, 20]);
});

test('tenants take turns for the rate of an address: a first attempt waits for one turn of each, not for their floods', async () => {
  const asked = [...atNames('a', 30), ...atNames('b', 30), ...atNames('newcomer', 1)];
  const { begun } = await start(asked, { unprovenRate: 20 });
  await eventually(() => expect(begun).toContain('newcomer'));

  // A second's worth, the one that waits for the rate, and a turn of each.
  expect(begun.indexOf('newcomer')).toBeLessThanOrEqual(23);
});

test('a URL that answers with a 2xx frees those behind it from the rate of its address', async () => {
  const { limiter, begun, releases } = await start(
    Array.from({ length: 6 }, (_, index) => ({ tenant: `t${index}`, url: URL_A, isProven: false })),
    { unprovenRate: 1 },
  );
  limiter.prove(URL_A);
  releases[0]?.();
  await settled();

  expect(begun).toHaveLength(6);
});
