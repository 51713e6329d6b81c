import { expect, test } from 'vitest';
import { queryFlag, severalOf } from './fields.ts';

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

test('a flag is true or false in these words alone', () => {
  expect([queryFlag.parse('true'), queryFlag.parse('false')]).toEqual([true, false]);
  for (const other of ['yes', '1', '', 'TRUE', ['true', 'true'], undefined])
    expect(queryFlag.safeParse(other).success).toBe(false);
});
