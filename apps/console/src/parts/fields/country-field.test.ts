import { expect, test } from 'vitest';
import { countryCodeOf } from './country-field.tsx';

test.each([
  ['se', 'SE'],
  [' Sweden ', 'SE'],
  ['cote d’ivoire', 'CI'],
  ['Elsewhere', 'ELSEWHERE'],
  ['', ''],
])('the country %j has the code %j', (typed, code) => {
  expect(countryCodeOf(typed)).toBe(code);
});
