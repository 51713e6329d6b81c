import { type Progress, ProgressWatch, unwatched, type WatchedPart } from '@fulfilment/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderBeingPacked, packedOrder } from '../orders/domain/order.builder.ts';
import type { Order } from '../orders/domain/order.ts';
import { OrderWatch } from './order-watch.ts';
import type { OrderKey } from '../orders/order-ports.ts';
import { WaitBreaker } from './wait-breaker.ts';

const before = orderBeingPacked();
const after = packedOrder();
const isPacked = ({ status }: Order): boolean => status === 'packed';
const inSeconds = (seconds: number) => ({ deadlineMs: performance.now() + seconds * 1_000 });
const noErrors: (error: unknown) => void = (error) => {
  throw error;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface WatchOverOptions {
  readonly maxWaiting: number;
  readonly onError: (error: unknown) => void;
  readonly progress: Progress;
}

/** A watch over a store that holds what `look` gives, which may fail. */
function watchOver(
  look: () => readonly Order[] | Promise<readonly Order[]>,
  { maxWaiting = 100, onError = noErrors, progress = unwatched }: Partial<WatchOverOptions> = {},
) {
  const looks: (readonly OrderKey[])[] = [];
  const polls: (readonly OrderKey[])[] = [];
  const orders = {
    findMany: async (keys: readonly OrderKey[]) => {
      looks.push(keys);
      return look();
    },
    findVersions: async (keys: readonly OrderKey[]) => {
      polls.push(keys);
      return look();
    },
  };
  const breaker = new WaitBreaker({ maxWaiting, oldestUnsentMs: async () => 0, onError: noErrors });
  return { looks, polls, breaker, watch: new OrderWatch({ orders, breaker, onError, progress }) };
}

test('an order that is already decided is returned at once', async () => {
  const { watch, looks, breaker } = watchOver(() => []);

  expect(await watch.until(after, isPacked, inSeconds(5))).toBe(after);
  expect(looks).toEqual([]);
  expect(breaker.waiting).toBe(0);
});

test('an order that was committed in this process needs no read of the store', async () => {
  const { watch, looks, polls } = watchOver(() => []);
  const waiting = watch.until(before, isPacked, inSeconds(5));

  watch.observe([after]);

  expect(await waiting).toBe(after);
  expect([...looks, ...polls]).toEqual([]);
});

test('a notification causes one read, at once, however many requests wait for the order', async () => {
  const { watch, looks, polls } = watchOver(() => [after]);
  const waiting = Array.from({ length: 20 }, () => watch.until(before, isPacked, inSeconds(5)));

  watch.notify([before.id, 'ord_of_others']);
  watch.notify([before.id]);

  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => after));
  expect(looks).toEqual([[{ tenant: before.tenant, id: before.id }]]);
  expect(polls).toEqual([]);
});

test('a lost notification only costs the time to the next poll', async () => {
  const { watch, looks, polls } = watchOver(() => [after]);
  const waiting = watch.until(before, isPacked, inSeconds(5));

  await vi.advanceTimersByTimeAsync(200);

  expect(await waiting).toBe(after);
  expect([looks.length, polls.length]).toEqual([1, 1]);
});

test('while nothing changes, waiting requests read no order, and its version ever more rarely', async () => {
  const { watch, looks, polls } = watchOver(() => [before]);
  const waiting = Array.from({ length: 100 }, () => watch.until(before, isPacked, inSeconds(8)));

  await vi.advanceTimersByTimeAsync(8_000);

  expect(await Promise.all(waiting)).toEqual(Array(100).fill(before));
  expect(looks).toEqual([]);
  expect(polls.flat().length).toBeLessThan(40);
});

test('at the deadline the order is returned as last seen', async () => {
  const newer = orderBeingPacked({ version: before.version + 1 });
  const { watch, looks } = watchOver(() => [newer]);
  const waiting = watch.until(before, isPacked, inSeconds(1));

  await vi.advanceTimersByTimeAsync(1_000);

  expect(await waiting).toBe(newer);
  expect(looks).toHaveLength(1);
});

test('a late read does not replace a newer version', async () => {
  const { watch } = watchOver(() => [before]);
  const newer = orderBeingPacked({ version: before.version + 1 });
  const waiting = watch.until(before, isPacked, inSeconds(1));

  watch.observe([newer]);
  watch.observe([before]);
  await vi.advanceTimersByTimeAsync(1_000);

  expect(await waiting).toBe(newer);
});

test('an unavailable store is read again, within the deadline', async () => {
  const failures: unknown[] = [];
  let reads = 0;
  const look = (): Order[] => {
    reads += 1;
    if (reads < 4) throw new Error('away');
    return [after];
  };
  const { watch } = watchOver(look, { onError: (error) => failures.push(error) });
  const waiting = watch.until(before, isPacked, inSeconds(5));
  watch.notify([before.id]);

  await vi.advanceTimersByTimeAsync(3_000);

  expect(await waiting).toBe(after);
  expect(failures).toHaveLength(3);
});

test('no order is read once no request waits', async () => {
  const { watch, looks, polls } = watchOver(() => [after]);
  const waiting = watch.until(before, isPacked, inSeconds(5));
  watch.observe([after]);
  await waiting;

  watch.notify([before.id]);
  await vi.advanceTimersByTimeAsync(1_000);

  expect([...looks, ...polls]).toEqual([]);
});

test('a request that should not wait gets the order as it was read, at once', async () => {
  const { watch } = watchOver(() => [], { maxWaiting: 1 });
  void watch.until(before, isPacked, inSeconds(5));

  expect(await watch.until(before, isPacked, inSeconds(5))).toBe(before);
});

test('the breaker learns how waits end', async () => {
  const { watch, breaker } = watchOver(() => [before]);
  const waiting = Array.from({ length: 5 }, () => watch.until(before, isPacked, inSeconds(1)));
  const longer = watch.until(before, isPacked, inSeconds(2));

  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waiting);
  expect([breaker.isOpen, breaker.waiting]).toEqual([true, 1]);

  watch.observe([after]);
  await longer;
  expect([breaker.isOpen, breaker.waiting]).toEqual([false, 0]);
});

test('a stop releases waiting requests', async () => {
  const { watch } = watchOver(() => []);
  const waiting = watch.until(before, isPacked, inSeconds(60));

  await watch.stop();

  expect(await waiting).toBe(before);
});

test('a read that never ends is left, and the order is read again', async () => {
  const progress = new ProgressWatch({
    everyMs: 500,
    engines: { mongodb: async () => true },
    onReplaced: (_, part) => told.push(part),
    onGivenUp: noErrors,
  });
  const told: string[] = [];
  let looks = 0;
  const { watch } = watchOver(
    () => {
      looks += 1;
      return looks === 1 ? new Promise(() => undefined) : [after];
    },
    { progress, onError: () => undefined },
  );
  const waiting = watch.until(before, isPacked, inSeconds(60));

  await vi.advanceTimersByTimeAsync(10_000);

  expect(await waiting).toBe(after);
  expect(told).toEqual(['reads of awaited orders']);
  await progress.stop();
});

test('requests are released at their deadline also where the timer was lost', async () => {
  const watched: WatchedPart[] = [];
  const progress: Progress = {
    ...unwatched,
    watch: (part) => {
      watched.push(part);
      return unwatched.watch(part);
    },
  };
  const { watch } = watchOver(() => [], { progress });
  const waiting = watch.until(before, isPacked, inSeconds(3));
  vi.clearAllTimers();
  const told: string[] = [];
  const onReplaced = (_: Error, part: string): void => void told.push(part);
  const looks = new ProgressWatch({ everyMs: 500, engines: {}, onReplaced, onGivenUp: noErrors });
  for (const part of watched) looks.watch(part);

  await vi.advanceTimersByTimeAsync(10_000);

  expect(await waiting).toBe(before);
  expect(told).toEqual(['awaited orders']);
  await looks.stop();
});
