import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import {
  adjust,
  allocate,
  allocateFrom,
  amend,
  assign,
  confirm,
  count,
  fill,
  fulfilmentId,
  orderId,
  pack,
  picked,
  reassign,
  release,
  ship,
  shipFulfilment,
  transfer,
  update,
} from './domain/commands/command.builder.ts';

import { reserve } from './reservation-steps.fixture.ts';
import { at, opened, W2, W3 } from './warehouses.fixture.ts';

test('A1: an order is held in two warehouses where its lines may be split, and ships from both', async () => {
  const { run, heldBy, sku, violations } = await opened({ MAIN: 1, W2: 1 });
  await run(allocate(1, [['A', 2]]));
  expect(heldBy(1)).toEqual({ MAIN: 1, W2: 1 });

  await run(confirm(1), ship(1));
  expect(sku('A')).toMatchObject({ onHand: 0, allocated: 0, stock: [], warehouses: [] });
  expect(violations()).toEqual([]);
});

test('A1: an order that may not be split is held in one warehouse, and waits for the rest of it there', async () => {
  const { run, heldBy, allocation } = await opened({ MAIN: 1, W2: 1 }, { split: 'never' });
  await run(allocate(1, [['A', 2]]));
  expect(heldBy(1)).toEqual({ MAIN: 1 });

  await run(at('W2', 5));
  expect(allocation(1)?.lines[0]).toMatchObject({ allocated: 1 });
  await run(at('MAIN', 5));
  expect(heldBy(1)).toEqual({ MAIN: 2 });
});

test('A2: a warehouse lends nothing to another one', async () => {
  const { run, heldBy, inWarehouses } = await opened({ MAIN: 5, W2: 3 });
  await run(allocateFrom(1, [['A', 5]], { from: ['MAIN'] }), at('MAIN', -4));
  expect(heldBy(1)).toEqual({ MAIN: 1 });

  await run(allocate(2, [['A', 3]]));
  expect(heldBy(2)).toEqual({ W2: 3 });
  expect(inWarehouses()).toEqual({ MAIN: [1, 1], W2: [3, 3] });
});

test('A4: each line is held where it lies', async () => {
  const { run, heldBy, allocation } = await opened({ W2: 3 }, { split: 'by_line' });
  await run(
    adjust('B', 2, { location: parseLocation('W3') }),
    allocate(1, [
      ['A', 1],
      ['B', 1],
    ]),
  );
  expect(heldBy(1)).toEqual({ W2: 1, W3: 1 });
  expect(allocation(1)?.lines.map(({ sources }) => sources)).toEqual([
    [{ warehouse: W2.id, units: 1 }],
    [{ warehouse: W3.id, units: 1 }],
  ]);
});

test('A6, A7, A12: safety stock is withheld from new orders, and packed orders have what they hold', async () => {
  const { run, heldBy } = await opened({ MAIN: 6, W2: 4 });
  await run(allocate(1, [['A', 8]]), update('A', { safetyStock: 4 }));
  await run(allocate(2, [['A', 1]]), confirm(1));
  expect([heldBy(1), heldBy(2)]).toEqual([{ MAIN: 6, W2: 2 }, {}]);
});

test('A8: units are given back where they were held, whatever the rules are by then', async () => {
  const { run, store, inWarehouses } = await opened({ MAIN: 2, W2: 2 });
  await run(allocateFrom(1, [['A', 2]], { from: ['W2'] }));
  store.rules = { ...store.rules, strategy: 'anywhere', version: 2 };
  await run(release(1));
  expect(inWarehouses()).toEqual({ MAIN: [2, 0], W2: [2, 0] });
});

test.each([
  ['priority', { W2: 3, W3: 1 }],
  ['most_stock', { W3: 4 }],
  ['fewest_splits', { W3: 4 }],
] as const)('with %s, the first warehouse is its own', async (strategy, held) => {
  const { run, store, heldBy } = await opened({ W2: 3, W3: 5 }, { strategy });
  store.locations.set(W2.id, { ...W2, shipping: { ships: true, priority: 9, countries: null } });
  await run(allocate(1, [['A', 4]]));
  expect(heldBy(1)).toEqual(held);
});

test('a warehouse that ships nothing, or not to the country, holds nothing of an order', async () => {
  const { run, store, heldBy, said } = await opened({ W2: 3, W3: 3 });
  store.locations.set(W2.id, { ...W2, shipping: { ships: false, priority: 9, countries: null } });
  store.locations.set(W3.id, { ...W3, shipping: { ships: true, priority: 0, countries: ['DE'] } });
  await run({ ...allocate(1, [['A', 1]]), country: 'DE' }, { ...allocate(2, [['A', 1]]), country: 'FR' });
  expect([heldBy(1), heldBy(2)]).toEqual([{ W3: 1 }, {}]);

  await run(allocateFrom(3, [['A', 1]], { from: ['W2'] }));
  expect(said('allocation').at(-1)).toMatchObject({ no_eligible_warehouse: true, lines: [{ allocated: 0 }] });
  await run(allocateFrom(4, [['A', 1]], { from: ['W2'], allowBackorder: false }));
  expect(said('allocation').at(-1)).toMatchObject({ state: 'rejected', last_answer: { code: 'insufficient_stock' } });
});

test('what arrives goes to the first order that may ship from there, and not to those before it', async () => {
  const { run, heldBy, sku, toFill } = await opened({});
  await run(
    allocateFrom(1, [['A', 1]], { from: ['W3'] }),
    allocate(2, [['A', 1]]),
    allocateFrom(3, [['A', 1]], { from: ['W2'] }),
  );
  await run(at('W2', 1));
  await run(...[...toFill].map(fill));
  expect([heldBy(1), heldBy(2), heldBy(3)]).toEqual([{}, { W2: 1 }, {}]);

  await run(at('W2', 2));
  await run(...[...toFill].map(fill));
  expect([heldBy(1), heldBy(3)]).toEqual([{}, { W2: 1 }]);
  await run(...[...toFill].map(fill));
  // One is free there, and no one who waits may have it: a newcomer does.
  expect(sku('A')).toMatchObject({ filling: false, waiting: 1 });
  await run(allocate(4, [['A', 1]]));
  expect(heldBy(4)).toEqual({ W2: 1 });
});

test('a quarantine takes the units of the newest order of its warehouse, which holds others where there are some', async () => {
  const { run, heldBy, allocation } = await opened({ MAIN: 2, W2: 1 });
  await run(allocate(1, [['A', 1]]), allocateFrom(2, [['A', 1]], { from: ['MAIN'] }));
  await run(transfer(mainWarehouse().id, 'Q/S1', { A: 1 }));
  expect([heldBy(1), allocation(2)?.lines[0]?.allocated]).toEqual([{ MAIN: 1 }, 0]);

  await run(transfer(mainWarehouse().id, 'Q/S2', { A: 1 }));
  expect(heldBy(1)).toEqual({ W2: 1 });
});

test('units that go to another warehouse are held there by orders that may ship from it', async () => {
  const { run, heldBy, allocation, inWarehouses } = await opened({ MAIN: 3 });
  await run(allocate(1, [['A', 1]]), allocateFrom(2, [['A', 1]], { from: ['MAIN'] }));
  await run(transfer(mainWarehouse().id, 'W2', { A: 2 }));
  expect([heldBy(1), heldBy(2)]).toEqual([{ MAIN: 1 }, {}]);

  await run(transfer(mainWarehouse().id, 'W2', { A: 1 }));
  expect([heldBy(1), allocation(2)?.lines[0]?.allocated]).toEqual([{ W2: 1 }, 0]);
  expect(inWarehouses()).toEqual({ W2: [3, 1] });
});

test('units leave a warehouse although another line of the order that holds them was added later', async () => {
  const { run, heldBy } = await opened({ W2: 2 });
  await run(adjust('B', 1, { location: parseLocation('W2') }));
  await run(allocate(1, [['A', 2]]));
  await run(
    amend(1, [
      ['A', 2, 0],
      ['B', 1, 1],
    ]),
  );

  const [result] = await run(transfer(W2.id, 'MAIN', { A: 2 }));

  expect([result?.type, heldBy(1)]).toEqual(['transferred', { MAIN: 2, W2: 1 }]);
});

test('packed units stay in their warehouse', async () => {
  const { run, sku } = await opened({ MAIN: 2, W2: 5 });
  await run(allocateFrom(1, [['A', 2]], { from: ['MAIN'] }), confirm(1));
  const refusals = await run(
    transfer(mainWarehouse().id, 'W2', { A: 1 }),
    transfer(mainWarehouse().id, 'Q/S1', { A: 1 }),
    at('MAIN', -1),
  );
  expect(refusals).toMatchObject([{ refusal: REFUSED }, { refusal: REFUSED }, { refusal: REFUSED }]);

  // A count of the total finds them missing where none is packed.
  await run(count('A', 3));
  expect(sku('A').warehouses).toMatchObject([
    { onHand: 2, firm: 2 },
    { onHand: 1, firm: 0 },
  ]);
});

const REFUSED = { code: 'insufficient_stock', errors: [{ available: 0 }] };

test('orders that hold units wherever they lie ship none that others hold in a warehouse', async () => {
  const { run, store, sku, violations } = await opened({ MAIN: 3, W2: 3 }, { strategy: 'anywhere' });
  await run(allocate(1, [['A', 3]]), allocateFrom(2, [['A', 3]], { from: ['MAIN'] }), confirm(1), confirm(2));
  await run({ ...ship(1), from: [picked(1, 0, 'MAIN', 3)] });
  expect(store.allocations.get(orderId(1))?.lastAnswer.refusal).toMatchObject({
    code: 'insufficient_stock',
    errors: [{ available: 0 }],
  });

  await run(ship(1, 4));
  expect(sku('A').stock).toEqual([{ locationId: mainWarehouse().id, onHand: 3 }]);
  expect(violations()).toEqual([]);
});

test('places of one warehouse together ship none that others hold in it', async () => {
  const { run, refusal, violations } = await opened({ 'W2:A1': 3, 'W2:A2': 3, MAIN: 4 }, { strategy: 'anywhere' });
  await run(allocate(1, [['A', 4]]), allocateFrom(2, [['A', 4]], { from: ['W2'] }), confirm(1));
  await run({ ...ship(1), from: [picked(1, 0, 'W2:A1', 2), picked(1, 0, 'W2:A2', 2)] });
  expect(refusal(1)).toMatchObject({ code: 'insufficient_stock', errors: [{ requested: 2, available: 0 }] });

  await run({ ...ship(1, 4), from: [picked(1, 0, 'W2:A1', 2), picked(1, 0, 'MAIN', 2)] });
  expect(refusal(1)).toBeNull();
  expect(violations()).toEqual([]);
});

test('a fulfilment leaves from one warehouse, and from places in it', async () => {
  const { run, allocation, refusal, heldBy } = await opened({ MAIN: 2, W2: 2 });
  await run(allocate(1, [['A', 3]]), assign(1, 'a', { 0: 3 }));
  expect(refusal(1)).toMatchObject({
    code: 'insufficient_stock',
    message: expect.stringContaining('a fulfilment leaves from one'),
  });
  await run(assign(1, 'a', { 0: 2 }, 3), pack(1, 'a', 4));
  expect(allocation(1)?.lines[0]?.portions).toMatchObject([{ units: 2, sources: [{ warehouse: mainWarehouse().id, units: 2 }] }]);

  await run(shipFulfilment(1, 'a', 5, [[0, 'W2', 2]]));
  expect(refusal(1)).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('held in MAIN (2)') });
  await run(shipFulfilment(1, 'a', 6, [[0, 'MAIN', 2]]));
  expect(heldBy(1)).toEqual({ W2: 1 });
});

test('a fulfilment is of the warehouse that it names', async () => {
  const { run, allocation, refusal } = await opened({ MAIN: 2, W2: 2 });
  const inW2 = { warehouse: parseLocation('W2') };
  await run(allocate(1, [['A', 4]]), { ...assign(1, 'a', { 0: 1 }), ...inW2 });
  expect(allocation(1)?.lines[0]?.portions).toMatchObject([{ sources: [{ warehouse: W2.id, units: 1 }] }]);
  await run({ ...assign(1, 'b', { 0: 2 }, 3), ...inW2 });
  expect(refusal(1)).toMatchObject({ errors: [{ requested: 2, available: 1 }] });
  await run({ ...assign(1, 'b', { 0: 1 }, 4), warehouse: parseLocation('W9') });
  expect(refusal(1)).toMatchObject({ code: 'unknown_location', errors: [{ pointer: '/warehouse' }] });
});

test('units are held in another warehouse on request; the order behind gets those that come free', async () => {
  const { run, heldBy } = await opened({ MAIN: 2, W2: 1 });
  await run(allocateFrom(1, [['A', 2]], { from: ['MAIN', 'W2'] }), allocateFrom(2, [['A', 1]], { from: ['MAIN'] }));
  await run(reassign(1, [[0, 1, 'W2', 'MAIN']], 2));
  expect([heldBy(1), heldBy(2)]).toEqual([{ MAIN: 1, W2: 1 }, { MAIN: 1 }]);
});

test('units that name no warehouse come from that which holds most of the line', async () => {
  const { run, heldBy } = await opened({ MAIN: 3, W2: 1, W3: 2 });
  await run(allocate(1, [['A', 4]]), reassign(1, [[0, 1, 'W3']], 2));
  expect(heldBy(1)).toEqual({ MAIN: 2, W2: 1, W3: 1 });
});

test.each([
  ['more than it holds there', [0, 2, 'W2', 'MAIN'], { code: 'insufficient_stock', errors: [{ requested: 2, available: 1 }] }],
  ['more than lies there', [0, 1, 'W3'], { code: 'insufficient_stock', errors: [{ available: 0 }] }],
  [
    'to a warehouse that it may not ship from',
    [0, 1, 'Q:S1'],
    { code: 'unknown_location', errors: [{ pointer: '/lines/0/to' }] },
  ],
  ['to where it is', [0, 1, 'MAIN', 'MAIN'], { code: 'validation_failed' }],
] as const)('no units are held elsewhere: %s', async (_name, line, refused) => {
  const { run, heldBy, refusal } = await opened({ MAIN: 1, W2: 5 });
  await run(allocateFrom(1, [['A', 1]], { from: ['MAIN', 'W2', 'W3'] }), reassign(1, [line], 2));
  expect(refusal(1)).toMatchObject(refused);
  expect(heldBy(1)).toEqual({ MAIN: 1 });
});

test('units of an order that is not held in warehouses are not reassigned', async () => {
  const { run, refusal } = await opened({ MAIN: 1, W2: 1 }, { strategy: 'anywhere' });
  await run(allocate(1, [['A', 1]]), reassign(1, [[0, 1, 'W2']], 2));
  expect(refusal(1)).toMatchObject({ code: 'invalid_transition' });
});

test('an edit adds units from warehouses that may ship the order, and a packed part stays where it is', async () => {
  const { run, allocation, heldBy } = await opened({ MAIN: 1, W2: 3 });
  await run(allocate(1, [['A', 1]]), confirm(1));
  await run(amend(1, [['A', 3, 0]], { attempt: 3, fulfilment: fulfilmentId(1, 'w') }));
  expect(heldBy(1)).toEqual({ MAIN: 1, W2: 2 });
  expect(allocation(1)?.lines[0]?.portions).toMatchObject([{ firm: true, sources: [{ warehouse: mainWarehouse().id }] }]);
});

test('an order has what was kept for it in warehouses that may ship it', async () => {
  const { run, heldBy, sku } = await opened({ MAIN: 1, W2: 2 });
  await run(reserve(1, { A: 3 }));
  await run({ ...allocateFrom(1, [['A', 3]], { from: ['W2'] }), reservationId: 'rsv_00000000000000000000000001' });
  expect(heldBy(1)).toEqual({ W2: 2 });
  expect(sku('A')).toMatchObject({ reserved: 0, allocated: 2, waiting: 1 });
});

test('a tenant without rules, and orders that say nothing, keep the records that they had', async () => {
  const { run, sku, allocation } = await opened({ MAIN: 1, W2: 1 }, { strategy: 'anywhere' });
  await run(allocate(1, [['A', 2]]), confirm(1));
  const { sourcing, lines } = allocation(1) ?? {};
  expect([sku('A').warehouses, sourcing, lines?.[0]?.sources]).toEqual([undefined, undefined, undefined]);
});

test('an order that ships from one warehouse, and lost what it held there, has its other lines filled elsewhere', async () => {
  const { run, toFill, allocation, store, sku } = await opened({ W2: 1, W3: 1 }, { split: 'never' });
  await run(adjust('B', 1, { location: parseLocation('MAIN') }));
  await run({
    ...allocateFrom(1, [
      ['B', 1],
      ['A', 1],
    ]),
  });
  expect(allocation(1)?.lines.map(({ allocated }) => allocated)).toEqual([1, 0]);

  toFill.clear();
  await run(adjust('B', -1, { location: parseLocation('MAIN') }));
  expect([...toFill]).toContain('A');
  // Another process finds it where this one ends before it has filled it.
  expect(await store.filling(10)).toMatchObject([{ sku: 'A' }]);

  await run(fill('A'));
  expect(allocation(1)?.lines.map(({ sources }) => sources?.map(({ warehouse: id }) => id))).toEqual([undefined, [W2.id]]);
  expect(sku('A').filling).toBe(false);
});

test('an order that may not be split, and is held elsewhere on request, has its other lines filled there', async () => {
  const { run, allocation, store, toFill } = await opened({ W2: 1 }, { split: 'never' });
  await run(adjust('B', 2, { location: parseLocation('MAIN') }));
  await run(
    allocateFrom(1, [
      ['B', 2],
      ['A', 1],
    ]),
  );
  await run(adjust('B', 2, { location: parseLocation('W2') }));
  expect(allocation(1)?.lines.map(({ allocated }) => allocated)).toEqual([2, 0]);

  await run(reassign(1, [[0, 2, 'W2']], 2));
  expect(await store.filling(10)).toMatchObject([{ sku: 'A' }]);

  await run(...[...toFill].map(fill));
  expect(allocation(1)?.lines.map(({ allocated }) => allocated)).toEqual([2, 1]);
});

test('a line that an edit added is filled where the lines before it may have nothing', async () => {
  const { run, allocation, sku, toFill } = await opened({ MAIN: 1 }, { split: 'by_line' });
  await run(allocate(1, [['A', 2]]));
  await run(
    amend(1, [
      ['A', 2, 0],
      ['A', 1, 1],
    ]),
  );
  await run(at('W2', 1));
  await run(...[...toFill].map(fill));

  expect(allocation(1)?.lines.map(({ sources }) => sources?.map(({ warehouse: id }) => id))).toEqual([
    [mainWarehouse().id],
    [W2.id],
  ]);
  expect(sku('A')).toMatchObject({ filling: false, waiting: 1 });
});
