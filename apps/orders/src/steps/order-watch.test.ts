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

function watchOver(look: () => Promise<Order[]>, lookEveryMs = 5) {
  const looks: (readonly OrderKey[])[] = [];
  const findMany = async (keys: readonly OrderKey[]): Promise<Order[]> => {
    looks.push(keys);
    return look();
  };
  return { looks, watch: new OrderWatch({ findMany, lookEveryMs, onError: noErrors }) };
}

test('what is decided already is not waited for', async () => {
  const { watch, looks } = watchOver(async () => []);

  expect(await watch.until(after, isPacked, inSeconds(5))).toBe(after);
  expect(looks).toEqual([]);
});

test('an order that was committed here is handed on without a look at the store', async () => {
  const { watch, looks } = watchOver(async () => [], 60_000);
  const waiting = watch.until(before, isPacked, inSeconds(5));

  watch.saw([after]);

  expect(await waiting).toBe(after);
  expect(looks).toEqual([]);
});

test('a hint makes for one look, however many wait for the order', async () => {
  const { watch, looks } = watchOver(async () => [after], 60_000);
  const waiting = Array.from({ length: 20 }, () => watch.until(before, isPacked, inSeconds(5)));

  watch.heardOf([before.id, 'ord_of_others']);
  watch.heardOf([before.id]);

  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => after));
  expect(looks).toEqual([[{ tenant: before.tenant, id: before.id }]]);
});

test('a lost hint only costs the time to the next look', async () => {
  const { watch } = watchOver(async () => [after]);

  expect(await watch.until(before, isPacked, inSeconds(5))).toBe(after);
});

test('at the deadline the order comes back as it was seen last', async () => {
  const newer = orderBeingPacked({ version: before.version + 1 });
  const { watch } = watchOver(async () => [newer]);

  expect(await watch.until(before, isPacked, inSeconds(0.05))).toBe(newer);
});

test('a look that comes late does not take back what was seen', async () => {
  const { watch } = watchOver(async () => [before]);
  const newer = orderBeingPacked({ version: before.version + 1 });
  const waiting = watch.until(before, isPacked, inSeconds(0.05));

  watch.saw([newer]);
  watch.saw([before]);

  expect(await waiting).toBe(newer);
});

test('a store that is away is looked at again, and keeps nobody longer than the deadline', async () => {
  const errors: unknown[] = [];
  let looks = 0;
  const findMany = async (): Promise<Order[]> => {
    looks += 1;
    if (looks < 3) throw new Error('away');
    return [after];
  };
  const watch = new OrderWatch({ findMany, lookEveryMs: 5, onError: (error) => errors.push(error) });

  expect(await watch.until(before, isPacked, inSeconds(5))).toBe(after);
  expect(errors).toHaveLength(2);
});

test('nobody is looked for once nobody waits', async () => {
  const { watch, looks } = watchOver(async () => [after]);
  await watch.until(before, isPacked, inSeconds(5));
  const soFar = looks.length;

  watch.heardOf([before.id]);
  await watch.stop();

  expect(looks).toHaveLength(soFar);
});

test('a stop lets go of those that wait', async () => {
  const { watch } = watchOver(async () => [], 60_000);
  const waiting = watch.until(before, isPacked, inSeconds(60));

  await watch.stop();

  expect(await waiting).toBe(before);
});
