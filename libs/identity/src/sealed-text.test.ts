import { expect, test } from 'vitest';
import { makeSealedText } from './sealed-text.ts';

const secret = 'a secret that is long enough for tests';
const sealed = makeSealedText({ secret, purpose: 'sign-in' });
const now = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T12:10:00.000Z');

test('what was sealed opens again until its end, and says nothing in between', async () => {
  const text = await sealed.seal({ verifier: 'never-seen' }, later);

  expect(
    text
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString())
      .join(''),
  ).not.toContain('never-seen');
  expect(await sealed.open(text, now)).toMatchObject({ verifier: 'never-seen' });
  expect(await sealed.open(text, new Date(later.getTime() - 1_000))).toMatchObject({ verifier: 'never-seen' });
  expect(await sealed.open(text, later)).toBeUndefined();
});

test.each([
  ['another secret', makeSealedText({ secret: `${secret}!`, purpose: 'sign-in' })],
  ['another purpose', makeSealedText({ secret, purpose: 'sign-out' })],
])('it does not open under %s', async (_what, other) => {
  expect(await other.open(await sealed.seal({ a: 1 }, later), now)).toBeUndefined();
});

test('what was altered, cut or made up does not open', async () => {
  const text = await sealed.seal({ a: 1 }, later);
  const [head = '', ...rest] = text.split('.');
  const forged = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const altered = [
    text.slice(0, -2),
    `${text}A`,
    [forged, ...rest].join('.'),
    [head, '', 'AAAA', 'AAAA', 'AAAA'].join('.'),
    '',
    'a.b',
  ];

  for (const each of altered) expect(await sealed.open(each, now)).toBeUndefined();
});
