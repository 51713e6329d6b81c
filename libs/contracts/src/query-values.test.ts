import { expect, test } from 'vitest';
import { queryFlag, searchText, severalOf } from './fields.ts';

const words = severalOf(['created', 'packed', 'shipped']);

test.each([
  ['packed', ['packed']],
  ['packed,created', ['created', 'packed']],
  [
    ['packed', 'created'],
    ['created', 'packed'],
  ],
  [
    ['packed,created', 'shipped', 'packed'],
    ['created', 'packed', 'shipped'],
  ],
])('%j is read as %j', (given, read) => {
  expect(words.parse(given)).toEqual(read);
});

test.each(['', 'gone', 'packed,', ',packed', 'packed, created', [''], ['packed', 'gone'], ['packed', ''], [], 7])(
  '%j is refused',
  (given) => {
    expect(words.safeParse(given).success).toBe(false);
  },
);

const words8 = 'a b c d e f g h';

test.each([words8, `  ${words8}\t`, 'mug', 'mug '.repeat(8), '\u00A8\u00A8'])(
  'a search of up to eight words is taken: %j',
  (given) => {
    expect(searchText.safeParse(given).success).toBe(true);
  },
);

test.each([`${words8} i`, 'x '.repeat(60), 'a\u3000'.repeat(9), '\u00A8'.repeat(60)])(
  'a search of more words is refused: %j',
  (given) => {
    expect(searchText.safeParse(given).error?.issues).toMatchObject([{ message: 'at most 8 words' }]);
  },
);

test('a flag is true or false in these words alone', () => {
  expect([queryFlag.parse('true'), queryFlag.parse('false')]).toEqual([true, false]);
  for (const other of ['yes', '1', '', 'TRUE', ['true', 'true'], undefined])
    expect(queryFlag.safeParse(other).success).toBe(false);
});
