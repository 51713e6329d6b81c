import { describe, expect, test } from 'vitest';
import {
  BASE62,
  formKeyText,
  isKeyText,
  type KeySecret,
  type KeySecrets,
  keyStatus,
  RANDOM_CHARACTERS,
  rotateSecrets,
  shownParts,
} from './api-key.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

test.each([
  [undefined, undefined, 'active'],
  [after, undefined, 'active'],
  [now, undefined, 'expired'],
  [before, undefined, 'expired'],
  [undefined, before, 'revoked'],
  [before, before, 'revoked'],
] as const)('a key that expires %s and was revoked %s is %s', (...ends) => {
  const [expiresAt, revokedAt, status] = ends;

  expect(keyStatus({ expiresAt, revokedAt }, now)).toBe(status);
});

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 9, minutes));
const MINUTE_MS = 60_000;

const secret = (last4: string, createdAt: Date, endsAt?: Date): KeySecret => ({
  prefix: 'fsk_sandbox_AbCd',
  last4,
  createdAt,
  endsAt,
});

describe('rotating a key', () => {
  test('keeps the old secret valid for the overlap', () => {
    const rotated = rotateSecrets([secret('old1', at(0))], secret('new1', at(5)), 10 * MINUTE_MS);

    expect(rotated).toEqual([secret('new1', at(5)), secret('old1', at(0), at(15))]);
  });

  test('without an overlap ends the old secret at once', () => {
    expect(rotateSecrets([secret('old1', at(0))], secret('new1', at(5)), 0)).toEqual([secret('new1', at(5))]);
  });

  test('never extends the life of an older secret, and drops those that have ended', () => {
    const secrets: KeySecrets = [secret('now1', at(5)), secret('old1', at(3), at(8)), secret('old2', at(0), at(6))];

    expect(rotateSecrets(secrets, secret('new1', at(7)), 10 * MINUTE_MS)).toEqual([
      secret('new1', at(7)),
      secret('now1', at(5), at(17)),
      secret('old1', at(3), at(8)),
    ]);
  });

  test('is refused while five secrets are valid, and possible again once one has ended', () => {
    let secrets: KeySecrets = [secret('0', at(0))];
    for (let round = 1; round <= 4; round += 1)
      secrets = rotateSecrets(secrets, secret(String(round), at(round)), 60 * MINUTE_MS) ?? secrets;

    expect(secrets.map(({ last4 }) => last4)).toEqual(['4', '3', '2', '1', '0']);
    expect(rotateSecrets(secrets, secret('5', at(5)), 60 * MINUTE_MS)).toBeUndefined();
    expect(rotateSecrets(secrets, secret('5', at(5)), 0)).toHaveLength(1);
    expect(rotateSecrets(secrets, secret('6', at(61)), 60 * MINUTE_MS)?.map(({ last4 }) => last4)).toEqual([
      '6',
      '4',
      '3',
      '2',
      '1',
    ]);
  });
});

describe('the text of a key', () => {
  const random = '0123456789ABCDEFGHIJabcdefghij';
  const text = formKeyText('sandbox', random);

  test('names the environment and has at least 160 random bits', () => {
    expect(formKeyText('sandbox', random)).toMatch(/^fsk_sandbox_[0-9A-Za-z]{36}$/);
    expect(formKeyText('production', random)).toMatch(/^fsk_live_[0-9A-Za-z]{36}$/);
    expect(RANDOM_CHARACTERS * Math.log2(BASE62.length)).toBeGreaterThan(160);
  });

  test('passes its own check', () => {
    expect(isKeyText(text)).toBe(true);
    expect(isKeyText(formKeyText('production', random))).toBe(true);
  });

  test('fails the checksum with any single character changed', () => {
    for (let place = 'fsk_sandbox_'.length; place < text.length; place += 1) {
      for (const character of BASE62) {
        if (character === text[place]) continue;
        expect(isKeyText(text.slice(0, place) + character + text.slice(place + 1))).toBe(false);
      }
    }
  });

  test('fails the checksum with two neighbours exchanged', () => {
    for (let place = 'fsk_sandbox_'.length; place < text.length - 1; place += 1) {
      const [one = '', other = ''] = text.slice(place, place + 2);
      if (one === other) continue;
      expect(isKeyText(text.slice(0, place) + other + one + text.slice(place + 2))).toBe(false);
    }
  });

  test.each([
    ['an empty text', ''],
    ['of another prefix', text.replace('fsk', 'xsk')],
    ['of the other environment', text.replace('sandbox', 'live')],
    ['one character short', text.slice(0, -1)],
    ['one character too long', `${text}0`],
    ['padded with white space', ` ${text}`],
  ])('is invalid when it is %s', (_what, wrong) => {
    expect(isKeyText(wrong)).toBe(false);
  });

  test('shows its beginning and its last four characters alone', () => {
    expect(shownParts(text)).toEqual({ prefix: 'fsk_sandbox_0123', last4: text.slice(-4) });
  });
});
