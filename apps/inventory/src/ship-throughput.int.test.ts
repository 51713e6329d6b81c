import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from './compose-stock.ts';
import { allocate, confirm, create, ship } from './domain/command.builder.ts';
import type { StockChange } from './domain/command.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './store/stock-violations.fixture.ts';

const ORDERS = 3_000;
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

test('thousands of orders for one hot SKU are allocated, confirmed and shipped; how fast is printed', async () => {
  const tenant = await database.newTenant();
  const orders = Array.from({ length: ORDERS }, (_, place) => place + 1);
  await stock.changeStock(tenant, create('HOT', ORDERS));
  const rateOf = async (command: (order: number) => StockChange): Promise<number> => {
    const waiting = orders.values();
    const startedAtMs = performance.now();
    const callers = Array.from({ length: CALLERS }, async () => {
      for (const order of waiting) await stock.changeStock(tenant, command(order));
    });
    await Promise.all(callers);
    return Math.round(ORDERS / ((performance.now() - startedAtMs) / 1_000));
  };

  const allocated = await rateOf((order) => allocate(order, [['HOT', 1]]));
  const confirmed = await rateOf((order) => confirm(order));
  const shipped = await rateOf((order) => ship(order));

  process.stderr.write(`commands a second on one SKU: allocate ${allocated}, confirm ${confirmed}, ship ${shipped}\n`);
  const snapshot = await database.read(tenant);
  expect(snapshot.skus).toMatchObject([{ onHand: 0, allocated: 0 }]);
  expect(violationsOf(snapshot)).toEqual([]);
});
