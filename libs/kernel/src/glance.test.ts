import { expect, test } from 'vitest';
import { makeGlance } from './glance.ts';

/** Something that takes a while to read, and how often it was. */
function slowReader(tookMs: number) {
  const clock = { ms: 0 };
  const reads: string[] = [];
  const glance = makeGlance({
    nowMs: () => clock.ms,
    read: async (key) => {
      reads.push(key);
      clock.ms += tookMs;
      return `${key} ${reads.length}`;
    },
  });
  return { clock, reads, glance };
}

test('who asks at once is answered by one look, and each key by its own', async () => {
  const { glance, reads } = slowReader(0);

  expect(await Promise.all([glance('a'), glance('a'), glance('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(reads).toEqual(['a', 'b']);
});

test.each([
  ['what is read at once', 1, 1_000],
  ['what takes three seconds', 3_000, 60_000],
  ['what takes a minute', 60_000, 600_000],
])('%s is looked at again only after a while', async (_what, tookMs, againMs) => {
  const { clock, glance, reads } = slowReader(tookMs);
  await glance('a');
  clock.ms = tookMs + againMs - 1;
  await glance('a');
  expect(reads).toHaveLength(1);

  clock.ms += 1;
  await glance('a');
  expect(reads).toHaveLength(2);
});

test('what failed is looked at again at once', async () => {
  let reads = 0;
  const glance = makeGlance({
    nowMs: () => 0,
    read: async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    },
  });

  await expect(glance('a')).rejects.toThrow('away');
  expect(await glance('a')).toBe(2);
});

test('it keeps no more than a thousand', async () => {
  const { glance, reads } = slowReader(0);
  for (let each = 0; each <= 1_000; each += 1) await glance(`k${each}`);
  await glance('k1000');
  await glance('k0');

  expect(reads).toHaveLength(1_002);
});
