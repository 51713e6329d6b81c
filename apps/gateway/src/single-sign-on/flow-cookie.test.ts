import { makeSealedText } from '@fulfilment/identity';
import { expect, test } from 'vitest';
import { FlowCookie } from './flow-cookie.ts';

const sealed = makeSealedText({ secret: 'a secret that is long enough for tests', purpose: 'single sign-on' });
const flowCookie = new FlowCookie(sealed);
const now = new Date('2026-11-21T12:00:00.000Z');
const endsAt = new Date('2026-11-21T12:10:00.000Z');
const flow = {
  state: 'state',
  nonce: 'nonce',
  verifier: 'verifier',
  returnTo: '/console?a=1',
  accountId: undefined,
  endsAt,
};
const sentBack = (setCookie: string): string => setCookie.split(';')[0] ?? '';

test('a sealed sign-in is opened unchanged, also beside other cookies', async () => {
  const header = `theme=dark; ${sentBack(await flowCookie.seal(flow, now))}; lang=en`;

  expect(await flowCookie.open(header, now)).toEqual(flow);
  expect(await flowCookie.open(sentBack(await flowCookie.seal({ ...flow, accountId: 'acc_1' }, now)), now)).toEqual({
    ...flow,
    accountId: 'acc_1',
  });
});

test('the cookie lasts ten minutes, is bound to the host, and is hidden from scripts', async () => {
  const text = await flowCookie.seal(flow, now);

  expect(text).toMatch(/^__Host-single-sign-on=[\w.-]+; /);
  expect(text.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
  expect(flowCookie.ended).toMatch(/^__Host-single-sign-on=; .*Max-Age=0/);
  // A browser takes no cookie over 4096 bytes (RFC 6265bis section 5.6).
  const longest = {
    ...flow,
    returnTo: `/${'x'.repeat(999)}`,
    verifier: 'v'.repeat(43),
    state: 's'.repeat(43),
    nonce: 'n'.repeat(43),
  };
  expect((await flowCookie.seal(longest, now)).length).toBeLessThan(3_000);
});

test('a cookie that has expired, was altered or was never set opens nothing', async () => {
  const header = sentBack(await flowCookie.seal(flow, now));

  expect(await flowCookie.open(header, endsAt)).toBeUndefined();
  expect(await flowCookie.open(`${header.slice(0, -4)}AAAA`, now)).toBeUndefined();
  expect(await flowCookie.open(undefined, now)).toBeUndefined();
  expect(await flowCookie.open('theme=dark', now)).toBeUndefined();
  expect(await flowCookie.open(sentBack(flowCookie.ended), now)).toBeUndefined();
});

test('a text sealed for another purpose opens nothing', async () => {
  const other = await sealed.seal({ id: 'flow' }, endsAt);

  expect(await flowCookie.open(`__Host-single-sign-on=${other}`, now)).toBeUndefined();
});
