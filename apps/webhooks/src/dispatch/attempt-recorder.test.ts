import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BatchWindow } from './attempt-recorder.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(forMs: number, maxCallers = 100) {
  const window = new BatchWindow(forMs, maxCallers);
  const gone: string[] = [];
  const come = (name: string, canWait = true) => window.join(canWait).then(() => gone.push(name));
  return { gone, come };
}

test('callers that can wait go together when the window closes', async () => {
  const { gone, come } = start(20);
  void come('a');
  void come('b');
  await vi.advanceTimersByTimeAsync(19);
  expect(gone).toEqual([]);

  await vi.advanceTimersByTimeAsync(1);
  expect(gone).toEqual(['a', 'b']);
});

test('they go at once when they are enough, and the next caller opens a new window', async () => {
  const { gone, come } = start(60_000, 2);
  void come('a');
  await come('b');
  void come('c');
  await vi.advanceTimersByTimeAsync(59_999);
  expect(gone).toEqual(['a', 'b']);

  await come('d');
  expect(gone).toEqual(['a', 'b', 'c', 'd']);
});

test('a caller that cannot wait closes the window, and those that waited go before it', async () => {
  const { gone, come } = start(60_000);
  void come('a');
  await come('b', false);
  expect(gone).toEqual(['a', 'b']);

  await come('c', false);
  expect(gone).toEqual(['a', 'b', 'c']);
});
