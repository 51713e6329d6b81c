import { expect, test } from 'vitest';
import { makePace } from './pace.ts';

const always = () => true;
const since = (ms: number) => performance.now() - ms;

test('without a rate nobody waits', async () => {
  const pace = makePace(false);

  expect(await Promise.all([1, 2, 3].map(() => pace.turn(null, always)))).toEqual([true, true, true]);
  expect(pace.pauseMs()).toBe(0);
});

test('the first goes at once, those after it one interval apart, in the order in which they asked', async () => {
  const pace = makePace(false);
  const startedMs = performance.now();
  const order: { place: number; atMs: number }[] = [];

  await Promise.all(
    [1, 2, 3].map(async (place) => {
      await pace.turn(20, always);
      order.push({ place, atMs: since(startedMs) });
    }),
  );

  expect(order.map(({ place }) => place)).toEqual([1, 2, 3]);
  expect(order[1]?.atMs).toBeGreaterThanOrEqual(49);
  expect(order[2]?.atMs).toBeGreaterThanOrEqual(99);
  expect(pace.pauseMs()).toBeLessThanOrEqual(50);
});

test('after a worker that died the first waits for a whole interval', async () => {
  const startedMs = performance.now();

  expect(await makePace(true).turn(10, always)).toBe(true);

  expect(since(startedMs)).toBeGreaterThanOrEqual(99);
});

test('who waits gives up when it is not worth it any more, and uses up nothing', async () => {
  const pace = makePace(false);
  await pace.turn(0.1, always);
  let goesOn = true;
  const turn = pace.turn(0.1, () => goesOn);

  goesOn = false;

  expect(await turn).toBe(false);
  expect(pace.pauseMs()).toBeLessThanOrEqual(10_000);
});
