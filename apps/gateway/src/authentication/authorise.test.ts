import { expect, test } from 'vitest';
import { makeIdentityTokenFor } from './authorise.ts';
import type { AuthorisedCaller } from './principal.ts';

const ID = 'key_01JD8Z0000000000000000TEST';

const caller = (changes: Partial<AuthorisedCaller['claims']> = {}, rev = 1): AuthorisedCaller => ({
  claims: { sub: ID, acc: 'acc_01JD8Z0000000000000000TEST', env: 'sandbox', role: 'admin', ...changes },
  rev,
});

function start() {
  const state = { nowMs: 1_000, signed: 0 };
  const identityTokenFor = makeIdentityTokenFor(
    async (claims, audience) => {
      state.signed += 1;
      return `${audience} ${JSON.stringify(claims)} ${state.signed}`;
    },
    () => state.nowMs,
  );
  return { state, identityTokenFor };
}

test('a token says who, for which tenant, in which role, and is for one service', async () => {
  const { identityTokenFor } = start();

  expect(await identityTokenFor(caller({ role: 'viewer' }), 'orders')).toBe(
    'orders {"sub":"key_01JD8Z0000000000000000TEST","acc":"acc_01JD8Z0000000000000000TEST","env":"sandbox","role":"viewer"} 1',
  );
});

test('a token is used again for half of its minute', async () => {
  const { state, identityTokenFor } = start();
  const first = await identityTokenFor(caller(), 'orders');
  state.nowMs = 31_000;
  expect(await identityTokenFor(caller(), 'orders')).toBe(first);
  state.nowMs = 31_001;
  expect(await identityTokenFor(caller(), 'orders')).not.toBe(first);
});

test('another service, another key and a changed key get another token', async () => {
  const { state, identityTokenFor } = start();
  await identityTokenFor(caller(), 'orders');
  await identityTokenFor(caller(), 'scans');
  await identityTokenFor(caller({}, 2), 'orders');
  await identityTokenFor(caller({ sub: 'key_01JD8Z000000000000000OTHER' }), 'orders');

  expect(state.signed).toBe(4);
});
