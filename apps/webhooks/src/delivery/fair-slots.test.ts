import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeFairSlots } from './fair-slots.ts';

async function askAll(tenants: readonly string[], limit: number) {
  const slots = makeFairSlots(limit);
  const served: string[] = [];
  const backs: (() => void)[] = [];
  for (const tenant of tenants) {
    void slots.take(tenant).then((back) => {
      served.push(tenant);
      return backs.push(back);
    });
  }
  await setImmediate();
  return { slots, served, backs };
}

test('there are never more in use than the limit', async () => {
  const { slots, served, backs } = await askAll(['a', 'a', 'a'], 2);

  expect(served).toHaveLength(2);
  expect(slots.inUse()).toBe(2);

  backs[0]?.();
  await setImmediate();
  expect(served).toHaveLength(3);
  expect(slots.inUse()).toBe(2);
});

test('tenants take turns, however many one of them has waiting', async () => {
  const { served, backs } = await askAll(['first', 'big', 'big', 'big', 'big', 'small', 'other'], 1);

  for (let turn = 0; turn < 6; turn += 1) {
    backs.shift()?.();
    await setImmediate();
  }
  expect(served).toEqual(['first', 'big', 'small', 'other', 'big', 'big', 'big']);
});

test('a slot is given back once, however often that is said', async () => {
  const { slots, served, backs } = await askAll(['a', 'a', 'a'], 1);

  backs[0]?.();
  backs[0]?.();
  await setImmediate();
  expect(served).toHaveLength(2);
  expect(slots.inUse()).toBe(1);
});
