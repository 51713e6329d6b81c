import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchedReads } from './batched-reads.ts';

function start(most = 10) {
  const reads: {
    readonly keys: readonly string[];
    readonly end: (found: ReadonlyMap<string, number>) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const ask = batchedReads<number>(most, (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, number>>();
    reads.push({ keys, end: resolve, fail: reject });
    return promise;
  });
  return { ask, reads, keys: () => reads.map(({ keys }) => keys) };
}

test('callers at the same time share a read, and a key is read once', async () => {
  const { ask, reads, keys } = start();
  const asked = [ask('a'), ask('b'), ask('a'), ask('c')];
  await setImmediate();
  reads[0]?.end(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  );

  expect(await Promise.all(asked)).toEqual([1, 2, 1, undefined]);
  expect(keys()).toEqual([['a', 'b', 'c']]);
});

test('a caller during a read is answered by the next read', async () => {
  const { ask, reads, keys } = start();
  const early = ask('a');
  await setImmediate();
  const late = ask('a');
  reads[0]?.end(new Map([['a', 1]]));
  await setImmediate();
  reads[1]?.end(new Map([['a', 2]]));

  expect([await early, await late]).toEqual([1, 2]);
  expect(keys()).toEqual([['a'], ['a']]);
});

test('a read has no more keys than its limit', async () => {
  const { ask, reads, keys } = start(2);
  void ask('a');
  void ask('b');
  const third = ask('c');
  await setImmediate();
  reads[0]?.end(new Map());
  await setImmediate();
  reads[1]?.end(new Map([['c', 3]]));

  expect(await third).toBe(3);
  expect(keys()).toEqual([['a', 'b'], ['c']]);
});

test('a read that fails rejects its callers only, and the next one goes on', async () => {
  const { ask, reads } = start();
  const failing = ask('a');
  await setImmediate();
  const next = ask('b');
  reads[0]?.fail(new Error('store away'));

  await expect(failing).rejects.toThrow('store away');
  await setImmediate();
  reads[1]?.end(new Map([['b', 2]]));
  expect(await next).toBe(2);
});
