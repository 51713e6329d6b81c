import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AttemptResult } from './attempt-delivery.ts';
import {
  FIRST_WINDOW,
  InFlightWindow,
  MAX_UNRECORDED,
  MAX_WINDOW,
  narrowed,
  type Permit,
  widened,
  type Window,
} from './in-flight-window.ts';

interface InFlight {
  readonly permit: Permit;
  readonly recorded: PromiseWithResolvers<void>;
}

/** Starts as many attempts as there are permits; each waits for its answer, then until it is recorded. */
function startUntilFull(count: number) {
  const window = new InFlightWindow();
  const waiting: InFlight[] = [];
  const answered: { readonly attempt: InFlight; readonly answer: AttemptResult }[] = [];
  const starting = (async () => {
    for (let each = 0; each < count; each += 1) {
      const attempt = { permit: await window.acquire(), recorded: Promise.withResolvers<void>() };
      waiting.push(attempt);
      window.start(`dlv_${each}`, () => attempt.recorded.promise);
    }
  })();
  starting.catch(() => undefined);
  return {
    window,
    waiting,
    starting,
    answer: async (...answers: readonly AttemptResult[]): Promise<void> => {
      for (const answer of answers) {
        const attempt = waiting.shift();
        if (!attempt) throw new Error('Nothing is in flight');
        answered.push({ attempt, answer });
        attempt.permit.answered(answer);
        await setImmediate();
      }
    },
    record: async (): Promise<void> => {
      for (const { attempt, answer } of answered.splice(0)) {
        attempt.permit.release(answer);
        attempt.recorded.resolve();
      }
      await setImmediate();
    },
  };
}

const times = (count: number, answer: AttemptResult): readonly AttemptResult[] => Array.from({ length: count }, () => answer);

test('a window begins with one request and widens with success, up to sixteen', async () => {
  const { waiting, answer } = startUntilFull(200);
  await setImmediate();
  expect(waiting).toHaveLength(1);

  await answer('delivered');
  expect(waiting).toHaveLength(2);

  await answer('delivered', 'delivered');
  expect(waiting).toHaveLength(4);

  await answer(...times(90, 'delivered'));
  expect(waiting).toHaveLength(16);
});

test('requests go on while others are recorded, unless too many are', async () => {
  const { window, waiting, answer, record } = startUntilFull(1_000);
  await setImmediate();

  await answer(...times(MAX_UNRECORDED - 1, 'delivered'));
  expect(waiting).toHaveLength(16);
  await answer(...times(16, 'delivered'));
  expect(waiting).toEqual([]);
  expect(window.ids()).toHaveLength(MAX_UNRECORDED + 15);

  await record();
  expect(waiting).toHaveLength(16);
});

test('after a failure nothing starts before it is recorded, and fewer at once then', async () => {
  const { waiting, answer, record } = startUntilFull(100);
  await setImmediate();
  await answer('delivered', 'delivered', 'delivered');
  expect(waiting).toHaveLength(4);

  await answer('refused');
  expect(waiting).toHaveLength(3);
  await answer('delivered', 'delivered', 'delivered');
  expect(waiting).toEqual([]);

  await record();
  expect(waiting).toHaveLength(3);
});

test('an attempt that was withheld is reported once, before anything else starts', async () => {
  const { window, waiting, answer, record } = startUntilFull(3);
  await setImmediate();
  await answer('withheld');
  expect(waiting).toEqual([]);
  await record();

  expect(window.takeWithheld()).toBe(true);
  expect(window.takeWithheld()).toBe(false);
});

test('permits are granted in the order of the calls', async () => {
  const window = new InFlightWindow();
  const first = await window.acquire();
  const order: string[] = [];
  const asking = ['a', 'b'].map(async (name) => {
    const permit = await window.acquire();
    order.push(name);
    permit.release();
  });

  first.release();
  first.release();
  await Promise.all(asking);

  expect(order).toEqual(['a', 'b']);
});

test('an error of an attempt ends the window, after the others have finished', async () => {
  const { window, waiting, starting } = startUntilFull(2);
  await setImmediate();
  waiting[0]?.recorded.reject(new Error('store away'));

  await expect(starting).rejects.toThrow('store away');
  await window.drained();
  expect(window.ids()).toEqual([]);
  await expect(window.acquire()).rejects.toThrow('store away');
});

const afterSuccesses = (count: number, from: Window = FIRST_WINDOW): number => {
  let window = from;
  for (let each = 0; each < count; each += 1) window = widened(window);
  return window.size;
};

test('a window grows by one for each success, up to its limit', () => {
  expect(afterSuccesses(0)).toBe(1);
  expect(afterSuccesses(1)).toBe(2);
  expect(afterSuccesses(3)).toBe(4);
  expect(afterSuccesses(10_000)).toBe(MAX_WINDOW);
});

test('a failure halves it, to one at least', () => {
  expect(narrowed({ size: MAX_WINDOW, isOpening: true }).size).toBe(MAX_WINDOW / 2);
  expect(narrowed({ size: 1.5, isOpening: true }).size).toBe(1);
  expect(narrowed(FIRST_WINDOW).size).toBe(1);
});

test('after a failure it grows by one for each window full of successes', () => {
  const failed = narrowed({ size: 4, isOpening: true });

  expect(afterSuccesses(2, failed)).toBe(3);
  expect(afterSuccesses(5, failed)).toBeCloseTo(4);
});
