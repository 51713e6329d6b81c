import { expect, test } from 'vitest';
import { dayTemplate, durationText, monthNames, relativeText } from './formats.ts';
import { locale } from './language.ts';

const NOW = Date.parse('2026-11-28T10:00:00.000Z');
const besideNow = (seconds: number): string => relativeText(new Date(NOW + seconds * 1_000), NOW);
const DAY = 86_400;

test('a time to come is told by the nearest unit, and one that has passed by the units that are over', () => {
  expect(besideNow(7 * DAY - 2)).toBe('in 7 days');
  expect(besideNow(DAY * 1.4)).toBe('tomorrow');
  expect(besideNow(-119)).toBe('1 minute ago');
  expect(besideNow(-2 * DAY + 1)).toBe('yesterday');
});

test('a length of time is told in its largest unit, with tenths below ten of it', () => {
  const lengths = [0, 76, 4_120, 45_400, 90_000, 7_200_000, 259_200_000];
  expect(lengths.map(durationText)).toEqual(['0 ms', '76 ms', '4.1 sec', '45 sec', '1.5 min', '2 hr', '3 days']);
});

test('a day of a chart has the order and the names of months that dates of the locale have', () => {
  const may = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  expect(monthNames).toHaveLength(12);
  expect(dayTemplate.replace('{D}', '5').replace('{MMM}', monthNames[4] ?? '')).toBe(may.format(new Date(2026, 4, 5)));
});
