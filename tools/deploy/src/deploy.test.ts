import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { TARGETS } from './images.ts';
import { makeSecrets } from './make-secrets.ts';
import { readWorkspaceBill, writeBill } from './software-bill.ts';

const ROOT = join(import.meta.dirname, '../../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-deploy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

const bundle = (name: string): string => JSON.stringify({ name, version: '1.2.3', bundled: ['node_modules/zod'] });

test('secrets are made once: a second run changes none, and makes the one that is missing', async () => {
  const made = await makeSecrets(folder);
  const all = async () => Object.fromEntries(await Promise.all(made.map(async (name) => [name, await read(name)] as const)));
  const first = await all();
  expect(new Set(Object.values(first)).size).toBe(made.length);

  await rm(join(folder, 'key-pepper'));
  expect(await makeSecrets(folder)).toEqual(['key-pepper']);
  const { 'key-pepper': before, ...others } = first;
  expect(await all()).toMatchObject(others);
  expect(await read('key-pepper')).not.toBe(before);
});

test('the folder of the secrets is closed to others, and its files can be read by the user of any container', async () => {
  await makeSecrets(folder);
  const modes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).mode & 0o777));

  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(new Set(modes)).toEqual(new Set([0o444]));
});

test('secrets that two parties hold agree', async () => {
  await makeSecrets(folder);
  const { x } = JSON.parse(await read('jwt-private-key'));
  const [key] = JSON.parse(await read('jwt-public-keys')).keys;
  const redis = new URL(await read('redis-url')).password;

  expect(key).toMatchObject({ x, alg: 'EdDSA' });
  expect(Object.keys(key)).not.toContain('d');
  expect(await read('redis-users.acl')).toContain(`#${createHash('sha256').update(redis).digest('hex')} `);
  expect(await read('kafka.properties')).toContain(`user_fulfilment="${await read('kafka-password')}"`);
});

test('the Dockerfile has a target for each image, and takes no user with a name', async () => {
  const dockerfile = await readFile(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);

  expect(stages).toEqual(expect.arrayContaining([...TARGETS]));
  expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['65532:65532']);
});

const bakeFile = z.looseObject({
  variable: z.record(z.string(), z.object({ default: z.string() })),
  target: z.object({
    images: z.looseObject({ matrix: z.object({ image: z.array(z.string()) }), args: z.record(z.string(), z.string()) }),
  }),
});

test('the file of buildx builds every target of the Dockerfile for two architectures, with its arguments and its base', async () => {
  const dockerfile = await readFile(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');
  const { variable, target } = bakeFile.parse(JSON.parse(await readFile(join(ROOT, 'deploy/docker/docker-bake.json'), 'utf8')));
  const { images } = target;

  expect(images.matrix.image).toEqual([...TARGETS]);
  expect(images).toMatchObject({ target: '${image}', platforms: ['linux/amd64', 'linux/arm64'] });
  const declared = [...dockerfile.matchAll(/^ARG (\w+)=/gm)].map(([, name = '']) => name);
  expect(Object.keys(images.args).toSorted()).toEqual(declared.toSorted());
  for (const [name, value] of Object.entries(images.args)) expect(value).toBe(`\${${name}}`);
  expect(dockerfile).toContain(`ARG BASE=${variable['BASE']?.default}\n`);
});

test('a bill of materials has the components of the base, and the app depends on them', async () => {
  await writeFile(join(folder, 'package.json'), bundle('@fulfilment/orders'));
  const node = { 'bom-ref': 'pkg:generic/node@24.21.0', type: 'platform', name: 'node', version: '24.21.0' };

  await writeBill(await readWorkspaceBill(), folder, [node]);

  const { components, dependencies } = JSON.parse(await read('sbom.cdx.json'));
  expect(components).toContainEqual(node);
  expect(dependencies[0].dependsOn).toContain(node['bom-ref']);
});

test('a bill of materials has the bundled packages with their licences and hashes, and those of the console for the gateway', async () => {
  const workspace = await readWorkspaceBill();
  await writeFile(join(folder, 'package.json'), bundle('@fulfilment/orders'));
  expect(await writeBill(workspace, folder)).toEqual([expect.stringMatching(/^zod@/)]);
  const [zod] = JSON.parse(await read('sbom.cdx.json')).components;
  expect(zod).toMatchObject({ licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512' }] });

  await writeFile(join(folder, 'package.json'), bundle('@fulfilment/gateway'));
  const names = (await writeBill(workspace, folder)).map((ref) => ref.replace(/@[^@]+$/, ''));
  expect(names).toContain('react');
  for (const tested of ['vitest', 'testcontainers', 'playwright-core', 'esbuild']) expect(names).not.toContain(tested);
});
