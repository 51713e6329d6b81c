import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orderRecord, scanRecord, skuRecord } from '@fulfilment/contracts';
import { uniqueName } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type ApiClient, makeApiClient, startSystem } from '@fulfilment/dev-stack/system';
import { databaseOf } from '@fulfilment/dev-stack/run-file';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const namespace = uniqueName('verify');
const report = z.object({
  clean: z.boolean(),
  checks: z.array(
    z.object({ name: z.string(), compared: z.record(z.string(), z.int()), differing: z.int(), differences: z.array(z.string()) }),
  ),
});

let dataDir: string;
let api: ApiClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-verify-'));
  const { kafkaBrokers, mongodbUrl, redisUrl } = inject('engines');
  const engines = { KAFKA_BROKERS: kafkaBrokers, MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl };
  const env = { ...process.env, ...engines, KAFKA_PARTITIONS: '1', PORT: '0' };
  // Bundles of the run, as its other systems run them.
  const system = await startSystem({ dataDir, namespace, env, bundlesDir: process.env['TEST_BUNDLES'] || undefined });
  api = makeApiClient(system.baseUrl, system.accounts.demo.key);
  return async () => {
    await system.stop();
    await rm(dataDir, { recursive: true });
  };
});

test('a running system is found and clean, whatever its orders came to; what is changed behind its back is found', async () => {
  await trade();

  const sound = await verify('--json');
  expect(sound.err).not.toMatch(/Error/);
  const { clean, checks } = report.parse(JSON.parse(sound.out));
  expect(checks.flatMap(({ differences }) => differences)).toEqual([]);
  expect({ code: sound.code, clean }).toEqual({ code: 0, clean: true });
  // Where it reads what a service really writes, it has something to compare.
  const compared = Object.fromEntries(checks.map((check) => [check.name, check.compared]));
  expect(compared).toMatchObject({
    stock: { SKUs: 2, 'ledger entries': 3 },
    orders: { orders: 5, allocations: 5, 'shipment entries': 1 },
    'scan events': { scans: 1 },
    'low stock': { warnings: 1 },
  });
  expect(compared['order events']?.['events']).toBeGreaterThanOrEqual(8);

  await spoil();
  const spoiled = await verify();
  expect(spoiled.code).toBe(1);
  expect(spoiled.out).toMatch(/^1 stock +DIFFERS .*\n.* MUG: 100 are on hand, 99 lie at its places/m);
});

/** Orders that are shipped, cancelled, rejected, and left waiting; a scan; a SKU that runs low. */
async function trade(): Promise<void> {
  const sku = { sku: 'MUG', name: 'Mug', on_hand: 100, reorder_point: 100, location: 'A1/S1' };
  await api({ method: 'POST', path: '/inventory', body: sku, answer: skuRecord });
  const shipped = await order('MUG', 1);
  await step(shipped, 'pack');
  await step(shipped, 'ship');
  await step(await order('MUG', 2), 'cancel');
  await order('MUG', 200);
  const lines = [{ sku: 'UNKNOWN', quantity: 1 }];
  await api({ method: 'POST', path: '/orders', body: { lines }, answer: z.unknown(), statuses: [422] });
  await api({ method: 'POST', path: '/scans', body: { barcode: '4006381333931' }, answer: scanRecord });
}

async function order(sku: string, quantity: number): Promise<string> {
  const body = { lines: [{ sku, quantity }] };
  return (await api({ method: 'POST', path: '/orders', body, answer: orderRecord })).id;
}

async function step(id: string, name: 'pack' | 'ship' | 'cancel'): Promise<void> {
  await api({ method: 'POST', path: `/orders/${id}/${name}`, body: {}, answer: orderRecord });
}

async function spoil(): Promise<void> {
  const client = await MongoClient.connect(inject('engines').mongodbUrl);
  await client
    .db(databaseOf('inventory', namespace))
    .collection('skus')
    .updateOne({ sku: 'MUG' }, { $set: { on_hand: 100 } });
  await client.close();
}

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The program, on the data folder of the running system, without a word of where its engines are. */
function verify(...args: readonly string[]): Promise<Run> {
  const env = { PATH: process.env['PATH'], FULFILMENT_DATA: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, '--namespace', namespace, ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}
