import pLimit from 'p-limit';
import { eventually } from '@fulfilment/testing';
import { expect, onTestFinished, test } from 'vitest';
import { inTurns } from './sku-routes.ts';

async function* slowly(count: number, under: { now: number; most: number }, onEnd: () => void): AsyncGenerator<string> {
  try {
    for (let at = 0; at < count; at += 1) {
      under.now += 1;
      under.most = Math.max(under.most, under.now);
      await new Promise(setImmediate);
      under.now -= 1;
      yield String(at);
    }
  } finally {
    onEnd();
  }
}

const nothing = (): void => undefined;

test('pieces of several exports are made one at a time, and each export gets all of its own', async () => {
  const turns = pLimit(1);
  const under = { now: 0, most: 0 };

  const all = await Promise.all(Array.from({ length: 5 }, () => Array.fromAsync(inTurns(turns, slowly(4, under, nothing)))));

  expect(all).toEqual(Array.from({ length: 5 }, () => ['0', '1', '2', '3']));
  expect(under.most).toBe(1);
});

test('a process rests after a piece while another export waits, and not for one alone', async () => {
  const turns = pLimit(1);
  const under = { now: 0, most: 0 };
  const rests: (() => void)[] = [];
  const rest = (): Promise<void> => new Promise((resolve) => rests.push(resolve));
  const exported = () => Array.fromAsync(inTurns(turns, slowly(2, under, nothing), rest));

  expect(await exported()).toEqual(['0', '1']);
  expect(rests).toEqual([]);

  const [first, second] = [exported(), exported()];
  await eventually(() => expect(rests).toHaveLength(1));
  expect(turns.activeCount).toBe(1);
  expect(turns.pendingCount).toBeGreaterThan(0);
  const waking = setInterval(() => rests.shift()?.(), 1);
  onTestFinished(() => clearInterval(waking));
  expect(await Promise.all([first, second])).toEqual([
    ['0', '1'],
    ['0', '1'],
  ]);
});

test('an unread export holds no other back, and one that fails or is left ends its pieces', async () => {
  const turns = pLimit(1);
  const under = { now: 0, most: 0 };
  const ended: string[] = [];
  const unread = inTurns(
    turns,
    slowly(4, under, () => ended.push('unread')),
  );
  await unread.next();

  expect(await Array.fromAsync(inTurns(turns, slowly(2, under, nothing)))).toEqual(['0', '1']);
  await unread.return(undefined);
  const failing = (async function* (): AsyncGenerator<string> {
    yield '0';
    throw new Error('the store is away');
  })();
  await expect(Array.fromAsync(inTurns(turns, failing))).rejects.toThrow('the store is away');

  expect(ended).toEqual(['unread']);
  expect(await Array.fromAsync(inTurns(turns, slowly(1, under, nothing)))).toEqual(['0']);
});
