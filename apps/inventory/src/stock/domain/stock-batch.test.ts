import { expect, test } from 'vitest';
import type { Allocation } from '../../allocations/domain/allocation.ts';
import { count, minute, orderId } from './commands/command.builder.ts';
import type { Command } from './commands/commands.ts';
import { StockBatch } from './stock-batch.ts';
import { mainWarehouse } from '../../locations/domain/location.builder.ts';
import { NO_DETAILS, type Sku } from '../../skus/domain/sku.ts';
import type { Reach, WorkingSet } from './working-set.ts';

const limits = { commandLines: 100, commandPlaces: 100, fillLines: 100, takeBackOrders: 100, takeBackLines: 1_000 };

function decideOn(loaded: WorkingSet, command: Command) {
  const batch = new StockBatch(loaded, limits, (prefix) => `${prefix}_1`);
  return { result: batch.decide(command), ...batch.changes };
}

const sku = (changes: Partial<Sku>): Sku => ({
  code: 'A',
  name: 'A',
  onHand: 0,
  allocated: 0,
  firm: 0,
  waiting: 0,
  filling: false,
  details: NO_DETAILS,
  reorderPoint: 0,
  homeId: mainWarehouse().id,
  stock: [],
  version: 1,
  createdAt: minute(0),
  updatedAt: minute(0),
  archivedAt: null,
  counts: [],
  ...changes,
});

/** An open order that asks for 5. */
const openOrder = (number: number, allocated: number): Allocation => ({
  orderId: orderId(number),
  orderCreatedAt: minute(number),
  lines: [{ id: 'lin_1', sku: 'A', name: 'A', quantity: 5, allocated, shipped: 0 }],
  state: 'open',
  lastAttempt: 1,
  lastAnswer: { commandId: 'allocate', type: 'allocate', refusal: null },
  version: 1,
  updatedAt: minute(number),
});

const workingSet = (changes: Partial<WorkingSet>): WorkingSet => ({
  skus: [],
  locations: [mainWarehouse()],
  allocations: [],
  waiting: new Map(),
  held: new Map(),
  earlier: new Map(),
  scanAnswers: [],
  ...changes,
});

const upTo = (number: number): ReadonlyMap<string, Reach> => new Map([['A', { type: 'up-to', last: openOrder(number, 0) }]]);

test('no order is filled behind a stretch of the queue that is not loaded', () => {
  const loaded = workingSet({ skus: [sku({ waiting: 20 })], allocations: [openOrder(1, 0), openOrder(9, 0)], waiting: upTo(1) });

  const { allocations, skus } = decideOn(loaded, count('A', 12));

  expect(allocations.map((each) => each.orderId)).toEqual([orderId(1)]);
  expect(skus).toMatchObject([{ allocated: 5, waiting: 15, filling: true }]);
});

test('with nothing of the queue loaded nothing is filled, and the SKU is marked for it', () => {
  const loaded = workingSet({ skus: [sku({ waiting: 5 })], allocations: [openOrder(9, 0)] });

  expect(decideOn(loaded, count('A', 12))).toMatchObject({
    allocations: [],
    skus: [{ allocated: 0, waiting: 5, filling: true }],
  });
});

test('a count that would take holds back from orders that are not loaded is put off, without effect', () => {
  const stock = [{ locationId: mainWarehouse().id, onHand: 10 }];
  const loaded = workingSet({
    skus: [sku({ onHand: 10, allocated: 10, stock })],
    allocations: [openOrder(1, 5), openOrder(9, 5)],
    held: upTo(9),
  });

  expect(decideOn(loaded, count('A', 4))).toMatchObject({
    result: { type: 'deferred', progress: false },
    skus: [],
    allocations: [],
  });
});
