import { expect, test } from 'vitest';
import { type EndpointSecret, livingSecrets, refuseUrl, rotateSecrets } from './endpoint.ts';

const HOUR_MS = 3_600_000;
const at = (hours: number): Date => new Date(Date.parse('2026-11-21T10:00:00Z') + hours * HOUR_MS);
const secret = (id: string, created: number, ends: number | null = null): EndpointSecret => ({
  id,
  last4: 'abc=',
  createdAt: at(created),
  endsAt: ends === null ? null : at(ends),
});

test('a replaced secret ends after the overlap, older ones when they were to', () => {
  const rotated = rotateSecrets([secret('b', 1), secret('a', 0, 2)], secret('c', 1.5), 24 * HOUR_MS);

  expect(rotated).toEqual([secret('c', 1.5), secret('b', 1, 25.5), secret('a', 0, 2)]);
});

test('without overlap only the new secret is valid', () => {
  expect(rotateSecrets([secret('b', 1), secret('a', 0, 48)], secret('c', 2), 0)).toEqual([secret('c', 2)]);
});

test('a sixth secret is refused while five are valid, and accepted once one has ended', () => {
  const five = [secret('e', 4), ...['d', 'c', 'b', 'a'].map((id, place) => secret(id, 3 - place, 20 - place))];

  expect(rotateSecrets(five, secret('f', 5), HOUR_MS * 24)).toBeUndefined();
  expect(rotateSecrets(five, secret('f', 17), HOUR_MS * 24)).toHaveLength(5);
});

test('a secret signs until the moment at which it ends', () => {
  const secrets = [secret('b', 1), secret('a', 0, 2)];

  expect(livingSecrets(secrets, at(1.9)).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(livingSecrets(secrets, at(2)).map(({ id }) => id)).toEqual(['b']);
});

const strict = { allowHttp: false };
const lenient = { allowHttp: true };

test.each([
  'https://hooks.example.com/in?x=1',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:80/',
])('%s is accepted', (url) => {
  expect(refuseUrl(url, strict)).toBeUndefined();
});

test('plain http is refused unless the operator allows it', () => {
  expect(refuseUrl('http://hooks.example.com/', strict)).toMatch(/https/);
  expect(refuseUrl('http://hooks.example.com/', lenient)).toBeUndefined();
});

test.each([
  ['https://user@hooks.example.com/', /user name/],
  ['https://:pass@hooks.example.com/', /password/],
  ['https://hooks.example.com:22/', /port/],
  ['https://hooks.example.com:1023/', /port/],
  ['https://hooks.example.com:0/', /port/],
  ['ftp://hooks.example.com/', /https/],
  ['file:///etc/passwd', /https/],
  ['hooks.example.com', /parsed/],
  ['https://hooks.example.com/hook#part', /fragment/],
  ['https://hooks.example.com/hook#', /fragment/],
])('%s is refused with the reason', (url, reason) => {
  expect(refuseUrl(url, lenient)).toMatch(reason);
});
