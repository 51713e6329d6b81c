import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AttemptResult } from '../use-cases/attempt-delivery.ts';
import { makeFlight } from './flight.ts';

function launchUntilFull(count: number) {
  const flight = makeFlight();
  const underway: PromiseWithResolvers<AttemptResult>[] = [];
  const launching = (async () => {
    for (let each = 0; each < count; each += 1) {
      await flight.room();
      const attempt = Promise.withResolvers<AttemptResult>();
      underway.push(attempt);
      flight.launch(`dlv_${each}`, () => attempt.promise.then((result) => flight.note(result)));
    }
  })();
  launching.catch(() => undefined);
  const end = async (...results: readonly AttemptResult[]): Promise<void> => {
    for (const result of results) {
      underway.shift()?.resolve(result);
      await setImmediate();
    }
  };
  return { flight, underway, end, launching };
}

test('it begins with one and widens with success', async () => {
  const { flight, end } = launchUntilFull(100);
  await setImmediate();
  expect(flight.names()).toHaveLength(1);

  await end('delivered');
  expect(flight.names()).toHaveLength(2);

  await end('delivered', 'delivered');
  expect(flight.names()).toHaveLength(4);

  await end(...Array.from({ length: 90 }, () => 'delivered' as const));
  expect(flight.names().length).toBeLessThanOrEqual(16);
});

test('a failure narrows it again', async () => {
  const { flight, end } = launchUntilFull(100);
  await setImmediate();
  await end('delivered', 'delivered', 'delivered');
  expect(flight.names()).toHaveLength(4);

  await end('refused', 'refused', 'refused');
  expect(flight.names()).toHaveLength(1);
});

test('an attempt that was withheld is told once', async () => {
  const { flight, end } = launchUntilFull(3);
  await setImmediate();
  await end('withheld');

  expect(flight.disturbed()).toBe(true);
  expect(flight.disturbed()).toBe(false);
});

test('what an attempt throws ends the flight, after the others have landed', async () => {
  const { flight, underway, launching } = launchUntilFull(2);
  await setImmediate();
  underway[0]?.reject(new Error('store away'));

  await expect(launching).rejects.toThrow('store away');
  await flight.landed();
  expect(flight.names()).toEqual([]);
  await expect(flight.room()).rejects.toThrow('store away');
});
