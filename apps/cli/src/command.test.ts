import { expect, test } from 'vitest';
import { chooseAccount, positiveInteger, textFacts, textTable } from './command.ts';

test.each(['0', '-1', '1.5', 'ten', '', '1e3'])('%o is refused as a number of requests', (text) => {
  expect(() => positiveInteger(text)).toThrow(/whole number/);
});

test('a named account takes precedence over the demo account, and one of them is required', () => {
  expect(chooseAccount('acc_1', 'acc_2')).toBe('acc_1');
  expect(chooseAccount(undefined, 'acc_2')).toBe('acc_2');
  expect(() => chooseAccount(undefined, undefined)).toThrow(/--account/);
});

test('the columns of a table are as wide as their longest cell', () => {
  expect(
    textTable(
      ['ID', 'NAME'],
      [
        ['acc_1', 'Mugs'],
        ['acc_22', ''],
      ],
    ),
  ).toBe('ID      NAME\nacc_1   Mugs\nacc_22');
  expect(textFacts({ id: '1', environment: 'sandbox' })).toBe('id           1\nenvironment  sandbox');
});

test('a table shows no character that a terminal obeys', () => {
  const url = 'http://x/\u001B[31mRED\u001B]0;pwned\u0007\u009B\u202Etxt\n';

  expect(textTable(['URL'], [[url]])).toBe('URL\nhttp://x/�[31mRED�]0;pwned���txt�');
  expect(textFacts({ url })).toBe('url  http://x/�[31mRED�]0;pwned���txt�');
});
