import { expect, test } from 'vitest';
import { seconds, timeAhead, timeBefore } from './times.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
  ['2027-01-31T12:00:00.5Z', '2027-01-31T12:00:00.500Z'],
])('%s is the same time for every command', (text, expected) => {
  expect([timeAhead(text, NOW), timeBefore(text, NOW)]).toEqual([expected, expected]);
});

test('days of an expiry are from now on', () => {
  expect(timeAhead('30d', NOW)).toBe('2026-12-21T12:00:00.000Z');
  expect(timeAhead('3650d', NOW)).toBe('2036-11-18T12:00:00.000Z');
});

test.each([
  ['30s', '2026-11-21T11:59:30.000Z'],
  ['30m', '2026-11-21T11:30:00.000Z'],
  ['2h', '2026-11-21T10:00:00.000Z'],
  ['2d', '2026-11-19T12:00:00.000Z'],
])('--since %s is a time ago', (text, expected) => {
  expect(timeBefore(text, NOW)).toBe(expected);
});

const refused = [
  ['', /date/],
  ['soon', /date/],
  ['2027', /date/],
  ['30', /date/],
  ['d', /date/],
  ['-2d', /date/],
  ['2027-01-31 12:00:00Z', /date/],
  ['2027-01-31T24:00:00Z', /date/],
  ['2027-01-31T12:00:00+25:00', /date/],
  ['0000-01-01T00:30:00+01:00', /date/],
  ['2027-13-01', /no such day: 2027-13-01/],
  ['2027-02-31', /no such day: 2027-02-31/],
  ['2027-02-29T12:00:00Z', /no such day: 2027-02-29/],
  ['2027-01-31T00:00:00', /offset/],
  ['2027-01-31T00:00', /offset/],
  ['3651d', /3650d at most/],
  ['99999d', /3650d at most/],
  ['999999999d', /3650d at most/],
] as const;

test.each(refused)('"%s" is refused as a time, with its reason', (text, reason) => {
  expect(() => timeAhead(text, NOW)).toThrow(reason);
  expect(() => timeBefore(text, NOW)).toThrow(reason);
});

test('an expiry is told in days alone, a time ago in any unit', () => {
  expect(() => timeAhead('24h', NOW)).toThrow(/days such as 30d/);
});

test.each([
  ['0', 0],
  ['45', 45],
  ['30m', 1_800],
  ['24h', 86_400],
  ['7d', 604_800],
])('%s is a duration of %i seconds', (text, expected) => {
  expect(seconds(text)).toBe(expected);
});

test.each([
  ['long', /such as 30m/],
  ['1w', /such as 30m/],
  ['3651d', /3650d at most/],
  ['999999999d', /3650d at most/],
])('%s is refused as a duration', (text, reason) => {
  expect(() => seconds(text)).toThrow(reason);
});
