import { expect, test } from 'vitest';
import { orderBeingPacked, packedOrder } from '../orders/domain/order.builder.ts';
import type { Order } from '../orders/domain/order.ts';
import { OrderWatch } from './order-watch.ts';
import type { OrderKey } from '../orders/order-ports.ts';

const before = orderBeingPacked();
const after = packedOrder();
const isPacked = ({ status }: Order): boolean => status === 'packed';
const inSeconds = (seconds: number): number => performance.now() + seconds * 1_000;
const noErrors = (error: unknown): never => {
  throw error;
};

function watchOver(look: () => Promise<Order[]>, pollEveryMs = 5) {
  const looks: (readonly OrderKey[])[] = [];
  const findMany = async (keys: readonly OrderKey[]): Promise<Order[]> => {
    looks.push(keys);
    return look();
  };
  return { looks, watch: new OrderWatch({ findMany, pollEveryMs, onError: noErrors }) };
}

test('an order that is already decided is returned at once', async () => {
  const { watch, looks } = watchOver(async () => []);

  expect(await watch.until(after, isPacked, inSeconds(5))).toBe(after);
  expect(looks).toEqual([]);
});

test('an order that was committed in this process needs no read of the store', async () => {
  const { watch, looks } = watchOver(async () => [], 60_000);
  const waiting = watch.until(before, isPacked, inSeconds(5));

  watch.observe([after]);

  expect(await waiting).toBe(after);
  expect(looks).toEqual([]);
});

test('a notification causes one read, however many requests wait for the order', async () => {
  const { watch, looks } = watchOver(async () => [after], 60_000);
  const waiting = Array.from({ length: 20 }, () => watch.until(before, isPacked, inSeconds(5)));

  watch.notify([before.id, 'ord_of_others']);
  watch.notify([before.id]);

  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => after));
  expect(looks).toEqual([[{ tenant: before.tenant, id: before.id }]]);
});

test('a lost notification only costs the time to the next poll', async () => {
  const { watch } = watchOver(async () => [after]);

  expect(await watch.until(before, isPacked, inSeconds(5))).toBe(after);
});

test('at the deadline the order is returned as last seen', async () => {
  const newer = orderBeingPacked({ version: before.version + 1 });
  const { watch } = watchOver(async () => [newer]);

  expect(await watch.until(before, isPacked, inSeconds(0.05))).toBe(newer);
});

test('a late read does not replace a newer version', async () => {
  const { watch } = watchOver(async () => [before]);
  const newer = orderBeingPacked({ version: before.version + 1 });
  const waiting = watch.until(before, isPacked, inSeconds(0.05));

  watch.observe([newer]);
  watch.observe([before]);

  expect(await waiting).toBe(newer);
});

test('an unavailable store is read again, within the deadline', async () => {
  const errors: unknown[] = [];
  let looks = 0;
  const findMany = async (): Promise<Order[]> => {
    looks += 1;
    if (looks < 3) throw new Error('away');
    return [after];
  };
  const watch = new OrderWatch({ findMany, pollEveryMs: 5, onError: (error) => errors.push(error) });

  expect(await watch.until(before, isPacked, inSeconds(5))).toBe(after);
  expect(errors).toHaveLength(2);
});

test('no order is read once no request waits', async () => {
  const { watch, looks } = watchOver(async () => [after]);
  await watch.until(before, isPacked, inSeconds(5));
  const soFar = looks.length;

  watch.notify([before.id]);
  await watch.stop();

  expect(looks).toHaveLength(soFar);
});

test('a stop releases waiting requests', async () => {
  const { watch } = watchOver(async () => [], 60_000);
  const waiting = watch.until(before, isPacked, inSeconds(60));

  await watch.stop();

  expect(await waiting).toBe(before);
});
