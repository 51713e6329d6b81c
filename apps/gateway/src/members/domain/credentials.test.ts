import { expect, test } from 'vitest';
import { normalPassword, passwordFault } from './credentials.ts';

const EMAIL = 'johanna.miller@mugs-and-co.example';

test.each([
  'mugs fill the third shelf',
  'correct horse battery staple',
  'x8#kQ2!vLp0z',
  '十二月二十一日の倉庫の棚番号',
  'a'.repeat(3) + 'bZ9'.repeat(3) + 'quilt',
  'johanna.miller keeps a spare teapot',
  'password hygiene is a virtue',
])('%s can be chosen', (password) => {
  expect(passwordFault(password, EMAIL)).toBeUndefined();
});

test.each([
  ['elevenchars', 'too_short'],
  // Eleven characters, whatever UTF-16 makes of them.
  ['🦀'.repeat(11), 'too_short'],
  ['é'.repeat(2) + 'x y'.repeat(67), 'too_long'],
  ['johanna.miller', 'like_the_address'],
  ['johanna.miller@mugs-and-co.example', 'like_the_address'],
  ['Mugs-And-Co-2026', 'like_the_address'],
  ['Password2026!', 'too_common'],
  ['P@ssw0rd123456', 'too_common'],
  ['passwordpassword', 'too_common'],
  ['123456789012', 'too_common'],
  ['098765432109', 'too_common'],
  ['qwertyuiopasdf', 'too_common'],
  ['abcdefghijklmn', 'too_common'],
  ['aaaaaaaaaaaaaa', 'too_common'],
  ['abcabcabcabcab', 'too_common'],
  ['warehouse2026', 'too_common'],
  ['111111222222', 'too_common'],
] as const)('%s is %s', (password, fault) => {
  expect(passwordFault(normalPassword(password), EMAIL)).toBe(fault);
});

test('is the same however its characters are composed', () => {
  expect(normalPassword('e\u0301ﬁ')).toBe('éfi');
});
