import { expect, test } from 'vitest';
import { makeIdentityFor } from './identity-token.ts';
import { knownKey } from './known-key.builder.ts';

function start() {
  const state = { nowMs: 0, signed: 0 };
  const identityFor = makeIdentityFor({
    sign: async (claims, audience) => {
      state.signed += 1;
      return `${audience} ${JSON.stringify(claims)} ${state.signed}`;
    },
    nowMs: () => state.nowMs,
  });
  return { state, identityFor };
}

test('a token says who, for which tenant, in which role, and is for one service', async () => {
  const { identityFor } = start();

  expect(await identityFor(knownKey({ role: 'viewer' }), 'orders')).toBe(
    'orders {"sub":"key_01JD8Z0000000000000000TEST","acc":"acc_01JD8Z0000000000000000TEST","env":"sandbox","role":"viewer"} 1',
  );
});

test('a token is used again for half of its minute', async () => {
  const { state, identityFor } = start();
  const first = await identityFor(knownKey(), 'orders');
  state.nowMs = 29_999;
  expect(await identityFor(knownKey(), 'orders')).toBe(first);
  state.nowMs = 30_000;
  expect(await identityFor(knownKey(), 'orders')).not.toBe(first);
});

test('another service, another key and a changed key get another token', async () => {
  const { state, identityFor } = start();
  await identityFor(knownKey(), 'orders');
  await identityFor(knownKey(), 'scans');
  await identityFor(knownKey({ rev: 2 }), 'orders');
  await identityFor(knownKey({ id: 'key_01JD8Z000000000000000OTHER' }), 'orders');

  expect(state.signed).toBe(4);
});
