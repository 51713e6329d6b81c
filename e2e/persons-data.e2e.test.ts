import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newOrderLine, operations, PERSONAL_PATHS, returnRecord } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { newId } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { runAdmin } from '../apps/cli/src/run-admin.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';
import { takePart } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: OwnTestSystem;
let stores: readonly (readonly [service: string, store: Mongo])[];

beforeAll(async () => {
  system = await startTestSystem(inject('engines'), { settings: { ACCOUNT_DELETION_DAYS: '0' } });
  return () => system.stop();
});

beforeAll(async () => {
  const url = processNamed(system, 'mongodb').baseUrl;
  const databases = Object.entries(databasesOf(system.topicPrefix.slice(0, -1)));
  stores = await Promise.all(
    databases.map(async ([service, database]) => [service, await connectMongo({ url, database, appName: 'test' })] as const),
  );
  return async () => {
    for (const [, store] of stores) await store.stop();
  };
});

/** The texts of a new line that the record of an order declares as personal. */
const TEXTS_OF_LINES = Object.keys(newOrderLine.shape).filter((name) => PERSONAL_PATHS.order.includes(`lines.${name}`));

const planted = (mark: string) => ({
  lines: [{ sku: 'MUG', quantity: 1, ...Object.fromEntries(TEXTS_OF_LINES.map((name) => [name, `For ${mark}`])) }],
  external_id: newId('ord'),
  note: `For ${mark}`,
  metadata: { gift_for: mark },
  ship_to: { name: mark, address1: `1 ${mark} Road`, city: `${mark}ville`, country: 'HK', email: `${mark}@example.com` },
});

/** Where a text stands, in any case: collections of all services whose documents have it. */
async function placesOf(mark: string): Promise<readonly string[]> {
  const places: string[] = [];
  for (const [service, { db }] of stores) {
    const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    for (const { name } of collections.filter((each) => !each.name.startsWith('system.'))) {
      const found = await db.collection(name).find().toArray();
      if (JSON.stringify(found).toLowerCase().includes(mark.toLowerCase())) places.push(`${service}.${name}`);
    }
  }
  return places.toSorted();
}

async function runCommand(words: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await runAdmin([...words, '--json'], {
    env: { FULFILMENT_DATA: system.dataDir },
    print: (text) => (printed.out += text),
    complain: (text) => (printed.err += text),
  });
  return { code, ...printed };
}

/** Runs a command of the operator. @returns the JSON that it prints. */
async function admin(...words: readonly string[]): Promise<unknown> {
  const { code, out, err } = await runCommand(words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** A shipped order with persons' data, of which some comes back, whose events have all been delivered. */
async function shippedTo({ shop, subscriber }: TestTenant, mark: string): Promise<string> {
  const { id } = await shop.createOrder(planted(mark));
  await shop.pack(id);
  const { lines } = await shop.ship(id);
  const returned = { line_id: lines[0]?.id, quantity: 1, reason: 'damaged', note: `Broken, says ${mark}` };
  const body = { order_id: id, note: `Back from ${mark}`, lines: [returned] };
  (await system.call('POST', '/returns', { key: shop.key, body })).as(201, returnRecord);
  await eventually(() => expect(subscriber.deliveries.map(({ event }) => event.type)).toContain('return.created'));
  return id;
}

test('after an erasure no store has the planted name, what is read and sent neither, and the system is sound', async () => {
  const mark = `Planted${newId('req').slice(-8)}`;
  const tenant = await openTenant(system);
  await tenant.shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 9 });
  const id = await shippedTo(tenant, mark);
  expect(await placesOf(mark)).toEqual(expect.arrayContaining(['orders.orders', 'webhooks.events']));

  await tenant.shop.ask(operations.eraseOrder, { at: { ord_: id } });

  await eventually(async () => expect(await placesOf(mark)).toEqual([]), { withinMs: 90_000, everyMs: 1_000 });
  const feed = JSON.stringify(await tenant.shop.all('/events'));
  expect([feed.includes(mark), feed.includes(id)]).toEqual([false, true]);
  await eventually(() =>
    expect(tenant.subscriber.deliveries.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'order.updated', changed: ['ship_to', 'note', 'metadata', 'returns'] }),
    ),
  );
  expect(await system.differences()).toEqual([]);
  await tenant.stop();
});

const exported = z.object({
  account: z.object({ id: z.string() }),
  files: z.array(z.object({ file: z.string(), records: z.number(), bytes: z.number(), sha256: z.string() })),
});

const MAIN = join(import.meta.dirname, '../apps/cli/src/main.ts');
const underWay = z.object({ under_way: z.object({ files: z.array(z.object({ file: z.string() })) }) });

/** Ends an export with SIGKILL as it is between two pages of a kind. @returns the file whose next page it was to read. */
async function killedExport(accountId: string, folder: string): Promise<string> {
  const env = { ...process.env, FULFILMENT_DATA: system.dataDir };
  const child = spawn(process.execPath, [MAIN, 'account', 'export', '--account', accountId, '--to', folder], { env });
  const gone = once(child, 'exit');
  const { under_way: between } = await eventually(
    async () => underWay.parse(JSON.parse(await readFile(join(folder, 'progress.json'), 'utf8'))),
    { everyMs: 5, withinMs: 60_000 },
  );
  child.kill('SIGKILL');
  await gone;
  return between.files[0]?.file ?? '';
}

/** The records of a file of an export. */
async function linesOf(folder: string, file: string): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(join(folder, file), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
}

test('an export that was killed goes on, and has all records of an account by kind, counted and hashed, no secret', async () => {
  const mark = `Planted${newId('req').slice(-8)}`;
  const tenant = await openTenant(system);
  const { accountId } = tenant.tenant;
  await tenant.shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 900 });
  const ids: string[] = [];
  // More than a page of them.
  while (ids.length < 205) {
    const made = await Promise.all(Array.from({ length: 41 }, () => tenant.shop.createOrder(planted(mark))));
    ids.push(...made.map(({ id }) => id));
  }
  await takePart(system.call, tenant.shop.key, `/orders/${ids[0]}/fulfilments`, { note: `Part for ${mark}` });
  const shipped = await shippedTo(tenant, mark);
  await tenant.shop.scan({ barcode: '4006381333931' });
  const parent = await mkdtemp(join(tmpdir(), 'fulfilment-export-'));
  const folder = join(parent, 'export');
  // The account that leaves is suspended.
  await admin('account', 'suspend', '--account', accountId);
  const left = await killedExport(accountId, folder);
  // Of what was written after the last page that the progress knows.
  await appendFile(join(folder, left), '{"half":');
  expect(await readdir(folder)).not.toContain('manifest.json');
  const ofAnother = await runCommand(['account', 'export', '--account', newId('acc'), '--to', folder]);
  expect(ofAnother).toEqual({ code: 1, out: '', err: expect.stringContaining('export of another account') });
  const progress = await readFile(join(folder, 'progress.json'), 'utf8');
  await writeFile(join(folder, 'progress.json'), progress.slice(0, -9));
  const damaged = await runCommand(['account', 'export', '--account', accountId, '--to', folder]);
  expect(damaged).toEqual({ code: 1, out: '', err: expect.stringContaining('progress.json is damaged') });
  await writeFile(join(folder, 'progress.json'), progress);

  const manifest = exported.parse(await admin('account', 'export', '--account', accountId, '--to', folder, '--as', 'jo'));

  expect(exported.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))).toEqual(manifest);
  expect((await readdir(folder)).filter((name) => name.startsWith('progress'))).toEqual([]);
  for (const { file, records, bytes, sha256 } of manifest.files) {
    const content = await readFile(join(folder, file));
    const own = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    expect({ file, records: (await linesOf(folder, file)).length, ...own }).toEqual({ file, records, bytes, sha256 });
  }
  const orders = await linesOf(folder, 'sandbox/orders.ndjson');
  expect(orders.map(({ id }) => String(id)).toSorted()).toEqual([...ids, shipped].toSorted());
  expect(orders.every(({ note }) => note === `For ${mark}`)).toBe(true);
  expect((await linesOf(folder, 'sandbox/order-history.ndjson')).filter(({ of }) => of === shipped)).toHaveLength(4);
  const counts = Object.fromEntries(manifest.files.map(({ file, records }) => [file, records]));
  expect(counts).toMatchObject({
    'sandbox/skus.ndjson': 1,
    'sandbox/fulfilments.ndjson': 1,
    'sandbox/returns.ndjson': 1,
    'sandbox/reservations.ndjson': 0,
    'sandbox/allocation-rules.ndjson': 1,
    'sandbox/scans.ndjson': 1,
    'production/orders.ndjson': 0,
    'keys.ndjson': 1,
  });
  for (const kind of ['movements', 'events', 'deliveries', 'webhooks', 'locations'])
    expect(counts[`sandbox/${kind}.ndjson`]).toBeGreaterThan(0);
  const all = (await Promise.all(manifest.files.map(({ file }) => readFile(join(folder, file), 'utf8')))).join('');
  expect(all).not.toMatch(/whsec_|digest/);
  expect(all).not.toContain(tenant.shop.key);
  expect(await linesOf(folder, 'audit-log.ndjson')).toContainEqual(
    expect.objectContaining({ action: 'account.exported', actor: 'operator:jo', target: { type: 'account', id: accountId } }),
  );
  expect((await stat(join(folder, 'sandbox/orders.ndjson'))).mode & 0o077).toBe(0);
  const again = await runCommand(['account', 'export', '--account', accountId, '--to', folder]);
  expect(again).toEqual({ code: 1, out: '', err: `${folder} is not empty.\n` });
  const unknown = await runCommand(['account', 'export', '--account', newId('acc'), '--to', join(parent, 'none')]);
  expect(unknown).toEqual({ code: 1, out: '', err: expect.stringContaining('no such account') });
  await rm(parent, { recursive: true });
  await tenant.subscriber.stop();
});

test('after the deletion of an account no store knows it, but for the entry of the deletion, and the system is sound', async () => {
  const mark = `Planted${newId('req').slice(-8)}`;
  const tenant = await openTenant(system);
  const { accountId } = tenant.tenant;
  await tenant.shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 9 });
  await shippedTo(tenant, mark);
  await tenant.shop.scan({ barcode: '4006381333931', operator: mark });

  await admin('account', 'suspend', '--account', accountId);
  const foreseen = await admin('account', 'delete', '--account', accountId, '--dry-run');
  const deleted = await admin('account', 'delete', '--account', accountId, '--as', 'jo');

  expect(foreseen).toMatchObject({ state: 'would_be_deleted', records: { orders: expect.any(Number) } });
  expect(deleted).toMatchObject({ account_id: accountId, state: 'deleted' });
  expect(await placesOf(mark)).toEqual([]);
  expect(await placesOf(accountId)).toEqual(['gateway.audit_log']);
  expect(await system.differences()).toEqual([]);
  await tenant.subscriber.stop();
});
