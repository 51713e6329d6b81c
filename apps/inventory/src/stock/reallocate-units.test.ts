import { expect, test } from 'vitest';
import {
  adjust,
  allocate,
  allocateFrom,
  assign,
  count,
  create,
  pack,
  setWarehouse,
  type UnitsByLine,
} from './domain/commands/command.builder.ts';
import { opened, at } from './warehouses.fixture.ts';
import { parseLocation } from '../model/location.ts';
import { stockInMemory } from './stock.fixture.ts';

const packShort = (order: number, units: UnitsByLine, attempt = 3) => pack(order, 'a', attempt, { units, short: 'reallocate' });

test('units that are not packed are held in other warehouses, as many as are free there, and the rest where they are', async () => {
  const { run, heldBy, allocation, sku, inWarehouses, violations } = await opened({ MAIN: 5, W2: 1, W3: 1 });
  await run(allocate(1, [['A', 5]]), allocateFrom(2, [['A', 4]], { from: ['MAIN'] }), assign(1, 'a', { 0: 5 }));
  await run(packShort(1, { 0: 2 }));

  expect(allocation(1)?.lastAnswer.refusal).toBeNull();
  expect(allocation(1)?.lines[0]).toMatchObject({ allocated: 5, portions: [{ units: 2, firm: true }] });
  expect([heldBy(1), heldBy(2)]).toEqual([{ MAIN: 3, W2: 1, W3: 1 }, { MAIN: 2 }]);
  expect(inWarehouses()).toEqual({ MAIN: [5, 5], W2: [1, 1], W3: [1, 1] });
  expect(sku('A')).toMatchObject({ allocated: 7, firm: 2, waiting: 2, filling: false });
  expect(violations()).toEqual([]);
});

test('a command that comes again moves nothing more', async () => {
  const { run, heldBy } = await opened({ MAIN: 3, W2: 1 });
  await run(allocate(1, [['A', 3]]), assign(1, 'a', { 0: 3 }), packShort(1, { 0: 1 }));
  await run(at('W2', 5), packShort(1, { 0: 1 }));
  expect(heldBy(1)).toEqual({ MAIN: 2, W2: 1 });
});

test.each([
  ['one warehouse for all', { split: 'never' }, { 0: 1, 1: 1 }, { MAIN: 4 }],
  ['one warehouse for each line, of which a part is packed', { split: 'by_line' }, { 0: 1, 1: 1 }, { MAIN: 4 }],
  ['one warehouse for each line, of which nothing is packed', { split: 'by_line' }, { 1: 1 }, { MAIN: 2, W2: 2 }],
  ['MAIN alone', { from: ['MAIN'] }, { 0: 1, 1: 1 }, { MAIN: 4 }],
  ['a country that no other warehouse ships to', { country: 'FR' }, { 0: 1, 1: 1 }, { MAIN: 4 }],
] as const)('units stay where an order may not have others: %s', async (_name, facts, packed, held) => {
  const { run, heldBy, store } = await opened({ MAIN: 2, W2: 9 });
  for (const [id, location] of store.locations)
    if (location.path !== 'MAIN')
      store.locations.set(id, { ...location, shipping: { ships: true, priority: 0, countries: ['DE'] } });
  await run(
    adjust('B', 2, { location: parseLocation('MAIN') }),
    adjust('B', 9, { location: parseLocation('W2') }),
    allocateFrom(
      1,
      [
        ['A', 2],
        ['B', 2],
      ],
      { country: 'DE', ...facts },
    ),
    assign(1, 'a', { 0: 2, 1: 2 }),
  );
  expect(heldBy(1)).toEqual({ MAIN: 4 });
  await run(packShort(1, packed));
  expect(heldBy(1)).toEqual(held);
});

test('safety stock of a warehouse is withheld from units that are held elsewhere', async () => {
  const { run, heldBy } = await opened({ MAIN: 3, W2: 3 });
  await run(setWarehouse('A', 'W2', { safetyStock: 2 }), allocate(1, [['A', 3]]), assign(1, 'a', { 0: 3 }));
  await run(packShort(1, { 0: 1 }));
  expect(heldBy(1)).toEqual({ MAIN: 2, W2: 1 });
});

test('orders that wait have what is free before a package has any of it in place of what it leaves out', async () => {
  const { run, heldBy, sku } = await opened({ MAIN: 3 }, {}, { fillLines: 1 });
  await run(allocate(1, [['A', 3]]), assign(1, 'a', { 0: 3 }));
  for (const order of [2, 3, 4]) await run(allocateFrom(order, [['A', 1]], { from: ['W2'] }));
  await run(at('W2', 4));
  expect([heldBy(2), heldBy(3), sku('A').filling]).toEqual([{ W2: 1 }, {}, true]);

  await run(packShort(1, { 0: 1 }));
  expect([heldBy(1), heldBy(3), heldBy(4)]).toEqual([{ MAIN: 2, W2: 1 }, { W2: 1 }, { W2: 1 }]);
});

test('what a fulfilment has lost waits, and is not held twice', async () => {
  const { run, heldBy, sku, violations } = await opened({ MAIN: 4, W2: 0 });
  await run(allocateFrom(1, [['A', 4]], { from: ['MAIN', 'W2'] }), assign(1, 'a', { 0: 4 }), at('MAIN', -2));
  await run(packShort(1, { 0: 1 }));
  expect([heldBy(1), sku('A').waiting]).toEqual([{ MAIN: 2 }, 2]);

  await run(at('W2', 5));
  expect([heldBy(1), sku('A').waiting]).toEqual([{ MAIN: 2, W2: 2 }, 0]);
  expect(violations()).toEqual([]);
});

test('an order that holds its units wherever they lie keeps those that are not packed', async () => {
  const { run, sku, store, violations } = stockInMemory();
  await run(create('A', 5), allocate(1, [['A', 4]]), assign(1, 'a', { 0: 4 }), packShort(1, { 0: 1 }), count('A', 5));
  expect(sku('A')).toMatchObject({ allocated: 4, firm: 1, waiting: 0 });
  expect([...store.allocations.values()][0]?.lines[0]).toMatchObject({ allocated: 4, portions: [{ units: 1, firm: true }] });
  expect(violations()).toEqual([]);
});
