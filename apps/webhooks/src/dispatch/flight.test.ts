import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AttemptResult } from './attempt-delivery.ts';
import { makeFlight } from './flight.ts';
import { MOST_UNRECORDED, type Place } from './places.ts';

interface Underway {
  readonly place: Place;
  readonly recorded: PromiseWithResolvers<void>;
}

/** Begins as many attempts as have a place; each waits for its answer, then for its record. */
function launchUntilFull(count: number) {
  const flight = makeFlight();
  const waiting: Underway[] = [];
  const answered: { readonly attempt: Underway; readonly answer: AttemptResult }[] = [];
  const launching = (async () => {
    for (let each = 0; each < count; each += 1) {
      const attempt = { place: await flight.place(), recorded: Promise.withResolvers<void>() };
      waiting.push(attempt);
      flight.launch(`dlv_${each}`, () => attempt.recorded.promise);
    }
  })();
  launching.catch(() => undefined);
  return {
    flight,
    waiting,
    launching,
    answer: async (...answers: readonly AttemptResult[]): Promise<void> => {
      for (const answer of answers) {
        const attempt = waiting.shift();
        if (!attempt) throw new Error('Nothing is under way');
        answered.push({ attempt, answer });
        attempt.place.answered(answer);
        await setImmediate();
      }
    },
    record: async (): Promise<void> => {
      for (const { attempt, answer } of answered.splice(0)) {
        attempt.place.end(answer);
        attempt.recorded.resolve();
      }
      await setImmediate();
    },
  };
}

const times = (count: number, answer: AttemptResult): readonly AttemptResult[] => Array.from({ length: count }, () => answer);

test('it begins with one exchange and widens with success, up to sixteen', async () => {
  const { waiting, answer } = launchUntilFull(200);
  await setImmediate();
  expect(waiting).toHaveLength(1);

  await answer('delivered');
  expect(waiting).toHaveLength(2);

  await answer('delivered', 'delivered');
  expect(waiting).toHaveLength(4);

  await answer(...times(90, 'delivered'));
  expect(waiting).toHaveLength(16);
});

test('exchanges go on while others are recorded, as long as those are not too many', async () => {
  const { flight, waiting, answer, record } = launchUntilFull(1_000);
  await setImmediate();

  await answer(...times(MOST_UNRECORDED - 1, 'delivered'));
  expect(waiting).toHaveLength(16);
  await answer(...times(16, 'delivered'));
  expect(waiting).toEqual([]);
  expect(flight.names()).toHaveLength(MOST_UNRECORDED + 15);

  await record();
  expect(waiting).toHaveLength(16);
});

test('after a failure nothing begins before it is recorded, and less at once then', async () => {
  const { waiting, answer, record } = launchUntilFull(100);
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

test('an attempt that was withheld is told once, before anything else begins', async () => {
  const { flight, waiting, answer, record } = launchUntilFull(3);
  await setImmediate();
  await answer('withheld');
  expect(waiting).toEqual([]);
  await record();

  expect(flight.disturbed()).toBe(true);
  expect(flight.disturbed()).toBe(false);
});

test('whoever asks first has the next place', async () => {
  const flight = makeFlight();
  const first = await flight.place();
  const order: string[] = [];
  const asking = ['a', 'b'].map(async (name) => {
    const place = await flight.place();
    order.push(name);
    place.end();
  });

  first.end();
  first.end();
  await Promise.all(asking);

  expect(order).toEqual(['a', 'b']);
});

test('what an attempt throws ends the flight, after the others have landed', async () => {
  const { flight, waiting, launching } = launchUntilFull(2);
  await setImmediate();
  waiting[0]?.recorded.reject(new Error('store away'));

  await expect(launching).rejects.toThrow('store away');
  await flight.landed();
  expect(flight.names()).toEqual([]);
  await expect(flight.place()).rejects.toThrow('store away');
});
