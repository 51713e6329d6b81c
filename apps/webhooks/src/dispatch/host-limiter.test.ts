import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HostLimiter, type HostLimits } from './host-limiter.ts';

const URL_A = 'https://hooks.example.com/a';

/** Asks for as many attempts, and notes which may be in flight. */
async function start(asked: readonly { tenant: string; url: string; isProven?: boolean }[], limits: Partial<HostLimits> = {}) {
  const limiter = new HostLimiter({ concurrency: 100, rate: 1_000_000, tenantRate: 1_000_000, ...limits });
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  for (const { tenant, url, isProven = true } of asked) {
    void limiter.acquire(tenant, url, isProven).then((release) => {
      begun.push(tenant);
      return releases.push(release);
    });
  }
  await setImmediate();
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
  await setImmediate();
  releases[1]?.();
  await setImmediate();

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
  await setImmediate();

  expect(begun).toEqual(['t0', 't1']);
});

test('from its first 2xx on, attempts at a URL do not wait for each other', async () => {
  const { limiter, begun, releases } = await start(
    Array.from({ length: 10 }, (_, index) => ({ tenant: `t${index}`, url: URL_A, isProven: false })),
  );

  limiter.prove(URL_A);
  releases[0]?.();
  await setImmediate();

  expect(begun).toHaveLength(10);
});

test('a tenant has a second’s worth of attempts at once and is paced from then on, at whatever hosts; no other waits for it', async () => {
  const flood = Array.from({ length: 300 }, (_, index) => ({ tenant: 'a', url: `https://${index % 10}.example.com/` }));
  const { begun } = await start([...flood, { tenant: 'b', url: URL_A }], { tenantRate: 2 });

  expect(begun.filter((tenant) => tenant === 'a')).toHaveLength(2);
  expect(begun.filter((tenant) => tenant === 'b')).toHaveLength(1);
});
