import { makeSealedText } from '@fulfilment/identity';
import { expect, test } from 'vitest';
import { makeFlowCookie } from './flow-cookie.ts';

const sealed = makeSealedText({ secret: 'a secret that is long enough for tests', purpose: 'single sign-on' });
const keeper = makeFlowCookie(sealed);
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

test('a sign-in comes back as it was kept, beside other cookies', async () => {
  const header = `theme=dark; ${sentBack(await keeper.keep(flow, now))}; lang=en`;

  expect(await keeper.recall(header, now)).toEqual(flow);
  expect(await keeper.recall(sentBack(await keeper.keep({ ...flow, accountId: 'acc_1' }, now)), now)).toEqual({
    ...flow,
    accountId: 'acc_1',
  });
});

test('the browser keeps it for ten minutes, for this host alone, and shows it to no script', async () => {
  const text = await keeper.keep(flow, now);

  expect(text).toMatch(/^__Host-single-sign-on=[\w.-]+; /);
  expect(text.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
  expect(keeper.forgotten).toMatch(/^__Host-single-sign-on=; .*Max-Age=0/);
  // A browser takes no cookie over 4096 bytes (RFC 6265bis section 5.6).
  const longest = {
    ...flow,
    returnTo: `/${'x'.repeat(999)}`,
    verifier: 'v'.repeat(43),
    state: 's'.repeat(43),
    nonce: 'n'.repeat(43),
  };
  expect((await keeper.keep(longest, now)).length).toBeLessThan(3_000);
});

test('nothing comes back of one that has ended, was altered, or was never kept', async () => {
  const header = sentBack(await keeper.keep(flow, now));

  expect(await keeper.recall(header, endsAt)).toBeUndefined();
  expect(await keeper.recall(`${header.slice(0, -4)}AAAA`, now)).toBeUndefined();
  expect(await keeper.recall(undefined, now)).toBeUndefined();
  expect(await keeper.recall('theme=dark', now)).toBeUndefined();
  expect(await keeper.recall(sentBack(keeper.forgotten), now)).toBeUndefined();
});

test('nothing comes back of what was sealed for something else', async () => {
  const other = await sealed.seal({ id: 'flow' }, endsAt);

  expect(await keeper.recall(`__Host-single-sign-on=${other}`, now)).toBeUndefined();
});
