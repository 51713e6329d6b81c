import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSignIdentity, makeVerifyIdentity } from '@fulfilment/identity';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, publicKeys } from './secrets.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-secrets-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

test('are made once for a data folder, and others for another one', async () => {
  const first = await loadSecrets(dataDir);

  expect(await loadSecrets(dataDir)).toEqual(first);
  expect(await loadSecrets(join(dataDir, 'other'))).not.toEqual(first);
});

test('can be read by their owner alone', async () => {
  await loadSecrets(dataDir);

  const { mode } = await stat(join(dataDir, 'secrets.json'));

  expect(mode & 0o777).toBe(0o600);
});

test('what the signing key signs is verified by the public keys, which hold nothing private', async () => {
  const secrets = await loadSecrets(dataDir);
  const sign = await makeSignIdentity({ key: secrets.signingKey, lifetimeSeconds: 60 });
  const verify = makeVerifyIdentity({ keys: JSON.parse(publicKeys(secrets)), audience: 'gateway' });

  expect(await verify(await sign({ sub: 'operator', op: true }, 'gateway'))).toEqual({ type: 'operator' });
  expect(publicKeys(secrets)).not.toContain(secrets.signingKey.d);
});

test('a damaged file is an error and is not written over', async () => {
  await writeFile(join(dataDir, 'secrets.json'), '{"keyPepper":"short"}');

  await expect(loadSecrets(dataDir)).rejects.toThrow(/secrets\.json is not what was written there/);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"keyPepper":"short"}');
});
