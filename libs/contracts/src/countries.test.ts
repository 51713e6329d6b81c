import { expect, test } from 'vitest';
import { COUNTRIES, countryCode, recordedCountry } from './countries.ts';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

test('every code of the list is a region that the platform has a name for, and there are 250', () => {
  expect([...COUNTRIES].filter((code) => names.of(code) === undefined)).toEqual([]);
  expect(COUNTRIES.size).toBe(250);
});

test.each(['DE', 'HK', 'AE', 'IE', 'TW', 'AX', 'CW', 'XK'])('%s is a country', (code) => {
  expect(countryCode.safeParse(code).success).toBe(true);
});

test.each(['XX', 'ZZ', 'EU', 'UK', 'AN', 'de', 'DEU', 'D', ''])('%j is none', (code) => {
  expect(countryCode.safeParse(code).success).toBe(false);
});

test('a record may have a code that no request could bring today', () => {
  expect(recordedCountry.safeParse('XX').success).toBe(true);
});
