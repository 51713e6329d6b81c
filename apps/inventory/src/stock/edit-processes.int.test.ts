import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import { adjust, allocate, amend, confirm, count, create, rerank, suspend } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';

let database: StockDatabase;
let processes: readonly [Stock, Stock];

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  processes = [await database.openProcess(), await database.openProcess()];
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await database.drop();
});

test('two processes edit, rank, pack and count beside each other: no unit is held twice, and the queue goes by rank', async () => {
  const tenant = await database.newTenant();
  /** Every command comes to both processes. */
  const run = (...commands: readonly Command[]) =>
    Promise.all(commands.flatMap((command) => processes.map(({ runCommand }) => runCommand(tenant, command))));
  const orders = Array.from({ length: 30 }, (_, place) => place + 1);
  await processes[0].runCommand(tenant, create('HOT', 60));
  await run(...orders.map((order) => allocate(order, [['HOT', 2]])));
  await run(
    ...orders.map((order): Command => {
      if (order % 5 === 0) return confirm(order);
      if (order % 5 === 1) return rerank(order, { priority: 9 });
      return order % 5 === 2 ? suspend(order, true) : amend(order, [['HOT', 1 + (order % 4), 0]], { at: 60 + order });
    }),
    count('HOT', 40),
  );
  await run(...orders.filter((order) => order % 5 === 2).map((order) => suspend(order, false, 3)));
  expect(violationsOf(await database.read(tenant))).toEqual([]);

  await processes[1].runCommand(tenant, count('HOT', 24));
  await processes[1].runCommand(tenant, adjust('HOT', 8));
  await eventually(async () => expect((await database.read(tenant)).skus[0]?.filling).toBe(false));
  const after = await database.read(tenant);
  expect(violationsOf(after)).toEqual([]);
  const lacking = after.allocations.filter(({ lines: [line] }) => line && line.quantity > line.allocated);
  // Packed orders and those of the highest priority have all of theirs.
  expect(lacking.filter(({ state, priority }) => state === 'confirmed' || priority === 9)).toEqual([]);
  expect(lacking.length).toBeGreaterThan(0);

  await processes[0].runCommand(tenant, adjust('HOT', 100));
  await eventually(async () => expect((await database.read(tenant)).skus[0]).toMatchObject({ filling: false, waiting: 0 }));
  expect(violationsOf(await database.read(tenant))).toEqual([]);
}, 180_000);
