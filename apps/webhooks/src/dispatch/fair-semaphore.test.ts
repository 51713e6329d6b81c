import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairSemaphore, MAX_IN_FLIGHT, type Slot } from './fair-semaphore.ts';

async function askAll(tenants: readonly string[], limit: number) {
  const slots = new FairSemaphore({ quick: limit, slow: 1, unrecorded: 1, preempted: 2 });
  const served: string[] = [];
  const backs: Slot[] = [];
  const ask = (tenant: string, lane: 'quick' | 'slow' = 'quick') => {
    void slots.acquire(tenant, lane).then((slot) => {
      served.push(tenant);
      return backs.push(slot);
    });
    return setImmediate();
  };
  for (const tenant of tenants) void ask(tenant);
  await setImmediate();
  return { slots, served, backs, ask };
}

test('there are never more in use than the limit', async () => {
  const { slots, served, backs } = await askAll(['a', 'a', 'a'], 2);

  expect(served).toHaveLength(2);
  expect(slots.inUse()).toBe(2);

  backs[0]?.release();
  await setImmediate();
  expect(served).toHaveLength(3);
  expect(slots.inUse()).toBe(2);
});

test('tenants take turns, however much one of them asks for', async () => {
  const { served, backs } = await askAll(['busy', ...Array.from({ length: 100 }, () => 'busy'), 'quiet', 'other'], 1);

  for (let turn = 0; turn < 5; turn += 1) {
    backs.shift()?.release();
    await setImmediate();
  }

  expect(served).toEqual(['busy', 'busy', 'quiet', 'other', 'busy', 'busy']);
});

test('a slot is released once', async () => {
  const { slots, backs } = await askAll(['a', 'a'], 2);

  backs[0]?.release();
  backs[0]?.release();

  expect(slots.inUse()).toBe(1);
});

test('an attempt that is marked slow makes room for another', async () => {
  const { slots, served, backs } = await askAll(['a', 'a', 'b'], 2);
  expect(served).toEqual(['a', 'a']);

  backs[0]?.markSlow();
  backs[0]?.markSlow();
  await setImmediate();

  expect(served).toEqual(['a', 'a', 'b']);
  expect(slots.inUse()).toBe(3);
  for (const slot of backs) slot.release();
  expect(slots.inUse()).toBe(0);
});

test('a slow attempt waits while the slow lane is full, and quick ones go on', async () => {
  const { served, backs, ask } = await askAll(['a', 'a'], 2);
  for (const slot of backs) slot.markSlow();

  await ask('slow', 'slow');
  await ask('quick');
  expect(served).toEqual(['a', 'a', 'quick']);

  backs[0]?.release();
  await setImmediate();
  expect(served).toEqual(['a', 'a', 'quick']);
  backs[1]?.release();
  await setImmediate();
  expect(served).toEqual(['a', 'a', 'quick', 'slow']);
});

test('an answered attempt makes room while it is recorded, unless too many are', async () => {
  const { slots, served, backs } = await askAll(['a', 'a', 'a'], 1);

  backs[0]?.yieldWhileRecording();
  await setImmediate();
  expect(served).toHaveLength(2);

  backs[1]?.yieldWhileRecording();
  await setImmediate();
  expect(served).toHaveLength(2);

  backs[0]?.release();
  backs[1]?.release();
  await setImmediate();
  expect(served).toHaveLength(3);
  expect(slots.inUse()).toBe(1);
});

test.each([
  [
    'deploy/helm/fulfilment/files/alerts.yaml',
    [/fulfilment_webhook_in_flight > 0\.95 \* (\d+)/g, /attempts in flight; from (\d+) on, healthy/g],
  ],
  ['docs/operations.md', [/`webhook_in_flight` \|.*it stays near ([\d ]+):/g, /fewer than ([\d ]+) are slow/g]],
])('%s tells of as many slow attempts as make room for others early', (path, patterns) => {
  const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const told = patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, number = '']) => number));

  expect(told.map((number) => Number(number.replaceAll(' ', '')))).toEqual(patterns.map(() => MAX_IN_FLIGHT.preempted));
});
