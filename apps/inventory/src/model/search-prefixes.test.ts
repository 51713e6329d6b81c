import { MAX_SEARCH_WORDS, searchText } from '@fulfilment/contracts';
import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchPrefixes, searchWords, wordForms } from './search-prefixes.ts';

describe('what a search can begin with', () => {
  const prefixes = new Set(searchPrefixes(['MUG-01'], ['Blue Mug, half-litre (2 pcs)', 'ｅｎａｍｅｌ']));

  test.each(['m', 'mug', 'mug-', 'mug-01', 'b', 'blue', 'mug,', 'half', 'half-l', 'litre', '(2', '2', 'pcs', 'enamel'])(
    '"%s" finds it',
    (text) => expect(searchWords(text).every((word) => prefixes.has(word))).toBe(true),
  );

  test.each(['ug', '01', '-01', 'lue', 'mug-02', 'bluemug', 'itre'])('"%s" does not', (text) =>
    expect(searchWords(text).every((word) => prefixes.has(word))).toBe(false),
  );

  test.each([
    ['cafe creme', 'Café Crème'],
    ['Café', 'CAFE'],
    ['CAFE\u0301', 'café'],
    ['istanbul', 'İSTANBUL'],
    ['ISPARTA', 'ısparta'],
    ['Işık', 'isik'],
    ['strasse', 'Straße'],
    ['STRASSE', 'Straße'],
    ['lodz', 'Łódź'],
    ['smorrebrod', 'Smørrebrød'],
    ['елка', 'Ёлка'],
    ['αθηνα', 'Αθήνα'],
  ])('"%s" finds "%s": accents, the dots of Turkish and ligatures make no difference', (search, name) => {
    const found = new Set(searchPrefixes([], [name]));

    expect(searchWords(search).every((word) => wordForms(word).some((form) => found.has(form)))).toBe(true);
  });

  test.each([
    ['か', 'が'],
    ['कि', 'क'],
  ])('"%s" does not find "%s": marks of other scripts are letters', (search, name) => {
    const found = new Set(searchPrefixes([], [name]));

    expect(searchWords(search).some((word) => wordForms(word).some((form) => found.has(form)))).toBe(false);
  });

  test('a word with an accent also finds what earlier releases kept under it', () => {
    expect(searchWords('CAFÉ').map((word) => wordForms(word))).toEqual([['cafe', 'café']]);
    expect(searchWords('mug').map((word) => wordForms(word))).toEqual([['mug']]);
  });

  test('case and width of letters make no difference, and several words are looked for one by one', () => {
    expect(searchWords(' MUG  ＢＬＵＥ\t')).toEqual(['mug', 'blue']);
  });

  test('a word of any length is found by itself', () => {
    const long = 'donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';

    expect(new Set(searchPrefixes([], [long])).has(searchWords(long)[0] ?? '')).toBe(true);
    expect(new Set(searchPrefixes(['A'.repeat(64)], [])).has(searchWords('a'.repeat(64))[0] ?? '')).toBe(true);
  });

  test.each([
    ['one long word', '\u4e00'.repeat(200)],
    ['characters that stand for many', '\u3316'.repeat(200)],
    ['words of the most that counts', `${'\u4e00'.repeat(63)} `.repeat(4).slice(0, 200)],
  ])('they are bounded in bytes: %s', (_what, text) => {
    expect(Buffer.byteLength(searchPrefixes([], [text]).join(''))).toBeLessThan(60_000);
  });

  test('they are no more than twice as many as the characters', () => {
    const worst = Array.from({ length: 100 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('-');

    expect(searchPrefixes([], [worst]).length).toBeLessThanOrEqual(2 * worst.length);
  });
});

test('what the contract takes as a search has no more words than it says, whatever forms Unicode has for them', () => {
  const unit = oneof(
    constantFrom(' ', '\u3000', '\u00A8', '\u02D8', '\u037A', '\t', 'a', 'İ'),
    string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );

  assert(
    property(string({ unit, maxLength: 200 }), (text) => {
      const taken = searchText.safeParse(text);
      expect(taken.success ? searchWords(taken.data).length : 0).toBeLessThanOrEqual(MAX_SEARCH_WORDS);
    }),
    { numRuns: 2_000 },
  );
});
