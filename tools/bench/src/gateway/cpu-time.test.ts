import { expect, test } from 'vitest';
import { makeCpuTime, proportionalOf, ticksOf } from '../measured-start.ts';

test('user and system time are added up, whatever the program is called', () => {
  const stat = '4242 (a (b) 9 c) S 1 4242 4242 0 -1 4194560 1 0 0 0 150 25 7 8 20 0 11 0 100 0 0';

  expect(ticksOf(stat)).toBe(175);
});

test.skipIf(process.platform !== 'linux')('a process that works takes CPU time, and only its own', async () => {
  const cpuTime = await makeCpuTime();
  const before = await cpuTime(process.pid);
  const usedBefore = process.cpuUsage();
  let sum = 0;
  while (process.cpuUsage(usedBefore).user < 100_000) sum += Math.sqrt(sum + 1);

  const taken = (await cpuTime(process.pid)) - before;

  expect(taken).toBeGreaterThanOrEqual(60_000);
  await expect(cpuTime(2 ** 30)).rejects.toThrow('ENOENT');
});

test('the share of pages that several processes have is read, and not the other sums of a process', () => {
  const rollup =
    'Rss:              115000 kB\nPss:               62000 kB\nPss_Anon:          55000 kB\nSwapPss:               7 kB\n';

  expect(proportionalOf(rollup)).toBe(62_000 * 1_024);
});
