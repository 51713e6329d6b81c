import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pacedAfter, RateLimiter } from './rate-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const always = () => true;
const begins = async () => true;
const sent = Promise.resolve(true);
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const since = (ms: number) => performance.now() - ms;

function start(isOrphaned = false) {
  return { limiter: new RateLimiter(isOrphaned, wait), startedMs: performance.now() };
}

/** Passes the time that the work takes. */
async function ended<Result>(work: Promise<Result>): Promise<Result> {
  const settled = Promise.allSettled([work]);
  await vi.runAllTimersAsync();
  await settled;
  return work;
}

test('without a rate no attempt waits', async () => {
  const { limiter } = start();

  expect(await Promise.all([1, 2, 3].map(() => limiter.acquire({ rate: null, goesOn: always, sent }, begins)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(limiter.pauseMs()).toBe(0);
});

test('the first goes at once, the next ones one interval apart, in the order of the calls', async () => {
  const { limiter, startedMs } = start();
  const order: { place: number; atMs: number }[] = [];

  await ended(
    Promise.all(
      [1, 2, 3].map(async (place) => {
        await limiter.acquire({ rate: 20, goesOn: always, sent }, begins);
        order.push({ place, atMs: since(startedMs) });
      }),
    ),
  );

  expect(order).toEqual([
    { place: 1, atMs: 0 },
    { place: 2, atMs: 50 },
    { place: 3, atMs: 100 },
  ]);
  expect(limiter.pauseMs()).toBe(50);
});

test('after a worker that died the first waits for a whole interval', async () => {
  const { limiter, startedMs } = start(true);

  expect(await ended(limiter.acquire({ rate: 10, goesOn: always, sent }, begins))).toBe(true);

  expect(since(startedMs)).toBe(100);
});

test('a waiting attempt gives up when waiting is pointless, and uses up nothing', async () => {
  const { limiter } = start();
  await limiter.acquire({ rate: 0.1, goesOn: always, sent }, begins);
  let goesOn = true;
  const turn = limiter.acquire({ rate: 0.1, goesOn: () => goesOn, sent }, begins);
  await vi.advanceTimersByTimeAsync(100);

  goesOn = false;

  expect(await ended(turn)).toBeUndefined();
  expect(limiter.pauseMs()).toBe(9_500);
});

test('while an attempt waits for what else it needs, no turns are saved up', async () => {
  const { limiter, startedMs } = start();
  const beganMs: number[] = [];
  const begin = (afterMs: number) => async () => {
    await wait(afterMs);
    beganMs.push(since(startedMs));
  };

  await ended(Promise.all([300, 0, 0].map((afterMs) => limiter.acquire({ rate: 20, goesOn: always, sent }, begin(afterMs)))));

  expect(beganMs).toEqual([300, 350, 400]);
});

test('an attempt that is sent late is followed by a full interval', async () => {
  const { limiter, startedMs } = start();
  const late = wait(200).then(() => true);
  await limiter.acquire({ rate: 5, goesOn: always, sent: late }, begins);

  await ended(limiter.acquire({ rate: 5, goesOn: always, sent }, begins));

  expect(since(startedMs)).toBe(400);
});

test('an attempt that is not sent uses up nothing', async () => {
  const { limiter, startedMs } = start();

  await limiter.acquire({ rate: 0.1, goesOn: always, sent: Promise.resolve(false) }, begins);

  expect(await ended(limiter.acquire({ rate: 0.1, goesOn: always, sent }, begins))).toBe(true);
  expect(since(startedMs)).toBe(0);
});

test('an attempt that fails to begin holds up no other', async () => {
  const { limiter, startedMs } = start();
  const failed = limiter.acquire({ rate: 100, goesOn: always, sent }, () => Promise.reject(new Error('no room')));

  await expect(failed).rejects.toThrow('no room');
  expect(await ended(limiter.acquire({ rate: 100, goesOn: always, sent }, begins))).toBe(true);
  expect(since(startedMs)).toBe(0);
});

/** Begins as many as it may within `forMs` milliseconds, with a clock that ticks `everyMs`. @returns when. */
function launches(rate: number, { forMs, everyMs = 1 }: { forMs: number; everyMs?: number }): number[] {
  const at: number[] = [];
  let pacedUntil = 0;
  for (let now = 10_000; now < 10_000 + forMs; now += everyMs) {
    while (pacedUntil <= now) {
      at.push(now);
      pacedUntil = pacedAfter(pacedUntil, now, rate);
    }
  }
  return at;
}

function mostWithinASecond(at: readonly number[]): number {
  let first = 0;
  const counts = at.map((now, last) => {
    while ((at[first] ?? now) <= now - 1_000) first += 1;
    return last - first + 1;
  });
  return Math.max(...counts);
}

test.each([1, 7, 100, 900])('%i a second are never more in any second, and in ten seconds no fewer', (rate) => {
  const at = launches(rate, { forMs: 10_000 });

  expect(mostWithinASecond(at)).toBeLessThanOrEqual(rate + 1);
  expect(at.length).toBeGreaterThan(rate * 10 * 0.99 - 1);
});

test('one in ten seconds is one in ten seconds', () => {
  expect(launches(0.1, { forMs: 30_000 })).toEqual([10_000, 20_000, 30_000]);
});

test('a stall of the process is not made up for by a burst', () => {
  const at = launches(100, { forMs: 10_000, everyMs: 500 });

  expect(new Set(at).size).toBe(at.length);
});
