import { AppError, ProgressWatch, Steps } from '@fulfilment/kernel';
import { expect, test, vi } from 'vitest';
import { knownKey } from './known-key.builder.ts';
import type { KeyDigests, KnownKey } from './principal.ts';
import { ReadThroughCache } from './read-through-cache.ts';
import { makeSemaphore, type Semaphore } from './semaphore.ts';

/** A store whose reads are answered by the test, and a clock that it moves. */
function start(semaphore: Semaphore = (work) => work()) {
  const state = { nowMs: 0, hasPrimary: true };
  const reads: Array<PromiseWithResolvers<KnownKey | undefined>> = [];
  const cache = new ReadThroughCache({
    read: (_digests: KeyDigests) => {
      const read = Promise.withResolvers<KnownKey | undefined>();
      reads.push(read);
      return read.promise;
    },
    keyOf: ([{ digest }]: KeyDigests) => digest,
    semaphore,
    hasPrimary: () => state.hasPrimary,
    nowMs: () => state.nowMs,
  });
  const digests = [{ digest: 'digest', pepperId: 'pepper' }] as const;
  const find = (beforeRead?: () => void) => cache.get(digests, beforeRead);
  const findAnother = (digest: string) => cache.get([{ digest, pepperId: 'pepper' }]);
  const known = async (key: KnownKey | undefined): Promise<void> => {
    const found = find();
    // A permit is given in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    reads.at(-1)?.resolve(key);
    await found;
  };
  return { state, reads, find, findAnother, known };
}

const refuse = (): never => {
  throw new Error('refused');
};
const away = () => new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });

test('concurrent requests for a key share one read', async () => {
  const { reads, find } = start();
  const found = Promise.all([find(), find(), find()]);
  reads[0]?.resolve(knownKey());

  expect(await found).toHaveLength(3);
  expect(reads).toHaveLength(1);
});

test('an entry is fresh for 500 ms from the start of its read, and no longer', async () => {
  const { state, reads, find } = start();
  const first = find();
  state.nowMs = 400;
  reads[0]?.resolve(knownKey());
  await first;

  state.nowMs = 499;
  expect(await find()).toMatchObject({ rev: 1 });
  expect(reads).toHaveLength(1);

  state.nowMs = 500;
  const again = find();
  reads[1]?.resolve(knownKey({ rev: 2 }));
  expect(await again).toMatchObject({ rev: 2 });
});

test('a read of 500 ms ago is not joined: it may have missed a revocation', async () => {
  const { state, reads, find } = start();
  const slow = find();
  state.nowMs = 500;
  const fresh = find();
  reads[1]?.resolve(knownKey({ rev: 2 }));

  expect(await fresh).toMatchObject({ rev: 2 });
  reads[0]?.resolve(knownKey({ rev: 1 }));
  await slow;
  expect(await find()).toMatchObject({ rev: 2 });
});

test('an absent key is remembered for 5 s', async () => {
  const { state, reads, find, known } = start();
  await known(undefined);
  state.nowMs = 4_999;
  expect(await find()).toBeUndefined();
  expect(reads).toHaveLength(1);

  state.nowMs = 5_000;
  await known(knownKey());
  expect(reads).toHaveLength(2);
});

test('while there is no primary, a cached key lives on for 15 s without waiting, and the primary is looked for', async () => {
  const { state, reads, find, known } = start();
  await known(knownKey());
  state.hasPrimary = false;

  state.nowMs = 14_999;
  expect(await find()).toMatchObject({ rev: 1 });
  expect(reads).toHaveLength(2);

  state.nowMs = 15_000;
  const over = find();
  reads.at(-1)?.reject(away());
  await expect(over).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('a request that is waiting when the primary goes gets the entry', async () => {
  const { state, reads, find, known } = start();
  await known(knownKey());
  state.nowMs = 600;
  const found = find();
  state.hasPrimary = false;
  reads[1]?.reject(away());

  expect(await found).toMatchObject({ rev: 1 });
});

test('a read that fails while there is a primary refuses: a revocation may have been made there', async () => {
  const { state, reads, find, known } = start();
  await known(knownKey());
  state.nowMs = 600;
  const found = find();
  reads[1]?.reject(away());

  await expect(found).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('a key that is gone from the store is absent', async () => {
  const { state, find, known } = start();
  await known(knownKey());
  state.nowMs = 600;
  await known(undefined);

  expect(await find()).toBeUndefined();
});

test('a key without an entry is read only where the caller allows it; one with an entry is read anyway', async () => {
  const { state, reads, find, known } = start();
  await expect(find(refuse)).rejects.toThrow('refused');
  expect(reads).toHaveLength(0);

  await known(knownKey());
  expect(await find(refuse)).toMatchObject({ rev: 1 });
  state.nowMs = 500;
  const again = find(refuse);
  reads.at(-1)?.resolve(knownKey({ rev: 2 }));
  expect(await again).toMatchObject({ rev: 2 });
});

test('few made-up keys are read at once, and a key with an entry does not wait for them', async () => {
  const { state, reads, find, findAnother, known } = start(makeSemaphore({ permits: 3, maxWaiting: 0 }));
  await known(knownKey());
  const madeUp = ['a', 'b', 'c'].map(findAnother);
  await expect(findAnother('d')).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(reads).toHaveLength(1 + madeUp.length);

  state.nowMs = 500;
  const again = find();
  reads.at(-1)?.resolve(knownKey({ rev: 2 }));
  expect(await again).toMatchObject({ rev: 2 });
  for (const { resolve } of reads) resolve(undefined);
  expect(await Promise.all(madeUp)).toEqual([undefined, undefined, undefined]);
});

test('reads that never end are left, their callers are told, and those that waited for a place behind them are read', async () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const watch = new ProgressWatch({
    everyMs: 1_000,
    engines: {},
    onReplaced: (_, part) => told.push(part),
    onGivenUp: (error) => expect.unreachable(error.message),
  });
  const steps = new Steps(watch, { name: 'reads of keys', engines: [] });
  let begun = 0;
  const cache = new ReadThroughCache({
    read: (digest: string) => {
      begun += 1;
      const lost = begun <= 2;
      return steps.run(async () => (lost ? new Promise<never>(() => undefined) : `key of ${digest}`));
    },
    keyOf: (digest) => digest,
    semaphore: makeSemaphore({ permits: 2, maxWaiting: 1 }),
    hasPrimary: () => true,
    nowMs: () => performance.now(),
  });
  const lost = Promise.allSettled(['a', 'b'].map((digest) => cache.get(digest)));
  const waiting = cache.get('c');
  await vi.advanceTimersByTimeAsync(1);
  await expect(cache.get('d')).rejects.toMatchObject({ code: 'upstream_unavailable' });

  await vi.advanceTimersByTimeAsync(10_000);

  expect(told).toEqual(['reads of keys']);
  const unavailable = { status: 'rejected', reason: { code: 'upstream_unavailable' } };
  expect(await lost).toMatchObject([unavailable, unavailable]);
  expect(await waiting).toBe('key of c');
  expect(await cache.get('a')).toBe('key of a');
  await watch.stop();
  vi.useRealTimers();
});
