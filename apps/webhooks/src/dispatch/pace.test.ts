import { delay } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { makePace } from './pace.ts';

const always = () => true;
const begins = async () => true;
const sent = Promise.resolve(true);
const since = (ms: number) => performance.now() - ms;

test('without a rate nobody waits', async () => {
  const pace = makePace(false);

  expect(await Promise.all([1, 2, 3].map(() => pace.turn({ rate: null, goesOn: always, sent }, begins)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(pace.pauseMs()).toBe(0);
});

test('the first goes at once, those after it one interval apart, in the order in which they asked', async () => {
  const pace = makePace(false);
  const startedMs = performance.now();
  const order: { place: number; atMs: number }[] = [];

  await Promise.all(
    [1, 2, 3].map(async (place) => {
      await pace.turn({ rate: 20, goesOn: always, sent }, begins);
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

  expect(await makePace(true).turn({ rate: 10, goesOn: always, sent }, begins)).toBe(true);

  expect(since(startedMs)).toBeGreaterThanOrEqual(99);
});

test('who waits gives up when it is not worth it any more, and uses up nothing', async () => {
  const pace = makePace(false);
  await pace.turn({ rate: 0.1, goesOn: always, sent }, begins);
  let goesOn = true;
  const turn = pace.turn({ rate: 0.1, goesOn: () => goesOn, sent }, begins);

  goesOn = false;

  expect(await turn).toBeUndefined();
  expect(pace.pauseMs()).toBeLessThanOrEqual(10_000);
});

test('while an attempt waits for what else it needs, no turns are saved up', async () => {
  const pace = makePace(false);
  const startedMs = performance.now();
  const beganMs: number[] = [];
  const begin = (afterMs: number) => async () => {
    await delay(afterMs);
    beganMs.push(since(startedMs));
  };

  await Promise.all([300, 0, 0].map((afterMs) => pace.turn({ rate: 20, goesOn: always, sent }, begin(afterMs))));

  expect(beganMs[1]).toBeGreaterThanOrEqual((beganMs[0] ?? 0) + 49);
  expect(beganMs[2]).toBeGreaterThanOrEqual((beganMs[1] ?? 0) + 49);
});

test('one that comes to be sent late leaves the space behind it, not before it', async () => {
  const pace = makePace(false);
  const late = delay(200).then(() => true);
  await pace.turn({ rate: 5, goesOn: always, sent: late }, begins);
  const startedMs = performance.now();

  await pace.turn({ rate: 5, goesOn: always, sent }, begins);

  expect(since(startedMs)).toBeGreaterThanOrEqual(395);
});

test('one that is not sent uses up nothing', async () => {
  const pace = makePace(false);

  await pace.turn({ rate: 0.1, goesOn: always, sent: Promise.resolve(false) }, begins);

  expect(await pace.turn({ rate: 0.1, goesOn: always, sent }, begins)).toBe(true);
});

test('one that fails to begin holds up nobody', async () => {
  const pace = makePace(false);
  const failed = pace.turn({ rate: 100, goesOn: always, sent }, () => Promise.reject(new Error('no room')));

  await expect(failed).rejects.toThrow('no room');
  expect(await pace.turn({ rate: 100, goesOn: always, sent }, begins)).toBe(true);
});
