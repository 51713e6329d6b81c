import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BodyMemory, type HeldBody } from './body-memory.ts';

/** Asks for room for `count` bodies of a tenant. @returns those that have it. */
async function ask(memory: BodyMemory, tenant: string, count: number): Promise<readonly HeldBody[]> {
  const held: HeldBody[] = [];
  for (let body = 0; body < count; body += 1) void memory.acquire(tenant).then((room) => held.push(room));
  await setImmediate();
  return held;
}

test('until its size is known a body counts as the largest, and one tenant waits for none of another', async () => {
  const memory = new BodyMemory(3_000_000);

  expect(await ask(memory, 'a', 5)).toHaveLength(3);
  expect(await ask(memory, 'b', 1)).toHaveLength(1);
});

test('small bodies leave room for many, large ones for few, and each that ends for the next', async () => {
  const memory = new BodyMemory(3_000_000);
  const held = await ask(memory, 'a', 8);

  for (const body of held.slice()) body.fit(900_000);
  await setImmediate();
  expect(held).toHaveLength(3);

  held[0]?.fit(1_000);
  await setImmediate();
  expect(held).toHaveLength(4);
  held[3]?.fit(1_000);
  await setImmediate();
  held[4]?.fit(1_000);
  await setImmediate();
  expect(held).toHaveLength(6);

  held[1]?.release();
  held[1]?.release();
  await setImmediate();
  expect(held).toHaveLength(7);
});
