import { describe, expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { isolate } from './isolate.ts';

const away = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
const poison = new Error('poison');

/** Runs batches, doubling each item; a batch with one of `bad` throws. */
function runner(...bad: readonly number[]) {
  const batches: (readonly number[])[] = [];
  const run = async (batch: readonly number[]): Promise<readonly number[]> => {
    batches.push(batch);
    if (batch.some((item) => bad.includes(item))) throw poison;
    return batch.map((item) => item * 2);
  };
  return { batches, run };
}

const done = (value: number) => ({ status: 'fulfilled', value });
const failed = (reason: Error) => ({ status: 'rejected', reason });

test('a batch that succeeds runs once', async () => {
  const { batches, run } = runner();

  expect(await isolate([1, 2, 3], run)).toEqual([done(2), done(4), done(6)]);
  expect(batches).toHaveLength(1);
});

test('no items run nothing', async () => {
  const { batches, run } = runner();

  expect(await isolate([], run)).toEqual([]);
  expect(batches).toEqual([]);
});

describe('a batch with a poison item', () => {
  test.each([[1], [2], [3], [4], [5]])('fails that item alone: %i', async (bad) => {
    const { run } = runner(bad);
    const outcomes = await isolate([1, 2, 3, 4, 5], run);

    expect(outcomes).toEqual([1, 2, 3, 4, 5].map((item) => (item === bad ? failed(poison) : done(item * 2))));
  });

  test('fails each of several', async () => {
    const { run } = runner(1, 4);

    expect(await isolate([1, 2, 3, 4], run)).toEqual([failed(poison), done(4), done(6), failed(poison)]);
  });

  test('is bisected, and its items stay in order', async () => {
    const { batches, run } = runner(3);
    await isolate([1, 2, 3, 4], run);

    expect(batches).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
  });
});

test('an error that every item shares is not bisected', async () => {
  let runs = 0;
  const outcomes = await isolate([1, 2], async () => {
    runs += 1;
    throw away;
  });

  expect(outcomes).toEqual([failed(away), failed(away)]);
  expect(runs).toBe(1);
});

test('an error that every item shares fails the items left, and keeps what is done', async () => {
  const outcomes = await isolate([1, 2, 3], async (batch) => {
    if (batch.includes(2)) throw batch.length > 1 ? poison : away;
    return batch;
  });

  expect(outcomes).toEqual([done(1), failed(away), failed(away)]);
});

test('where only the first items got results, the rest runs again', async () => {
  const batches: (readonly number[])[] = [];
  const outcomes = await isolate([1, 2, 3], async (batch) => {
    batches.push(batch);
    return batch.slice(0, 2);
  });

  expect(outcomes).toEqual([done(1), done(2), done(3)]);
  expect(batches).toEqual([[1, 2, 3], [3]]);
});

test('a run without a result is a failure, not an endless loop', async () => {
  expect(await isolate([1], async () => [])).toMatchObject([{ status: 'rejected' }]);
});
