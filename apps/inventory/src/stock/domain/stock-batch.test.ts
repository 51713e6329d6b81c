import { expect, test } from 'vitest';
import type { Allocation } from '../../model/allocation.ts';
import { mainWarehouse } from '../../model/location.builder.ts';
import { NO_DETAILS, type Sku } from '../../model/sku.ts';
import { adjust, allocate, confirm, count, minute, orderId, origin } from './commands/command.builder.ts';
import type { Command } from './commands/commands.ts';
import { StockBatch } from './stock-batch.ts';
import type { Reach, WorkingSet } from './working-set.ts';

const limits = { commandLines: 100, commandPlaces: 100, fillLines: 100, takeBackOrders: 100, takeBackLines: 1_000 };

function decideOn(loaded: WorkingSet, command: Command, { isAlone = false } = {}) {
  const batch = new StockBatch(loaded, limits, (prefix) => `${prefix}_1`);
  return { result: batch.decide(command, isAlone), ...batch.changes };
}

const sku = (changes: Partial<Sku>): Sku => ({
  code: 'A',
  name: 'A',
  onHand: 0,
  allocated: 0,
  unavailable: 0,
  reserved: 0,
  reservations: 0,
  safetyStock: 0,
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

/** Units of A are free, and the orders that wait for them are not loaded. */
const nothingLoaded = workingSet({
  skus: [sku({ onHand: 9, waiting: 5, filling: true, stock: [{ locationId: mainWarehouse().id, onHand: 9 }] })],
  allocations: [openOrder(1, 0)],
});
const wholeOrNot = { ...allocate(2, [['A', 5]]), allowBackorder: false };

test.each([
  ['a pack', confirm(1)],
  ['an order that is allocated whole or refused', wholeOrNot],
])('%s that waits for backorders of which none was filled is put off, without effect', (_what, command) => {
  expect(decideOn(nothingLoaded, command)).toMatchObject({
    result: { type: 'deferred', progress: false },
    skus: [],
    allocations: [],
  });
});

test.each([
  ['a pack', confirm(1)],
  ['an order that is allocated whole or refused', wholeOrNot],
])('%s that would find the same once more is decided as it stands', (_what, command) => {
  const { result, allocations } = decideOn(nothingLoaded, command, { isAlone: true });

  expect(result.type).toBe('done');
  expect(allocations).toMatchObject([{ orderId: command.orderId, lastAnswer: { refusal: { code: 'insufficient_stock' } } }]);
});

test('a pack alone that has filled some of the backorders before its own is put off, and these stay filled', () => {
  const loaded = workingSet({
    skus: [sku({ onHand: 9, waiting: 10, filling: true, stock: [{ locationId: mainWarehouse().id, onHand: 9 }] })],
    allocations: [openOrder(1, 0), openOrder(9, 0)],
    waiting: upTo(1),
  });

  expect(decideOn(loaded, confirm(9), { isAlone: true })).toMatchObject({
    result: { type: 'deferred', progress: true },
    allocations: [{ orderId: orderId(1), lines: [{ allocated: 5 }] }],
  });
});

test.each([
  ['a count', count('A', 4)],
  ['a batch', { type: 'batch', origin, commands: [adjust('A', -6)], mode: 'atomic', dryRun: false } satisfies Command],
])('%s alone that would take holds back from orders that are not loaded is refused', (_what, command) => {
  const stock = [{ locationId: mainWarehouse().id, onHand: 10 }];
  const loaded = workingSet({ skus: [sku({ onHand: 10, allocated: 10, stock })], held: new Map([['A', { type: 'none' }]]) });

  expect(decideOn(loaded, command, { isAlone: true })).toMatchObject({
    result: { type: 'refused', refusal: { code: 'validation_failed' } },
    skus: [],
  });
});
