import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test('a length of time is told in its largest unit, with tenths below ten of it', () => {
  const lengths = [0, 76, 4_120, 45_400, 90_000, 7_200_000, 259_200_000];
  expect(lengths.map(durationText)).toEqual(['0 ms', '76 ms', '4.1 sec', '45 sec', '1.5 min', '2 hr', '3 days']);
});
