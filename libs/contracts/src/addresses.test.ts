import { describe, expect, test } from 'vitest';
import { address } from './addresses.ts';

const home = { name: 'A', address1: 'Street 1', city: 'Berlin', country: 'DE' };

describe('a text of an address is kept without what phones and shops paste around it', () => {
  test.each([
    ['\u202A+49 170 1234567\u202C', '+49 170 1234567'],
    ['\u200E+49 170 1234567\u200F', '+49 170 1234567'],
    ['\u2068+49\u00A0170\u2069\u0000', '+49\u00A0170'],
    ['\uFEFF+49 170\r\n', '+49 170'],
    ['\u007F+49 170\u0085', '+49 170'],
    ['+49 170', '+49 170'],
  ])('phone %j', (phone, kept) => {
    expect(address.parse({ ...home, phone })).toMatchObject({ phone: kept });
  });

  test.each([
    ['Street 1\r\nBack door', 'Street 1\nBack door'],
    ['Street 1\rBack door', 'Street 1\nBack door'],
    ['Street 1\u2028Back door', 'Street 1\nBack door'],
    ['Street 1 \u202C\r\n\u202ABack door', 'Street 1\nBack door'],
    ['\u202Bשלום 1\u202C', 'שלום 1'],
    ['Cafe\u0301 1', 'Caf\u00E9 1'],
    ['Straße\t3', 'Straße\t3'],
  ])('line %j', (address1, kept) => {
    expect(address.parse({ ...home, address1 })).toMatchObject({ address1: kept });
  });

  test.each(['Str\u202Eeet 1', 'Str\u0000eet 1', '\u202A\u202C', '\uD800'])('%j is no line', (address1) => {
    expect(address.safeParse({ ...home, address1 }).success).toBe(false);
  });
});

describe('an address of e-mail', () => {
  test.each([
    'kim@example.com',
    'kim.o+shop@mail.example.com',
    "o'neill@example.com",
    'kim@bücher.example',
    'kim@xn--bcher-kva.example',
    'kim@пример.рф',
    'kim@xn--e1afmkfd.xn--p1ai',
    'kim@例え.テスト',
    'kim@उदाहरण.परीक्षा',
  ])('%s', (email) => {
    expect(address.parse({ ...home, email: `\u202A${email}\u202C\r\n` })).toMatchObject({ email });
  });

  test.each([
    'kim',
    'kim@',
    '@example.com',
    'kim@example',
    'a b@example.com',
    'a@b@example.com',
    '.a@example.com',
    'a..b@example.com',
  ])('%j is none', (email) => {
    expect(address.safeParse({ ...home, email }).success).toBe(false);
  });

  test.each([
    'kim@-a.example',
    'kim@a-.example',
    'kim@a..example',
    `${'a'.repeat(250)}@example.com`,
    'kim@1.2.3.4',
    'kim\n@a.example',
  ])('%j is none either', (email) => {
    expect(address.safeParse({ ...home, email }).success).toBe(false);
  });
});

test('a long run of blanks costs a look at each', () => {
  const blanks = ' '.repeat(500_000);

  expect(address.safeParse({ ...home, address1: `a${blanks}b`, email: `a${blanks}b` }).success).toBe(false);
  expect(address.parse({ ...home, address1: `${blanks}Street 1${blanks}` })).toMatchObject({ address1: 'Street 1' });
});

test('Kosovo is a country', () => {
  expect(address.safeParse({ ...home, country: 'XK' }).success).toBe(true);
});
