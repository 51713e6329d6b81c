import { delay } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

const always = () => true;
const begins = async () => true;
const sent = Promise.resolve(true);
const since = (ms: number) => performance.now() - ms;

test('without a rate no attempt waits', async () => {
  const limiter = new RateLimiter(false);

  expect(await Promise.all([1, 2, 3].map(() => limiter.acquire({ rate: null, goesOn: always, sent }, begins)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(limiter.pauseMs()).toBe(0);
});

test('the first goes at once, the next ones one interval apart, in the order of the calls', async () => {
  const limiter = new RateLimiter(false);
  const startedMs = performance.now();
  const order: { place: number; atMs: number }[] = [];

  await Promise.all(
    [1, 2, 3].map(async (place) => {
      await limiter.acquire({ rate: 20, goesOn: always, sent }, begins);
      order.push({ place, atMs: since(startedMs) });
    }),
  );

  expect(order.map(({ place }) => place)).toEqual([1, 2, 3]);
  expect(order[1]?.atMs).toBeGreaterThanOrEqual(49);
  expect(order[2]?.atMs).toBeGreaterThanOrEqual(99);
  expect(limiter.pauseMs()).toBeLessThanOrEqual(50);
});

test('after a worker that died the first waits for a whole interval', async () => {
  const startedMs = performance.now();

  expect(await new RateLimiter(true).acquire({ rate: 10, goesOn: always, sent }, begins)).toBe(true);

  expect(since(startedMs)).toBeGreaterThanOrEqual(99);
});

test('a waiting attempt gives up when waiting is pointless, and uses up nothing', async () => {
  const limiter = new RateLimiter(false);
  await limiter.acquire({ rate: 0.1, goesOn: always, sent }, begins);
  let goesOn = true;
  const turn = limiter.acquire({ rate: 0.1, goesOn: () => goesOn, sent }, begins);

  goesOn = false;

  expect(await turn).toBeUndefined();
  expect(limiter.pauseMs()).toBeLessThanOrEqual(10_000);
});

test('while an attempt waits for what else it needs, no turns are saved up', async () => {
  const limiter = new RateLimiter(false);
  const startedMs = performance.now();
  const beganMs: number[] = [];
  const begin = (afterMs: number) => async () => {
    await delay(afterMs);
    beganMs.push(since(startedMs));
  };

  await Promise.all([300, 0, 0].map((afterMs) => limiter.acquire({ rate: 20, goesOn: always, sent }, begin(afterMs))));

  expect(beganMs[1]).toBeGreaterThanOrEqual((beganMs[0] ?? 0) + 49);
  // Counted from the first: a busy machine may run the second late, and the third is not to wait for that.
  expect(beganMs[2]).toBeGreaterThanOrEqual((beganMs[0] ?? 0) + 98);
});

test('an attempt that is sent late is followed by a full interval', async () => {
  const limiter = new RateLimiter(false);
  const late = delay(200).then(() => true);
  await limiter.acquire({ rate: 5, goesOn: always, sent: late }, begins);
  const startedMs = performance.now();

  await limiter.acquire({ rate: 5, goesOn: always, sent }, begins);

  expect(since(startedMs)).toBeGreaterThanOrEqual(395);
});

test('an attempt that is not sent uses up nothing', async () => {
  const limiter = new RateLimiter(false);

  await limiter.acquire({ rate: 0.1, goesOn: always, sent: Promise.resolve(false) }, begins);

  expect(await limiter.acquire({ rate: 0.1, goesOn: always, sent }, begins)).toBe(true);
});

test('an attempt that fails to begin holds up no other', async () => {
  const limiter = new RateLimiter(false);
  const failed = limiter.acquire({ rate: 100, goesOn: always, sent }, () => Promise.reject(new Error('no room')));

  await expect(failed).rejects.toThrow('no room');
  expect(await limiter.acquire({ rate: 100, goesOn: always, sent }, begins)).toBe(true);
});
