import { describe, expect, test } from 'vitest';
import { type KeySecret, type KeySecrets, rotateSecrets } from './key-secrets.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 9, minutes));
const MINUTE_MS = 60_000;

const secret = (last4: string, createdAt: Date, endsAt?: Date): KeySecret => ({
  prefix: 'fsk_sandbox_AbCd',
  last4,
  createdAt,
  endsAt,
});

describe('rotating a key', () => {
  test('lets the old secret live for the overlap', () => {
    const rotated = rotateSecrets([secret('old1', at(0))], secret('new1', at(5)), 10 * MINUTE_MS);

    expect(rotated).toEqual([secret('new1', at(5)), secret('old1', at(0), at(15))]);
  });

  test('without an overlap ends the old one at once', () => {
    expect(rotateSecrets([secret('old1', at(0))], secret('new1', at(5)), 0)).toEqual([secret('new1', at(5))]);
  });

  test('again never lengthens the life of one that was to end, and forgets one that has', () => {
    const secrets: KeySecrets = [secret('now1', at(5)), secret('old1', at(3), at(8)), secret('old2', at(0), at(6))];

    expect(rotateSecrets(secrets, secret('new1', at(7)), 10 * MINUTE_MS)).toEqual([
      secret('new1', at(7)),
      secret('now1', at(5), at(17)),
      secret('old1', at(3), at(8)),
    ]);
  });

  test('over and over is refused before a secret would end too early, and goes on once one has ended', () => {
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
