import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeGathering } from './gathering.ts';

function start(forMs: number, enough = 100) {
  const gathering = makeGathering({ forMs, enough });
  const gone: string[] = [];
  const come = (name: string, canWait = true) => gathering.join(canWait).then(() => gone.push(name));
  return { gone, come };
}

test('those who can wait go together when the moment is over', async () => {
  const { gone, come } = start(20);
  const all = [come('a'), come('b')];
  await delay(1);
  expect(gone).toEqual([]);

  await Promise.all(all);
  expect(gone).toEqual(['a', 'b']);
});

test('they go at once when they are enough, and the next ones gather anew', async () => {
  const { gone, come } = start(60_000, 2);
  void come('a');
  await come('b');
  void come('c');
  await delay(1);
  expect(gone).toEqual(['a', 'b']);

  await come('d');
  expect(gone).toEqual(['a', 'b', 'c', 'd']);
});

test('one that cannot wait takes along who waits, before it', async () => {
  const { gone, come } = start(60_000);
  void come('a');
  await come('b', false);
  expect(gone).toEqual(['a', 'b']);

  await come('c', false);
  expect(gone).toEqual(['a', 'b', 'c']);
});
