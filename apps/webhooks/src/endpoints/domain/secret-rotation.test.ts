import { expect, test } from 'vitest';
import type { EndpointSecret } from './endpoint.ts';
import { livingSecrets, rotateSecrets } from './secret-rotation.ts';

const HOUR_MS = 3_600_000;
const at = (hours: number): Date => new Date(Date.parse('2026-11-21T10:00:00Z') + hours * HOUR_MS);
const secret = (id: string, created: number, ends: number | null = null): EndpointSecret => ({
  id,
  last4: 'abc=',
  createdAt: at(created),
  endsAt: ends === null ? null : at(ends),
});

test('the one that is replaced ends after the overlap, older ones when they were to', () => {
  const rotated = rotateSecrets([secret('b', 1), secret('a', 0, 2)], secret('c', 1.5), 24 * HOUR_MS);

  expect(rotated).toEqual([secret('c', 1.5), secret('b', 1, 25.5), secret('a', 0, 2)]);
});

test('with no overlap the new one is alone', () => {
  expect(rotateSecrets([secret('b', 1), secret('a', 0, 48)], secret('c', 2), 0)).toEqual([secret('c', 2)]);
});

test('a sixth is refused while five live, and not once one has ended', () => {
  const five = [secret('e', 4), ...['d', 'c', 'b', 'a'].map((id, place) => secret(id, 3 - place, 20 - place))];

  expect(rotateSecrets(five, secret('f', 5), HOUR_MS * 24)).toBeUndefined();
  expect(rotateSecrets(five, secret('f', 17), HOUR_MS * 24)).toHaveLength(5);
});

test('a secret signs until the moment at which it ends', () => {
  const secrets = [secret('b', 1), secret('a', 0, 2)];

  expect(livingSecrets(secrets, at(1.9)).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(livingSecrets(secrets, at(2)).map(({ id }) => id)).toEqual(['b']);
});
