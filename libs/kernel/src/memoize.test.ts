import { expect, test } from 'vitest';
import { memoizeWithTtl } from './memoize.ts';

/** A slow read, and the keys it was called with. */
function slowReader(tookMs: number) {
  const clock = { ms: 0 };
  const reads: string[] = [];
  const readMemoized = memoizeWithTtl({
    nowMs: () => clock.ms,
    read: async (key) => {
      reads.push(key);
      clock.ms += tookMs;
      return `${key} ${reads.length}`;
    },
  });
  return { clock, reads, readMemoized };
}

test('concurrent callers share one read, and each key has its own', async () => {
  const { readMemoized, reads } = slowReader(0);

  expect(await Promise.all([readMemoized('a'), readMemoized('a'), readMemoized('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(reads).toEqual(['a', 'b']);
});

test.each([
  ['a fast read', 1, 1_000],
  ['a read of three seconds', 3_000, 60_000],
  ['a read of a minute', 60_000, 600_000],
])('%s is read again only after its time to live', async (_what, tookMs, againMs) => {
  const { clock, readMemoized, reads } = slowReader(tookMs);
  await readMemoized('a');
  clock.ms = tookMs + againMs - 1;
  await readMemoized('a');
  expect(reads).toHaveLength(1);

  clock.ms += 1;
  await readMemoized('a');
  expect(reads).toHaveLength(2);
});

test('a failed read is repeated at once', async () => {
  let reads = 0;
  const readMemoized = memoizeWithTtl({
    nowMs: () => 0,
    read: async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    },
  });

  await expect(readMemoized('a')).rejects.toThrow('away');
  expect(await readMemoized('a')).toBe(2);
});

test('it keeps no more than a thousand keys', async () => {
  const { readMemoized, reads } = slowReader(0);
  for (let each = 0; each <= 1_000; each += 1) await readMemoized(`k${each}`);
  await readMemoized('k1000');
  await readMemoized('k0');

  expect(reads).toHaveLength(1_002);
});
