import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allocate, confirm, count, create, orderId } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { LIMITS } from './domain/working-set.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';
import { runCommandOf } from './stock.fixture.ts';

/** Commands that wait in the lane together: it takes no more than a thousand. */
const AT_ONCE = 500;

let database: StockDatabase;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
});

afterAll(() => database.drop());

/** A tenant whose backorders are filled by its commands alone, in transactions that are counted. */
async function newStock() {
  const tenant = await database.newTenant();
  let transactions = 0;
  const change = runCommandOf({
    store: {
      ...database.store,
      transact: (...work) => {
        transactions += 1;
        return database.store.transact(...work);
      },
    },
    limits: LIMITS,
    onStillFilling: () => {},
  });
  const run = async (...commands: readonly Command[]): Promise<number> => {
    const before = transactions;
    for (let sent = 0; sent < commands.length; sent += AT_ONCE)
      await Promise.all(commands.slice(sent, sent + AT_ONCE).map((command) => change(tenant, command)));
    return transactions - before;
  };
  return { run, read: () => database.read(tenant) };
}

const orders = (from: number, many: number): number[] => Array.from({ length: many }, (_, place) => from + place);

test('a pack takes as many transactions as fill what its order lacks, whatever waits for a SKU that it holds', async () => {
  const { run, read } = await newStock();
  const { fillLines } = LIMITS;
  const pack = fillLines + 100;
  const waitingForB = orders(1, pack - 1);
  const waitingForA = orders(pack + 1, 2 * fillLines + 1);
  await run(create('A', 1), create('B', 0));
  await run(
    allocate(pack, [
      ['A', 1],
      ['B', 1],
    ]),
  );
  await run(...waitingForB.map((order) => allocate(order, [['B', 1]])));
  await run(...waitingForA.map((order) => allocate(order, [['A', 1]])));
  await run(count('A', 1 + waitingForA.length));
  await run(count('B', pack));
  expect((await read()).skus).toMatchObject([
    { code: 'A', filling: true, waiting: fillLines + 1 },
    { code: 'B', filling: true, waiting: 100 },
  ]);

  const transactions = await run(confirm(pack));

  const snapshot = await read();
  expect(transactions).toBe(1);
  expect(snapshot.allocations.find((each) => each.orderId === orderId(pack))).toMatchObject({ state: 'confirmed' });
  expect(snapshot.skus).toMatchObject([
    { filling: true, waiting: fillLines + 1 },
    { filling: false, waiting: 0 },
  ]);
  expect(violationsOf(snapshot)).toEqual([]);
}, 360_000);
