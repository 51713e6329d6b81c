import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { GUIDES } from '@fulfilment/api-docs';
import { PROCESSES } from '@fulfilment/contracts';
import { databaseOf } from '@fulfilment/dev-stack/run-file';
import { connectMongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { ARCHIVE_MANUAL } from '../apps/cli/src/archive-command.ts';
import { makeCheckpointStore } from '../apps/inventory/src/ledger/checkpoint-store.ts';
import { makeWriteCheckpoints, PASS_BOUNDS } from '../apps/inventory/src/ledger/write-checkpoints.ts';
import { COLD_STORAGE } from '../apps/inventory/src/schema.ts';
import { bundleApp } from '../tools/build/bundle.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';

const APPS = join(import.meta.dirname, '../apps');
const APPS_OF_BUNDLES = [...PROCESSES, 'cli'];
let folder: string;
let system: OwnTestSystem;

beforeAll(async () => {
  // Outside of the workspace, so that nothing is found in a folder above.
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-bundles-'));
  for (const app of APPS_OF_BUNDLES) await bundleApp(join(APPS, app), join(folder, app));
  system = await startTestSystem(inject('engines'), { bundlesDir: folder });
});

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the bundles run the whole system from an empty folder: one order went through when it was ready', async () => {
  const { status } = await fetch(`${system.baseUrl}/openapi.json`);
  expect(status).toBe(200);
  expect(await system.differences()).toEqual([]);
});

test('the bundle of the gateway has the packages that it serves', async () => {
  const served = await (await fetch(`${system.baseUrl}/downloads/packages.json`)).text();
  const built = readFileSync(join(folder, 'gateway/downloads/packages.json'), 'utf8');
  const hashes = [...built.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);
  expect(hashes).toHaveLength(5);
  for (const hash of hashes) expect(served).toContain(hash);
});

test('the bundle of the operator moves old entries of the ledger to cold storage, and nothing differs', async () => {
  const namespace = system.topicPrefix.slice(0, -1);
  const url = processNamed(system, 'mongodb').baseUrl;
  const mongo = await connectMongo({ url, database: databaseOf('inventory', namespace), appName: 'test' });
  onTestFinished(() => mongo.stop());
  const { db } = mongo;
  const longAgo = { $set: { created_at: { $dateSubtract: { startDate: '$created_at', unit: 'day', amount: 40 } } } };
  const { modifiedCount: entries } = await db.collection('movements').updateMany({}, [longAgo]);
  await makeWriteCheckpoints(makeCheckpointStore(db), { ...PASS_BOUNDS, changes: 1 })(new AbortController().signal);
  // As after an earlier run: the wait for processes of earlier releases has a test of its own.
  await db.collection('schema').updateMany({}, { $set: { min_reader: COLD_STORAGE, min_writer: COLD_STORAGE } });
  const archive = (...args: readonly string[]) => {
    const env = { FULFILMENT_DATA: system.dataDir };
    const program = [join(folder, 'cli', 'archive.js'), '--older-than', '31', '--json', '--namespace', namespace, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return ARCHIVE_MANUAL['archive-ledger']?.output.parse(JSON.parse(stdout));
  };

  expect(archive('--dry-run')).toMatchObject({ dry_run: true, entries });
  expect(archive()).toMatchObject({ dry_run: false, entries, left: [], complete: true });

  expect(entries).toBeGreaterThan(0);
  const counts = ['movements', 'cold_movements'].map((name) => db.collection(name).countDocuments());
  expect(await Promise.all(counts)).toEqual([0, entries]);
  expect(await system.differences()).toEqual([]);
});

test.each(APPS_OF_BUNDLES)('the bundle of %s has no package that is for development alone', (app) => {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(APPS, '../package-lock.json'), 'utf8'),
  );
  const { bundled }: { bundled: string[] } = JSON.parse(readFileSync(join(folder, app, 'package.json'), 'utf8'));

  expect(bundled.length).toBeGreaterThan(10);
  expect(bundled.filter((each) => packages[each]?.dev)).toEqual([]);
});

test('the bundle of the gateway has its assets and its native module', async () => {
  const page = await (await fetch(`${system.baseUrl}/docs`)).text();
  const [, script = ''] = /src="([^"]*swagger-ui[^"]*\.js)"/.exec(page) ?? [];
  const asset = await fetch(new URL(script, `${system.baseUrl}/docs`));
  expect(asset.headers.get('content-type')).toContain('javascript');
  expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100_000);

  // The password is compared with argon2id before the sign-in is refused.
  const signIn = await fetch(`${system.baseUrl}/account/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: system.baseUrl },
    body: JSON.stringify({ email: 'owner@example.com', password: 'correct horse battery staple' }),
  });
  expect(signIn.status).toBe(401);
});

test('the bundle of the gateway has every guide, and the search with its library', async () => {
  for (const { path, content } of Object.entries(GUIDES).map(([name, { file }]) => ({ path: `/docs/${name}`, content: file }))) {
    const [heading = ''] = readFileSync(join(APPS, '..', content), 'utf8').split('\n');
    const page = await (await fetch(`${system.baseUrl}${path}`)).text();
    expect(page).toContain(`<h1>${heading.replace('# ', '')}</h1>`);
  }
  const library = await fetch(`${system.baseUrl}/docs/minisearch.js`);
  expect(await library.text()).toContain('export { MiniSearch as default');
  expect(await (await fetch(`${system.baseUrl}/docs/search-index.json`)).text()).toContain('/docs/placing-orders#backorders');
});

test('the bundle of the gateway has the console, its page and its script', async () => {
  const page = await (await fetch(`${system.baseUrl}/console/sandbox/developers/api-keys`)).text();
  const [, script = ''] = /src="(\/console\/assets\/[^"]*\.js)"/.exec(page) ?? [];
  const asset = await fetch(system.baseUrl + script, { headers: { 'accept-encoding': 'br' } });
  expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br']);
});

test.each([['main.js'], ['verify.js'], ['archive.js']])('the bundle of the operator CLI runs alone: %s --help', (file) => {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'cli', file), '--help'], { encoding: 'utf8' });
  expect({ status, usage: stdout.includes('--json') || stdout.includes('Usage') }).toEqual({ status: 0, usage: true });
});
