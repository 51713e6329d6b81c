import { contentHash, type IdempotencyClaim, type Tenant } from '@fulfilment/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import { adjust, allocate, confirm, create, origin, ship } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';

const ORDERS = 3_000;
const ADJUSTMENTS = 1_000;
const CALLERS = 200;

let database: StockDatabase;
let stock: Stock;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  stock = await database.openProcess();
});

afterAll(async () => {
  await stock.stop();
  await database.drop();
});

const claimOf = (n: number): IdempotencyClaim => ({
  id: contentHash(n),
  fingerprint: contentHash('content'),
});

async function commandsASecond(tenant: Tenant, times: number, command: (n: number) => Command): Promise<number> {
  const waiting = Array.from({ length: times }, (_, place) => place + 1).values();
  const startedAtMs = performance.now();
  const callers = Array.from({ length: CALLERS }, async () => {
    for (const n of waiting) await stock.runCommand(tenant, command(n));
  });
  await Promise.all(callers);
  return Math.round(times / ((performance.now() - startedAtMs) / 1_000));
}

test('thousands of orders for one hot SKU are allocated, confirmed and shipped; how fast is printed', async () => {
  const tenant = await database.newTenant();
  await stock.runCommand(tenant, create('HOT', ORDERS));
  const rateOf = (command: (order: number) => Command) => commandsASecond(tenant, ORDERS, command);

  const allocated = await rateOf((order) => allocate(order, [['HOT', 1]]));
  const confirmed = await rateOf((order) => confirm(order));
  const shipped = await rateOf((order) => ship(order));

  process.stderr.write(`commands a second on one SKU: allocate ${allocated}, confirm ${confirmed}, ship ${shipped}\n`);
  const snapshot = await database.read(tenant);
  expect(snapshot.skus).toMatchObject([{ onHand: 0, allocated: 0 }]);
  expect(violationsOf(snapshot)).toEqual([]);
});

test('a thousand adjustments of one hot SKU, with and without keys; how fast is printed', async () => {
  const tenant = await database.newTenant();
  await stock.runCommand(tenant, create('HOT', 0));

  const plain = await commandsASecond(tenant, ADJUSTMENTS, () => adjust('HOT', 1));
  const keyed = await commandsASecond(tenant, ADJUSTMENTS, (n) => adjust('HOT', 1, { origin: { ...origin, claim: claimOf(n) } }));
  const repeated = await commandsASecond(tenant, ADJUSTMENTS, (n) =>
    adjust('HOT', 1, { origin: { ...origin, claim: claimOf(n) } }),
  );

  process.stderr.write(`adjustments a second on one SKU: ${plain}, under keys ${keyed}, repeated ${repeated}\n`);
  const snapshot = await database.read(tenant);
  expect(snapshot.skus).toMatchObject([{ onHand: 2 * ADJUSTMENTS }]);
  expect(violationsOf(snapshot)).toEqual([]);
});
