import { expect, test } from 'vitest';
import { ACCOUNT_OPERATIONS } from './index.ts';

const createKey = ACCOUNT_OPERATIONS.find(({ id }) => id === 'createKey');
const expiryOf = (expiresAt: string): unknown =>
  createKey?.body.safeParse({ name: 'n', role: 'viewer', expires_at: expiresAt }).data;

test.each([
  ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T01:00:00+01:00', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.5Z', '2027-01-01T00:00:00.500Z'],
])('the expiry of a key is any moment of RFC 3339: %s', (given, expiresAt) => {
  expect(expiryOf(given)).toMatchObject({ expires_at: expiresAt });
});

test.each(['2027-01-01', '2027-13-01T00:00:00Z', 'tomorrow'])('%s is no moment', (given) => {
  expect(expiryOf(given)).toBeUndefined();
});
