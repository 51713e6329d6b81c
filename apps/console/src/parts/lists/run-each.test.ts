import { expect, test } from 'vitest';
import { type Result, runEach } from './run-each.ts';

const NUMBERS = Array.from({ length: 20 }, (_, place) => place);
const done: Result = { state: 'done' };

test('each of many is done once and told, some at a time, and one that fails stops no other', async () => {
  const told = new Map<number, Result>();
  let underWay = 0;
  let most = 0;
  const fault = new Error('refused');

  await runEach(NUMBERS, {
    atOnce: 4,
    signal: new AbortController().signal,
    work: async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      if (item === 7) throw fault;
      return done;
    },
    tell: (item, result) => told.set(item, result),
  });

  expect(most).toBe(4);
  expect([...told.keys()].toSorted((a, b) => a - b)).toEqual(NUMBERS);
  expect(told.get(7)).toEqual({ state: 'failed', error: fault });
  expect([...told.values()].filter((result) => result !== done)).toHaveLength(1);
});

test('once it is stopped none other begins, and those under way are told', async () => {
  const stopping = new AbortController();
  const begun: number[] = [];
  const told: number[] = [];

  await runEach(NUMBERS, {
    atOnce: 3,
    signal: stopping.signal,
    work: async (item) => {
      begun.push(item);
      if (item === 4) stopping.abort();
      await Promise.resolve();
      return done;
    },
    tell: (item) => void told.push(item),
  });

  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(told.toSorted((a, b) => a - b)).toEqual(begun);
});
