import { describe, expect, test } from 'vitest';
import { searchPrefixes, searchWords } from './search-prefixes.ts';

describe('what a search can begin with', () => {
  const prefixes = new Set(searchPrefixes(['MUG-01'], ['Blue Mug, half-litre (2 pcs)', 'ｅｎａｍｅｌ']));

  test.each(['m', 'mug', 'mug-', 'mug-01', 'b', 'blue', 'mug,', 'half', 'half-l', 'litre', '(2', '2', 'pcs', 'enamel'])(
    '"%s" finds it',
    (text) => expect(searchWords(text).every((word) => prefixes.has(word))).toBe(true),
  );

  test.each(['ug', '01', '-01', 'lue', 'mug-02', 'bluemug', 'itre'])('"%s" does not', (text) =>
    expect(searchWords(text).every((word) => prefixes.has(word))).toBe(false),
  );

  test('case and width of letters make no difference, and several words are looked for one by one', () => {
    expect(searchWords(' MUG  ＢＬＵＥ\t')).toEqual(['mug', 'blue']);
  });

  test('they are no more than twice as many as the characters', () => {
    const worst = Array.from({ length: 100 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('-');

    expect(searchPrefixes([], [worst]).length).toBeLessThanOrEqual(2 * worst.length);
  });
});
