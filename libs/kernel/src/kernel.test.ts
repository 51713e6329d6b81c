import { expect, test } from 'vitest';
import { AppError, backoffMs, delay, firstIdAt, idPattern, shardOf, newId, parseTenantKey, tenantKey } from './index.ts';

test('ids of one process sort in the order in which they were made, also when the clock goes back a little', () => {
  const ids = [5_000, 5_000, 4_000, 5_001, 5_001].map((ms) => newId('ord', ms));

  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(5);
  for (const id of ids) expect(id).toMatch(idPattern('ord'));
});

test('ids follow a clock that was an hour ahead and is set right', () => {
  const now = Date.now();

  expect(newId('ord', now + 3_600_000) > firstIdAt('ord', new Date(now + 3_600_000))).toBe(true);
  expect(newId('ord', now) < firstIdAt('ord', new Date(now + 1))).toBe(true);
});

test('a moment parts the ids that were made before it from those that were made then or later', () => {
  const noon = new Date(Date.now() + 60_000);
  const [before, then] = [newId('ord', noon.getTime() - 1), newId('ord', noon.getTime())];

  expect([before, then, firstIdAt('ord', noon)].toSorted()).toEqual([before, firstIdAt('ord', noon), then]);
  expect(firstIdAt('ord', new Date('0001-01-01T00:00:00Z'))).toBe(`ord_${'0'.repeat(26)}`);
  expect(firstIdAt('ord', new Date('9999-12-31T23:59:59.999Z'))).toMatch(idPattern('ord'));
});

test('a tenant key says whose it is', () => {
  const tenant = { accountId: 'acc_1', environment: 'production' } as const;

  expect(parseTenantKey(tenantKey(tenant))).toEqual(tenant);
  expect(() => parseTenantKey('acc_1:staging')).toThrow('Not a tenant key');
});

test('keys spread over every shard, always the same way', () => {
  const shards = Array.from({ length: 1_000 }, (_, n) => shardOf(`acc_1:sandbox|SKU-${n}`, 8));

  expect(new Set(shards).size).toBe(8);
  expect(shardOf('acc_1:sandbox|SKU-1', 8)).toBe(shards[1]);
});

test('only a version conflict and unavailability are retryable', () => {
  const failure = { code: 'x', message: 'x' };

  expect(new AppError({ ...failure, kind: 'stale' }).isRetryable).toBe(true);
  expect(new AppError({ ...failure, kind: 'unavailable' }).isRetryable).toBe(true);
  expect(new AppError({ ...failure, kind: 'conflict' }).isRetryable).toBe(false);
});

test('a back-off doubles up to its bound', () => {
  const waits = [1, 2, 3, 60].map((attempt) => backoffMs(attempt, { firstMs: 100, maxMs: 300 }));

  for (const [place, most] of [100, 200, 300, 300].entries()) {
    expect(waits[place]).toBeGreaterThanOrEqual(most / 2);
    expect(waits[place]).toBeLessThanOrEqual(most);
  }
});

test('a delay ends at once when it is aborted', async () => {
  const abort = new AbortController();
  const waiting = delay(60_000, abort.signal);
  abort.abort();

  await expect(waiting).resolves.toBeUndefined();
});
