import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookEvery } from './look-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('all looks of a period have one timer, which ends with the last of them', () => {
  const looks = Array.from({ length: 3 }, () => vi.fn<() => void>());
  const ends = looks.map((look) => lookEvery(100, look));
  const endOther = lookEvery(250, () => undefined);
  expect(vi.getTimerCount()).toBe(2);

  ends[0]?.();
  ends[0]?.();
  vi.advanceTimersByTime(200);
  expect(looks.map(({ mock }) => mock.calls.length)).toEqual([0, 2, 2]);

  for (const end of [...ends, endOther]) end();
  expect(vi.getTimerCount()).toBe(0);
});

test('a look may end itself, and the period begins again with the next', () => {
  const looked: string[] = [];
  const end = lookEvery(100, () => {
    looked.push('once');
    end();
  });
  const endOther = lookEvery(100, () => looked.push('other'));
  vi.advanceTimersByTime(200);
  endOther();
  expect(vi.getTimerCount()).toBe(0);

  const endNext = lookEvery(100, () => looked.push('next'));
  vi.advanceTimersByTime(100);
  endNext();

  expect(looked).toEqual(['once', 'other', 'other', 'next']);
});
