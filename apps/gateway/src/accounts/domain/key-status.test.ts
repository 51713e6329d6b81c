import { expect, test } from 'vitest';
import { keyStatus } from './key-status.ts';

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
] as const)('a key that expires %s and was revoked %s', (...ends) => {
  const [expiresAt, revokedAt, status] = ends;

  expect(keyStatus({ expiresAt, revokedAt }, now)).toBe(status);
});
