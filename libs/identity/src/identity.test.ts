import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { makeSignIdentity, makeVerifyIdentity, type SignIdentity, type VerifyIdentity } from './identity.ts';

const operator = { sub: 'operator', op: true };
let sign: (lifetimeSeconds: number) => Promise<SignIdentity>;
let verify: VerifyIdentity;
let foreign: SignIdentity;

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { key: { ...(await exportJWK(privateKey)), kid }, publicKey: { ...(await exportJWK(publicKey)), kid } };
}

beforeAll(async () => {
  const { key, publicKey } = await newKey('one');
  sign = (lifetimeSeconds) => makeSignIdentity({ key, lifetimeSeconds });
  verify = makeVerifyIdentity({ keys: { keys: [publicKey] }, audience: 'orders' });
  foreign = await makeSignIdentity({ key: (await newKey('one')).key, lifetimeSeconds: -60 });
});

test('a token of the gateway is verified for its own audience', async () => {
  const own = await sign(60);

  expect(await verify(await own(operator, 'orders'))).toEqual({ type: 'operator' });
  await expect(verify(await own(operator, 'scans'))).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(verify('nonsense')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('the operator may have a name, as audit logs take it', async () => {
  const own = await sign(60);

  expect(await verify(await own({ ...operator, as: 'jo@example.com' }, 'orders'))).toEqual({
    type: 'operator',
    name: 'jo@example.com',
  });
  await expect(verify(await own({ ...operator, as: 'jo\nadmin' }, 'orders'))).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('while the signing key is rotated both keys are known, and after it the old one is not', async () => {
  const [before, after] = [await newKey('before'), await newKey('after')];
  const signed = async ({ key }: typeof before) => (await makeSignIdentity({ key, lifetimeSeconds: 60 }))(operator, 'orders');
  const knowing = (...known: readonly (typeof before)[]) =>
    makeVerifyIdentity({ keys: { keys: known.map(({ publicKey }) => publicKey) }, audience: 'orders' });

  const rotating = knowing(before, after);
  expect(await rotating(await signed(before))).toEqual({ type: 'operator' });
  expect(await rotating(await signed(after))).toEqual({ type: 'operator' });
  await expect(knowing(after)(await signed(before))).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(knowing(before)(await signed(after))).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('an expired token of the gateway says that clocks differ, which is no fault of the key of the client', async () => {
  const expired = await sign(-60);

  await expect(verify(await expired(operator, 'orders'))).rejects.toMatchObject({ code: 'upstream_unavailable' });
  await expect(verify(await expired(operator, 'scans'))).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(verify(await foreign(operator, 'orders'))).rejects.toMatchObject({ code: 'unauthenticated' });
});
