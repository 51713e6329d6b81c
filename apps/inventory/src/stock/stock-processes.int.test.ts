import type { Tenant } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import { adjust, allocate, confirm, count, create, origin, release, ship, transfer } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import type { PresentedResult } from './presented-result.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';

let database: StockDatabase;
let processes: Stock[];

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  processes = [await database.openProcess(), await database.openProcess()];
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await database.drop();
});

/** Sends each command to the next process. */
async function run(tenant: Tenant, commands: readonly Command[]): Promise<PresentedResult[]> {
  const answered = await Promise.all(commands.map((command, index) => changer(index)(tenant, command)));
  return answered.map(({ result }) => result);
}

function changer(place: number): Stock['runCommand'] {
  const process = processes[place % processes.length];
  if (!process) throw new Error('There is no process');
  return process.runCommand;
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, place) => from + place);

test('two processes on one hot SKU: each unit is shipped once, no version is skipped, and the ledger is what there is', async () => {
  const tenant = await database.newTenant();
  await run(tenant, [create('HOT', 300)]);
  const orders = numbers(1, 400);
  await run(
    tenant,
    orders.map((order) => allocate(order, [['HOT', 1]])),
  );
  await run(
    tenant,
    orders.map((order) => confirm(order)),
  );
  // Every command comes to both processes.
  await run(
    tenant,
    orders.flatMap((order) => [ship(order), ship(order)]),
  );

  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.skus).toMatchObject([{ onHand: 0, allocated: 0, waiting: 100, version: 1 + 300 + 300 }]);
  expect(snapshot.movements.filter(({ reason }) => reason === 'shipment')).toHaveLength(300);
  // The first part of a version is its change of quantities.
  const updates = snapshot.messages.filter(({ key, part }) => key.endsWith('|HOT') && part === 0);
  const versions = updates.map(({ version }) => version);
  expect(versions).toEqual(numbers(1, 601));
});

test('counts, transfers, orders and releases from two processes at once leave quantities, holds and ledger in agreement', async () => {
  const tenant = await database.newTenant();
  const skus = ['A', 'B', 'C'];
  await run(
    tenant,
    skus.map((sku) => create(sku, 50, { reorderPoint: 20 })),
  );
  const main = (await database.locationsOf(tenant)).get('MAIN') ?? '';
  const step = (round: number): Command[] => {
    const orders = numbers(round * 10 + 1, round * 10 + 10);
    const sku = skus[round % 3] ?? 'A';
    return [
      ...orders.map((order) =>
        allocate(order, [
          [sku, 1 + (order % 5)],
          ['A', 2],
        ]),
      ),
      ...orders.slice(0, 6).map((order) => confirm(order)),
      ...orders.slice(0, 4).map((order) => ship(order)),
      ...orders.slice(5).map((order) => release(order)),
      count(sku, 30 + round),
      transfer(main, `A1/S${round % 4}`, { A: 1, [sku]: 1 }),
    ];
  };
  for (const round of numbers(0, 9)) await run(tenant, step(round));

  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.allocations.some(({ state }) => state === 'shipped')).toBe(true);
  expect(snapshot.allocations.length).toBe(100);
});

test('the same SKU, order and shelf made by two processes at once is made once', async () => {
  const tenant = await database.newTenant();
  const home = { type: 'path', codes: ['MAIN', 'A1', 'S1'] } as const;

  const outcomes = await run(
    tenant,
    numbers(1, 6).map(() => create('A', 10, { home })),
  );
  await run(
    tenant,
    numbers(1, 6).map(() => allocate(1, [['A', 4]])),
  );

  expect(outcomes.map(({ type }) => type).toSorted()).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'sku']);
  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.allocations).toMatchObject([{ version: 1 }]);
  expect([...(await database.locationsOf(tenant)).keys()]).toEqual(['MAIN', 'MAIN:A1', 'MAIN:A1/S1']);
});

test('more backorders than one transaction fills are filled to the end, oldest first, and newcomers queue behind', async () => {
  const tenant = await database.newTenant();
  await run(tenant, [create('A', 0)]);
  const orders = numbers(1, 1_200);
  await run(
    tenant,
    orders.slice(0, 600).map((order) => allocate(order, [['A', 1]])),
  );
  await run(
    tenant,
    orders.slice(600).map((order) => allocate(order, [['A', 1]])),
  );

  const [, confirmed] = await Promise.all([changer(0)(tenant, count('A', 1_150)), changer(0)(tenant, confirm(1_150))]);

  expect(confirmed.result.type).toBe('done');
  await eventually(async () => expect((await database.read(tenant)).skus).toMatchObject([{ allocated: 1_150, filling: false }]));
  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  const short = snapshot.allocations
    .filter(({ lines }) => lines[0]?.allocated === 0)
    .map(({ orderCreatedAt }) => orderCreatedAt.getTime());
  const held = snapshot.allocations
    .filter(({ lines }) => lines[0]?.allocated === 1)
    .map(({ orderCreatedAt }) => orderCreatedAt.getTime());
  expect(Math.min(...short)).toBeGreaterThan(Math.max(...held));
  expect(snapshot.allocations.find(({ state }) => state === 'confirmed')?.lines).toMatchObject([{ allocated: 1 }]);
});

test('what a process that is gone left half filled is filled by another', async () => {
  const tenant = await database.newTenant();
  const dying = await database.openProcess({
    limits: { commandLines: 1_000, commandPlaces: 20_000, fillLines: 2, takeBackOrders: 10, takeBackLines: 1_000 },
  });
  await run(tenant, [create('A', 0)]);
  await run(
    tenant,
    numbers(1, 9).map((order) => allocate(order, [['A', 1]])),
  );
  const restocked = dying.runCommand(tenant, count('A', 9));
  await Promise.all([restocked, dying.stop()]);

  await eventually(async () => expect((await database.read(tenant)).skus).toMatchObject([{ allocated: 9, filling: false }]));
});

test('no tenant sees or moves what is of another', async () => {
  const [mine, theirs] = [await database.newTenant(), await database.newTenant()];
  await run(mine, [create('A', 5)]);
  await run(theirs, [create('A', 7)]);
  await run(mine, [allocate(1, [['A', 5]])]);
  for (const command of [allocate(1, [['A', 1]]), confirm(1), ship(1)]) await run(theirs, [command]);
  const foreign = (await database.locationsOf(theirs)).get('MAIN') ?? '';

  expect(await run(mine, [transfer(foreign, 'A1/S1', { A: 1 })])).toMatchObject([
    { type: 'refused', refusal: { code: 'not_found' } },
  ]);
  expect(await run(mine, [create('B', 1, { home: { type: 'id', id: foreign } })])).toMatchObject([
    { refusal: { code: 'unknown_location' } },
  ]);
  const snapshots = [await database.read(mine), await database.read(theirs)];
  expect(snapshots.map(({ skus }) => skus)).toMatchObject([[{ onHand: 5, allocated: 5 }], [{ onHand: 6, allocated: 0 }]]);
  expect(snapshots.flatMap(violationsOf)).toEqual([]);
});

test('an atomic batch of many SKUs is done beside a process that changes them all the time', async () => {
  const tenant = await database.newTenant();
  const skus = numbers(1, 600).map((number) => `S-${number}`);
  for (const some of [skus.slice(0, 300), skus.slice(300)])
    await run(
      tenant,
      some.map((sku) => create(sku, 0)),
    );
  let isOver = false;
  let small = 0;
  const change = async (at: number): Promise<void> => {
    if (isOver) return;
    await changer(1)(tenant, adjust(skus[at % skus.length] ?? '', 1));
    small += 1;
    await change(at + 8);
  };
  const busy = numbers(0, 7).map(change);
  await eventually(() => expect(small).toBeGreaterThan(20));
  const batches = numbers(1, 3).map((round): Command => {
    const commands = skus.map((sku) => adjust(sku, round));
    return { type: 'batch', origin, commands, mode: 'atomic', dryRun: false };
  });
  const outcomes: PresentedResult[] = [];
  try {
    for (const batch of batches) outcomes.push((await changer(0)(tenant, batch)).result);
  } finally {
    isOver = true;
    await Promise.all(busy);
  }

  expect(outcomes).toMatchObject(batches.map(() => ({ type: 'together', stands: true })));
  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.skus.reduce((sum, { onHand }) => sum + onHand, 0)).toBe(small + 600 * (1 + 2 + 3));
}, 360_000);
