import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import {
  adjust,
  allocate,
  confirm,
  count,
  create,
  orderId,
  release,
  scanned,
  ship,
  transfer,
} from './domain/commands/command.builder.ts';
import { quarantine, stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;
const shelfId = quarantine[1]?.id ?? '';
const SHELF = { type: 'id', id: shelfId } as const;

test('units in quarantine are on hand and unavailable, and come back with a transfer', async () => {
  const { run, sku, said, violations } = stockInMemory({}, quarantine);
  await run(create('A', 10));
  await run(transfer(MAIN, 'Q/S1', { A: 4 }));

  expect(sku('A')).toMatchObject({ onHand: 10, unavailable: 4, allocated: 0 });
  expect(said('inventory.updated').at(-1)).toMatchObject({
    changed: ['unavailable', 'available', 'stock'],
    previous: { on_hand: 10, unavailable: 0, allocated: 0, available: 10 },
    data: { on_hand: 10, unavailable: 4, allocated: 0, available: 6 },
  });

  await run(transfer(shelfId, 'MAIN', { A: 3 }));
  expect(sku('A')).toMatchObject({ onHand: 10, unavailable: 1 });
  expect(violations()).toEqual([]);
});

test('a place that is made below a quarantine is one too', async () => {
  const { run, sku, store } = stockInMemory({}, quarantine);
  await run(create('A', 10), transfer(MAIN, 'Q/S7/B1', { A: 4 }));

  expect(sku('A').unavailable).toBe(4);
  const made = [...store.locations.values()].find(({ path }) => path === 'MAIN:Q/S7/B1');
  expect(made).toMatchObject({ usage: 'quarantine', sellable: false, pickable: false });
});

test('an order holds none of them, and waits until they are released', async () => {
  const { run, sku, held, violations } = stockInMemory({}, quarantine);
  await run(create('A', 10), transfer(MAIN, 'Q/S1', { A: 7 }), allocate(1, [['A', 5]]));
  expect([held(orderId(1)), sku('A').waiting]).toEqual([[3], 2]);

  await run(transfer(shelfId, 'MAIN', { A: 1 }));
  expect([held(orderId(1)), sku('A').waiting]).toEqual([[4], 1]);
  expect(violations()).toEqual([]);
});

test('the last unit that goes to quarantine is told as out of stock', async () => {
  const { run, said } = stockInMemory({}, quarantine);
  await run(create('A', 2), transfer(MAIN, 'Q/S1', { A: 2 }));

  expect(said('inventory.out_of_stock')).toEqual([expect.objectContaining({ data: expect.objectContaining({ available: 0 }) })]);
});

test('units that go to quarantine are taken back from the newest order that is not packed', async () => {
  const { run, sku, held, said, violations } = stockInMemory({}, quarantine);
  await run(create('A', 10), allocate(1, [['A', 4]]), confirm(1), allocate(2, [['A', 3]]), allocate(3, [['A', 3]]));
  await run(transfer(MAIN, 'Q/S1', { A: 4 }));

  expect([held(orderId(1)), held(orderId(2)), held(orderId(3))]).toEqual([[4], [2], [0]]);
  expect(sku('A')).toMatchObject({ onHand: 10, unavailable: 4, allocated: 6, firm: 4, waiting: 4 });
  expect(said('inventory.updated').at(-1)?.['changed']).toEqual(['unavailable', 'allocated', 'stock']);
  expect(violations()).toEqual([]);

  await run(release(1));
  expect([held(orderId(2)), held(orderId(3))]).toEqual([[3], [3]]);
});

test('units of packed orders do not go to quarantine, and nothing of the transfer is done', async () => {
  const { run, sku, store, violations } = stockInMemory({}, quarantine);
  await run(create('A', 10), create('B', 1), allocate(1, [['A', 8]]), confirm(1));
  const entries = store.movements.length;
  const [result] = await run(transfer(MAIN, 'Q/S1', { B: 1, A: 3 }));

  expect(result).toMatchObject({
    type: 'refused',
    refusal: {
      code: 'insufficient_stock',
      errors: [{ pointer: '/lines/1/quantity', sku: 'A', requested: 3, available: 2, on_hand: 10, minimum: 8 }],
    },
  });
  expect([sku('A').unavailable, sku('B').unavailable, store.movements.length]).toEqual([0, 0, entries]);
  expect(violations()).toEqual([]);
});

test('a shipment takes nothing from quarantine, though it is the home of the SKU', async () => {
  const { run, sku, violations } = stockInMemory({}, quarantine);
  await run(create('A', 6, { home: SHELF }), transfer(shelfId, 'A1/S1', { A: 3 }));
  await run(allocate(1, [['A', 3]]), confirm(1), ship(1));

  expect(sku('A')).toMatchObject({ onHand: 3, unavailable: 3, stock: [{ locationId: shelfId, onHand: 3 }] });
  expect(violations()).toEqual([]);
});

test('units that are missing from the total are free ones first, then those in quarantine, then those that orders hold', async () => {
  const { run, sku, held, violations } = stockInMemory({}, quarantine);
  await run(create('A', 10), transfer(MAIN, 'Q/S1', { A: 3 }), allocate(1, [['A', 5]]));
  await run(count('A', 8));
  expect(sku('A')).toMatchObject({ onHand: 8, unavailable: 3, allocated: 5 });
  await run(adjust('A', -2));
  expect(sku('A')).toMatchObject({ onHand: 6, unavailable: 1, allocated: 5 });
  await run(count('A', 4));
  expect(sku('A')).toMatchObject({ onHand: 4, unavailable: 0, allocated: 4, waiting: 1 });
  expect(held(orderId(1))).toEqual([4]);
  expect(violations()).toEqual([]);
});

test('units of packed orders stay where they lie, however many there are in quarantine', async () => {
  const { run, sku, violations } = stockInMemory({}, quarantine);
  await run(create('A', 10), transfer(MAIN, 'Q/S1', { A: 3 }), allocate(1, [['A', 6]]), confirm(1));
  const [result] = await run(adjust('A', -2, { location: { type: 'id', id: MAIN } }));

  expect(result).toMatchObject({
    refusal: { code: 'insufficient_stock', errors: [{ requested: 2, available: 1, on_hand: 10, minimum: 9 }] },
  });
  await run(adjust('A', -2, { location: SHELF }));
  expect(sku('A')).toMatchObject({ onHand: 8, unavailable: 1, firm: 6 });
  expect(violations()).toEqual([]);
});

test('a count of a quarantine changes no hold, and goods that are received there fill no order', async () => {
  const { run, sku, held, violations } = stockInMemory({}, quarantine);
  await run(create('A', 2), allocate(1, [['A', 5]]));
  await run(scanned(1, 'receive', { sku: 'A', quantity: 6, at: 'Q/S1' }));
  expect([sku('A').onHand, sku('A').unavailable, held(orderId(1))]).toEqual([8, 6, [2]]);

  await run(scanned(2, 'count', { sku: 'A', quantity: 1, at: 'Q/S1', made: 1 }));
  expect([sku('A').onHand, sku('A').unavailable, held(orderId(1))]).toEqual([3, 1, [2]]);
  expect(violations()).toEqual([]);
});
