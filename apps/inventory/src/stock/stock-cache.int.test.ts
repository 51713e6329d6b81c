import { type Tenant, tenantKey } from '@fulfilment/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import type { SkuDocument } from '../database/sku-documents.ts';
import { adjust, allocate, assign, confirm, create, pack, ship, shipFulfilment } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';

let database: StockDatabase;
let one: Stock;
let other: Stock;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  [one, other] = [await database.openProcess({ appName: 'counted' }), await database.openProcess()];
});

afterAll(async () => {
  await Promise.all([one, other].map((each) => each.stop()));
  await database.drop();
});

/** Collections that the process reads while `work` runs, in their order, by the database's profiler. */
async function readsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = database.mongo;
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const found = await db.collection('system.profile').find({ appName: 'counted', op: 'query' }).sort({ ts: 1 }).toArray();
  await db.collection('system.profile').drop();
  return found.map(({ ns }) => String(ns).slice(db.databaseName.length + 1));
}

test('the steps of an order read neither its SKUs nor its allocation again', async () => {
  const tenant = await database.newTenant();
  const run = (command: Command) => one.runCommand(tenant, command);
  await run(create('A', 10));
  await run(create('B', 10));

  const reads = await readsDuring(async () => {
    for (const command of [
      allocate(1, [
        ['A', 1],
        ['B', 2],
      ]),
      confirm(1),
      ship(1),
    ])
      await run(command);
  });

  expect(reads).toEqual(['locations', 'locations', 'locations']);
  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.skus.map(({ onHand, allocated }) => [onHand, allocated])).toEqual([
    [9, 0],
    [8, 0],
  ]);
});

test('a decision that writes over nothing is made on what is stored', async () => {
  const tenant = await database.newTenant();
  await one.runCommand(tenant, create('A', 5));
  await other.runCommand(tenant, adjust('A', 20));

  const { result } = await one.runCommand(tenant, adjust('A', -20));

  expect(result).toMatchObject({ type: 'adjusted' });
  expect((await database.read(tenant)).skus).toMatchObject([{ onHand: 5 }]);
});

/** Two SKUs, an order of both, and a part of it with the first alone. */
async function planned(): Promise<Tenant> {
  const tenant = await database.newTenant();
  for (const code of ['A', 'B']) await one.runCommand(tenant, create(code, 10));
  await one.runCommand(
    tenant,
    allocate(1, [
      ['A', 4],
      ['B', 2],
    ]),
  );
  await one.runCommand(tenant, assign(1, 'a', { 0: 4 }));
  return tenant;
}

test('the steps of a part read of the SKUs whether those that stay as they are have changed, and nothing again', async () => {
  const tenant = await planned();

  const reads = await readsDuring(async () => {
    for (const command of [pack(1, 'a', 3), assign(1, 'b', { 1: 2 }, 4), shipFulfilment(1, 'a', 5)])
      await one.runCommand(tenant, command);
  });

  expect(reads.filter((name) => name !== 'locations')).toEqual(['skus', 'skus']);
  const { skus } = await database.read(tenant);
  expect(skus.map(({ onHand, allocated, firm }) => [onHand, allocated, firm])).toEqual([
    [6, 0, 0],
    [10, 2, 0],
  ]);
});

test('a step of a part reads everything where another process has changed a SKU that it leaves as it is', async () => {
  const tenant = await planned();
  await other.runCommand(tenant, adjust('B', 3));

  const reads = await readsDuring(() => one.runCommand(tenant, pack(1, 'a', 3)));

  expect(reads.filter((name) => name !== 'locations')).toEqual(['skus', 'allocations', 'skus']);
  expect(violationsOf(await database.read(tenant))).toEqual([]);
});

test('a change by another process is seen by the one that remembers the SKU from before it', async () => {
  const tenant = await database.newTenant();
  await one.runCommand(tenant, create('A', 5));
  await other.runCommand(tenant, adjust('A', -5));

  await one.runCommand(tenant, allocate(1, [['A', 5]]));

  const { allocations, skus } = await database.read(tenant);
  expect(allocations).toMatchObject([{ lines: [{ allocated: 0 }] }]);
  expect(skus).toMatchObject([{ onHand: 0, allocated: 0, waiting: 5 }]);
});

test('an order that another process has allocated is not allocated again', async () => {
  const tenant = await database.newTenant();
  await one.runCommand(tenant, create('A', 5));
  await other.runCommand(tenant, allocate(1, [['A', 2]]));

  await one.runCommand(tenant, allocate(1, [['A', 2]]));

  expect((await database.read(tenant)).skus).toMatchObject([{ allocated: 2 }]);
  const [stored] = await database.mongo.db
    .collection<SkuDocument>('skus')
    .find({ tenant: tenantKey(tenant) })
    .toArray();
  expect(stored).toMatchObject({ allocated: 2, waiting: 0 });
});

test('of many remembered SKUs one that another process has changed is seen, and the others are changed all the same', async () => {
  const tenant = await database.newTenant();
  const codes = ['A', 'B', 'C', 'D', 'E', 'F'];
  for (const code of codes) await one.runCommand(tenant, create(code, 5));
  await other.runCommand(tenant, adjust('C', -4));

  await one.runCommand(
    tenant,
    allocate(
      1,
      codes.map((code) => [code, 2]),
    ),
  );

  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.skus.map(({ code, allocated }) => `${code}${allocated}`).toSorted()).toEqual([
    'A2',
    'B2',
    'C1',
    'D2',
    'E2',
    'F2',
  ]);
});
