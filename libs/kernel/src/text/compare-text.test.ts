import { expect, test } from 'vitest';
import { compareText } from '../index.ts';

test('text is in the order of its code points, as a database sorts it by UTF-8', () => {
  const texts = ['', 'A', 'A/B', 'A B', 'AB', 'a', 'É', '\uFF21', '\uFFFD', '😀', '😀1', '𠮷'];
  const byBytes = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

  expect(texts.toReversed().toSorted(compareText)).toEqual(byBytes);
  expect(compareText('😀', '😀')).toBe(0);
});
