import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attest, differences } from './attest.ts';

const keysOf = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const SOURCE = {
  uri: 'https://example.com/fulfilment',
  revision: 'a'.repeat(40),
  lock: 'b'.repeat(64),
  builder: 'https://example.com/ci',
};

let parent: string;
let folder: string;
let to: string;
const keys = keysOf();

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'fulfilment-attest-'));
  [folder, to] = [join(parent, 'apps'), join(parent, 'release')];
  await mkdir(join(folder, 'orders'), { recursive: true });
  await writeFile(join(folder, 'orders/main.js'), 'start();\n');
  await writeFile(join(folder, 'orders/sbom.cdx.json'), '{}\n');
});

afterEach(() => rm(parent, { recursive: true }));

test('a build is hashed, its source is named, and what is unchanged verifies by the public key', async () => {
  expect(await attest({ folder, to, key: keys.privateKey }, SOURCE)).toBe(2);

  expect(await differences({ folder, to, key: keys.publicKey })).toEqual([]);
  const provenance: unknown = JSON.parse(await readFile(join(to, 'provenance.json'), 'utf8'));
  expect(provenance).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://slsa.dev/provenance/v1',
    subject: [{ name: 'orders/main.js' }, { name: 'orders/sbom.cdx.json' }],
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ digest: { gitCommit: SOURCE.revision } }, { digest: { sha256: SOURCE.lock } }],
      },
      runDetails: { builder: { id: SOURCE.builder } },
    },
  });
});

test('sha256sum and openssl verify it without this program', async () => {
  await attest({ folder, to, key: keys.privateKey }, SOURCE);
  await writeFile(join(parent, 'public.pem'), keys.publicKey);
  const run = (file: string, ...args: readonly string[]) => execFileSync(file, args, { cwd: folder, encoding: 'utf8' });

  expect(run('sha256sum', '--check', '--strict', join(to, 'SHA256SUMS'))).toBe('orders/main.js: OK\norders/sbom.cdx.json: OK\n');
  for (const name of ['SHA256SUMS', 'provenance.json']) {
    const binary = join(parent, `${name}.der`);
    run('openssl', 'base64', '-d', '-A', '-in', join(to, `${name}.sig`), '-out', binary);
    const verified = run(
      'openssl',
      'dgst',
      '-sha256',
      '-verify',
      join(parent, 'public.pem'),
      '-signature',
      binary,
      join(to, name),
    );
    expect(verified).toBe('Verified OK\n');
  }
});

test('a changed, an added and a missing file are named, another key and a changed list are refused', async () => {
  await attest({ folder, to, key: keys.privateKey }, SOURCE);
  expect(await differences({ folder, to, key: keysOf().publicKey })).toEqual(['SHA256SUMS is not signed by this key']);

  await appendFile(join(folder, 'orders/main.js'), 'steal();\n');
  await writeFile(join(folder, 'added.js'), '');
  await rm(join(folder, 'orders/sbom.cdx.json'));
  expect(await differences({ folder, to, key: keys.publicKey })).toEqual([
    'added.js was not signed',
    'orders/main.js has another content',
    'orders/sbom.cdx.json is missing',
  ]);

  await appendFile(join(to, 'provenance.json'), ' ');
  expect(await differences({ folder, to, key: keys.publicKey })).toEqual(['provenance.json is not signed by this key']);
});
