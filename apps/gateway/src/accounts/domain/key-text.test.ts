import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { BASE62, formKeyText, isKeyText, RANDOM_CHARACTERS, shownParts } from './key-text.ts';

const random = '0123456789ABCDEFGHIJabcdefghij';
const text = formKeyText('sandbox', random);

test('the checksum is the CRC-32 that everybody knows', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
  expect(crc32('')).toBe(0);
});

test('a key says its environment, and holds at least 160 random bits', () => {
  expect(formKeyText('sandbox', random)).toMatch(/^fsk_sandbox_[0-9A-Za-z]{36}$/);
  expect(formKeyText('production', random)).toMatch(/^fsk_live_[0-9A-Za-z]{36}$/);
  expect(RANDOM_CHARACTERS * Math.log2(BASE62.length)).toBeGreaterThan(160);
});

test('a key that was made is one', () => {
  expect(isKeyText(text)).toBe(true);
  expect(isKeyText(formKeyText('production', random))).toBe(true);
});

test('any one character mistyped is known without a look-up', () => {
  for (let place = 'fsk_sandbox_'.length; place < text.length; place += 1) {
    for (const character of BASE62) {
      if (character === text[place]) continue;
      expect(isKeyText(text.slice(0, place) + character + text.slice(place + 1))).toBe(false);
    }
  }
});

test('two neighbours exchanged are known as well', () => {
  for (let place = 'fsk_sandbox_'.length; place < text.length - 1; place += 1) {
    const [one = '', other = ''] = text.slice(place, place + 2);
    if (one === other) continue;
    expect(isKeyText(text.slice(0, place) + other + one + text.slice(place + 2))).toBe(false);
  }
});

test.each([
  ['nothing', ''],
  ['another prefix', text.replace('fsk', 'xsk')],
  ['the other environment', text.replace('sandbox', 'live')],
  ['one character less', text.slice(0, -1)],
  ['one character more', `${text}0`],
  ['white space', ` ${text}`],
])('%s is no key', (_what, wrong) => {
  expect(isKeyText(wrong)).toBe(false);
});

test('what is shown of a key does not give it away', () => {
  expect(shownParts(text)).toEqual({ prefix: 'fsk_sandbox_0123', last4: text.slice(-4) });
});
