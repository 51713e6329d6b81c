import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import { availableOf, bufferOf } from '../model/sku.ts';
import { NO_RULES } from '../model/sourcing.ts';
import { warehouseTerms } from '../model/warehouse-terms.ts';
import {
  adjust,
  allocate,
  allocateFrom,
  confirm,
  count,
  create,
  fill,
  orderId,
  pack,
  reassign,
  setWarehouse,
  ship,
  shipFulfilment,
  transfer,
  update,
} from './domain/commands/command.builder.ts';
import { reserve } from './reservation-steps.fixture.ts';
import { quarantine, stockInMemory, warehouse } from './stock.fixture.ts';

const W2 = warehouse(2);

/** Ten units of A in MAIN, ten in W2; orders choose warehouses by priority, and of equal ones the first by code. */
async function opened() {
  const stock = stockInMemory({}, [W2, ...quarantine]);
  stock.store.rules = { ...NO_RULES, strategy: 'priority', version: 1 };
  await stock.run(create('A', 10), adjust('A', 10, { location: parseLocation('W2') }));
  return {
    ...stock,
    heldBy: (order: number) => stock.heldIn(orderId(order)),
    totals: () => [bufferOf(stock.sku('A')), availableOf(stock.sku('A'))],
    /** Units that are withheld and available, and the safety stock, by warehouse. */
    terms: () =>
      Object.fromEntries(
        warehouseTerms(stock.sku('A'), stock.store.locations).map(({ code, buffer, available, safetyStock }) => [
          code,
          [buffer, available, safetyStock],
        ]),
      ),
  };
}

test('the safety stock of a warehouse is withheld there, and no more of the SKU', async () => {
  const { run, terms, totals, violations } = await opened();

  await run(setWarehouse('A', 'MAIN', { safetyStock: 4 }));

  expect(totals()).toEqual([4, 16]);
  expect(terms()).toEqual({ MAIN: [4, 6, 4], W2: [0, 10, null] });
  expect(violations()).toEqual([]);
});

test('a new order gets of a warehouse what that does not withhold, and the rest elsewhere', async () => {
  const { run, heldBy, totals } = await opened();

  await run(setWarehouse('A', 'MAIN', { safetyStock: 4 }), allocate(1, [['A', 20]]));

  expect(heldBy(1)).toEqual({ MAIN: 6, W2: 10 });
  expect(totals()).toEqual([4, 0]);
});

test('an order that chooses no warehouse leaves what warehouses withhold, and is shipped from the others first', async () => {
  const { run, store, sku, held, terms } = await opened();
  store.rules = NO_RULES;
  await run(setWarehouse('A', 'MAIN', { safetyStock: 8 }), allocate(1, [['A', 20]]));
  expect(held(orderId(1))).toEqual([12]);

  await run(update('A', { onHand: 20 }), allocate(2, [['A', 1]]));
  expect(held(orderId(2))).toEqual([0]);
  await run(setWarehouse('A', 'MAIN', { safetyStock: 0 }));
  expect(held(orderId(1))).toEqual([20]);
  await run(confirm(1), ship(1));
  expect([sku('A').onHand, terms()]).toEqual([0, { MAIN: [0, 0, 0] }]);
});

test('units that are held nowhere in particular leave from what no warehouse withholds', async () => {
  const { run, store, sku } = await opened();
  store.rules = NO_RULES;
  await run(setWarehouse('A', 'MAIN', { safetyStock: 8 }), allocate(1, [['A', 5]]), confirm(1), ship(1));

  const left = new Map(sku('A').warehouses?.map(({ id, onHand }) => [id, onHand]));
  expect([left.get(mainWarehouse().id), left.get(W2.id)]).toEqual([8, 7]);
});

test('A12: a safety stock above what is there takes nothing back, and what is packed is shipped', async () => {
  const { run, heldBy, terms, sku } = await opened();
  await run(allocateFrom(1, [['A', 8]], { from: ['MAIN'] }));

  await run(setWarehouse('A', 'MAIN', { safetyStock: 50 }));
  expect(heldBy(1)).toEqual({ MAIN: 8 });
  expect(terms()).toEqual({ MAIN: [2, 0, 50], W2: [0, 10, null] });

  await run(confirm(1), ship(1));
  expect(sku('A').onHand).toBe(12);
});

test('the SKU withholds the greater of its own safety stock and that of its warehouses', async () => {
  const { run, terms, totals } = await opened();

  await run(update('A', { safetyStock: 6 }), setWarehouse('A', 'W2', { safetyStock: 4 }));
  expect([totals(), terms()]).toEqual([[6, 14], { MAIN: [2, 8, null], W2: [4, 6, 4] }]);

  await run(setWarehouse('A', 'MAIN', { safetyStock: 5 }));
  expect([totals(), terms()]).toEqual([[9, 11], { MAIN: [5, 5, 5], W2: [4, 6, 4] }]);
});

test('a lowered safety stock fills the orders that wait for it', async () => {
  const { run, heldBy } = await opened();
  await run(setWarehouse('A', 'W2', { safetyStock: 7 }), allocateFrom(1, [['A', 9]], { from: ['W2'] }));
  expect(heldBy(1)).toEqual({ W2: 3 });

  await run(setWarehouse('A', 'W2', { safetyStock: 3 }));
  expect(heldBy(1)).toEqual({ W2: 7 });
  await run(setWarehouse('A', 'W2', { safetyStock: null }));
  expect(heldBy(1)).toEqual({ W2: 9 });
});

test('a lowered safety stock fills orders where the SKU withholds as much as before', async () => {
  const { run, heldBy, totals } = await opened();
  await run(update('A', { safetyStock: 10 }), setWarehouse('A', 'W2', { safetyStock: 10 }));
  await run(allocateFrom(1, [['A', 2]], { from: ['W2'] }));
  expect(heldBy(1)).toEqual({});

  await run(setWarehouse('A', 'W2', { safetyStock: null }));
  expect([heldBy(1), totals()]).toEqual([{ W2: 2 }, [10, 8]]);
});

test('units that leave a warehouse which withheld them are filled into orders elsewhere', async () => {
  const { run, heldBy, toFill, violations } = await opened();
  await run(count('A', 20), setWarehouse('A', 'MAIN', { safetyStock: 10 }));
  await run(allocateFrom(1, [['A', 15]], { from: ['W2'] }));
  expect(heldBy(1)).toEqual({ W2: 10 });

  await run(transfer(mainWarehouse().id, 'W2', { A: 5 }));
  expect([heldBy(1), [...toFill]]).toEqual([{ W2: 15 }, []]);
  expect(violations()).toEqual([]);
});

test('units that are shipped from a place whose warehouse withheld them are filled into orders elsewhere', async () => {
  const { run, store, held, toFill, violations } = await opened();
  store.rules = NO_RULES;
  await run(adjust('A', -8, { location: parseLocation('W2') }), setWarehouse('A', 'MAIN', { safetyStock: 10 }));
  await run(allocate(1, [['A', 2]]), allocate(2, [['A', 5]]), pack(1, 'a', 2, { units: { 0: 2 } }));
  expect(held(orderId(2))).toEqual([0]);

  await run(shipFulfilment(1, 'a', 3, [[0, 'MAIN', 2]]));
  await run(...[...toFill].map(fill));
  expect(held(orderId(2))).toEqual([2]);
  expect(violations()).toEqual([]);
});

test('units of an order may be moved into what a warehouse withholds, which is withheld from newcomers alone', async () => {
  const { run, heldBy, terms } = await opened();
  await run(setWarehouse('A', 'W2', { safetyStock: 10 }), allocate(1, [['A', 3]]), reassign(1, [[0, 3, 'W2']], 2));

  expect([heldBy(1), terms()]).toEqual([{ W2: 3 }, { MAIN: [0, 10, null], W2: [7, 0, 10] }]);
});

test('reservations leave what warehouses withhold', async () => {
  const { run, sku } = await opened();

  await run(setWarehouse('A', 'MAIN', { safetyStock: 10 }), reserve(1, { A: 12 }, { partial: true }));

  expect(sku('A').reserved).toBe(10);
});

test('each change of a setting is a version with an event, and setting what is set changes nothing', async () => {
  const { run, sku, said } = await opened();
  const { version } = sku('A');

  await run(setWarehouse('A', 'W2', { safetyStock: 2, reorderPoint: 12 }));
  await run(setWarehouse('A', 'W2', { safetyStock: 2 }), setWarehouse('A', 'W2', { reorderPoint: 12 }));

  expect(sku('A').version).toBe(version + 1);
  expect(said('sku.updated')).toEqual([expect.objectContaining({ sequence: version + 1, changed: ['warehouses'] })]);
  expect(said('inventory.updated').at(-1)).toMatchObject({
    sequence: version + 1,
    changed: ['buffer', 'available', 'warehouses'],
  });
  await run(setWarehouse('A', 'W2', { reorderPoint: null }));
  expect(said('inventory.updated').at(-1)).toMatchObject({ sequence: version + 1 });
  expect(said('sku.updated').at(-1)).toMatchObject({ sequence: version + 2, changed: ['warehouses'] });
});

test('settings of a warehouse without units are kept and shown, and gone once they are cleared', async () => {
  const { run, terms, sku } = await opened();
  await run(adjust('A', -10, { location: parseLocation('W2') }), setWarehouse('A', 'W2', { safetyStock: 3 }));
  expect(terms()).toEqual({ MAIN: [0, 10, null], W2: [0, 0, 3] });

  await run(adjust('A', 5, { location: parseLocation('W2') }));
  expect(terms()).toMatchObject({ W2: [3, 2, 3] });
  await run(adjust('A', -5, { location: parseLocation('W2') }), setWarehouse('A', 'W2', { safetyStock: null }));
  expect(sku('A').warehouses?.map(({ id }) => id)).toEqual([mainWarehouse().id]);
});

test.each([
  ['a warehouse that is not there', 'W9', 'unknown_location'],
  ['a place that is no warehouse', 'MAIN:Q', 'unknown_location'],
] as const)('%s is refused', async (_what, place, code) => {
  const { run, sku } = await opened();
  const { version } = sku('A');

  expect(await run(setWarehouse('A', place, { safetyStock: 1 }))).toMatchObject([{ type: 'refused', refusal: { code } }]);
  expect(sku('A').version).toBe(version);
});

test('settings for an archived warehouse, and of a SKU that is not there, are refused', async () => {
  const { run, store } = await opened();
  for (const place of ['W2', 'W9'])
    expect(await run(setWarehouse('Z', place, { safetyStock: 1 }))).toMatchObject([{ refusal: { code: 'not_found' } }]);

  store.locations.set(W2.id, { ...W2, archivedAt: new Date(0) });
  expect(await run(setWarehouse('A', 'W2', { safetyStock: 1 }))).toMatchObject([{ refusal: { code: 'location_archived' } }]);
});

test('a setting of another version than expected is refused', async () => {
  const { run, sku } = await opened();
  const ifMatch = { type: 'one-of', versions: [sku('A').version + 1] } as const;

  expect(await run({ ...setWarehouse('A', 'W2', { safetyStock: 1 }), ifMatch })).toMatchObject([{ type: 'outdated' }]);
});
