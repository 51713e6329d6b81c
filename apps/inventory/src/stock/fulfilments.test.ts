import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import type { Sku } from '../model/sku.ts';
import { availableOf } from '../model/sku.ts';
import {
  adjust,
  allocate,
  assign,
  confirm,
  count,
  create,
  drop,
  fulfilmentId,
  orderId,
  pack,
  release,
  ship,
  shipFulfilment,
  transfer,
  unassign,
  unconfirm,
} from './domain/commands/command.builder.ts';
import { quarantine, stockInMemory } from './stock.fixture.ts';

/** Cases of the design, by their numbers: what other systems got wrong. */

const A = fulfilmentId(1, 'a');

function opened() {
  const stock = stockInMemory({}, quarantine);
  const allocation = (order: number) => stock.store.allocations.get(orderId(order));
  return {
    ...stock,
    allocation,
    line: (order: number, place = 0) => allocation(order)?.lines[place],
    answer: (order: number) => allocation(order)?.lastAnswer,
  };
}

const totals = (sku: Sku) => ({ onHand: sku.onHand, allocated: sku.allocated, available: availableOf(sku) });

test('F1: dropping the rest of a partly shipped order gives back what was not shipped, and no more', async () => {
  const { run, sku, line, violations } = opened();
  await run(create('A', 100), create('B', 100));
  await run(
    allocate(1, [
      ['A', 10],
      ['B', 10],
    ]),
  );
  await run(pack(1, 'a', 2, { units: { 0: 7, 1: 6 } }), shipFulfilment(1, 'a', 3), drop(1, { 0: 3, 1: 4 }, 4));

  expect([availableOf(sku('A')), availableOf(sku('B'))]).toEqual([93, 94]);
  expect([line(1), line(1, 1)]).toMatchObject([
    { shipped: 7, cancelled: 3, allocated: 0 },
    { shipped: 6, cancelled: 4, allocated: 0 },
  ]);
  expect(violations()).toEqual([]);
});

test('F2, F4: a shipped order cannot be released, and its units stay out', async () => {
  const { run, sku, answer } = opened();
  await run(create('A', 100), allocate(1, [['A', 5]]), pack(1, 'a', 2, { units: { 0: 5 } }), shipFulfilment(1, 'a', 3));
  await run(release(1, 4));

  expect(answer(1)?.refusal).toMatchObject({ code: 'invalid_transition' });
  expect(totals(sku('A'))).toEqual({ onHand: 95, allocated: 0, available: 95 });
});

test('F5: a partly shipped order waits for what it has not got, and never for what was shipped', async () => {
  const { run, sku, line, violations } = opened();
  await run(create('A', 61), allocate(1, [['A', 75]]));
  await run(pack(1, 'a', 2, { units: { 0: 50 } }), shipFulfilment(1, 'a', 3));
  expect(line(1)).toMatchObject({ quantity: 75, shipped: 50, allocated: 11 });
  expect(sku('A').waiting).toBe(14);

  await run(adjust('A', 14));
  expect(line(1)).toMatchObject({ shipped: 50, allocated: 25 });
  expect(totals(sku('A'))).toEqual({ onHand: 25, allocated: 25, available: 0 });

  await run(adjust('A', 5));
  expect(totals(sku('A'))).toEqual({ onHand: 30, allocated: 25, available: 5 });
  expect(violations()).toEqual([]);
});

test('F6: a part that ships takes its units alone, and the order stays open', async () => {
  const { run, sku, allocation } = opened();
  await run(create('A', 10), allocate(1, [['A', 5]]), assign(1, 'a', { 0: 2 }), pack(1, 'a', 3), shipFulfilment(1, 'a', 4));

  expect(totals(sku('A'))).toEqual({ onHand: 8, allocated: 3, available: 5 });
  expect(allocation(1)?.state).toBe('open');
});

test.each([['a'], [undefined]])('F7: what is unpacked stays held, and can be packed again (fulfilment %s)', async (letter) => {
  const { run, sku, allocation } = opened();
  await run(create('A', 10), allocate(1, [['A', 3]]));
  await run(letter ? pack(1, letter, 2, { units: { 0: 3 } }) : confirm(1, 2));
  expect(sku('A').firm).toBe(3);
  await run(unconfirm(1, letter, 3));

  expect(totals(sku('A'))).toEqual({ onHand: 10, allocated: 3, available: 7 });
  expect([sku('A').firm, allocation(1)?.state]).toEqual([0, 'open']);
  await run(letter ? pack(1, letter, 4) : confirm(1, 4));
  expect([sku('A').firm, allocation(1)?.lastAnswer.refusal]).toEqual([3, null]);
});

test('F8: a released order with fulfilments gives back each unit once', async () => {
  const { run, sku, violations, allocation } = opened();
  await run(create('A', 10), allocate(1, [['A', 3]]), assign(1, 'a', { 0: 1 }), pack(1, 'b', 3, { units: { 0: 1 } }));
  await run(release(1, 4));

  expect(totals(sku('A'))).toEqual({ onHand: 10, allocated: 0, available: 10 });
  expect(allocation(1)).toMatchObject({ state: 'released', lines: [{ allocated: 0 }] });
  expect(violations()).toEqual([]);
});

test('F10: orders that hold all there is are fulfilled from what they hold', async () => {
  const { run, sku, allocation } = opened();
  await run(create('A', 4));
  const orders = [1, 2, 3, 4];
  await run(...orders.map((order) => allocate(order, [['A', 1]])));
  await run(...orders.flatMap((order) => [assign(order, 'a', { 0: 1 }), pack(order, 'a', 3), shipFulfilment(order, 'a', 4)]));

  expect(totals(sku('A'))).toEqual({ onHand: 0, allocated: 0, available: 0 });
  expect(orders.map((order) => allocation(order)?.state)).toEqual(['shipped', 'shipped', 'shipped', 'shipped']);
});

test('F11: a shipped order holds nothing', async () => {
  const { run, sku, line } = opened();
  await run(create('A', 1), allocate(1, [['A', 1]]), pack(1, 'a', 2, { units: { 0: 1 } }), shipFulfilment(1, 'a', 3));

  expect(totals(sku('A'))).toEqual({ onHand: 0, allocated: 0, available: 0 });
  expect(line(1)).toEqual({ id: 'lin_1_0', sku: 'A', name: 'Name of A', quantity: 1, allocated: 0, shipped: 1 });
});

test('F13: as many units go into a fulfilment as were named, and the others stay as they are', async () => {
  const { run, sku, line } = opened();
  await run(create('A', 2), allocate(1, [['A', 5]]), assign(1, 'a', { 0: 1 }));

  expect(line(1)).toMatchObject({ allocated: 2, portions: [{ fulfilment: A, units: 1, firm: false }] });
  expect(sku('A')).toMatchObject({ allocated: 2, waiting: 3, firm: 0 });
});

test('F15, F16: the rest of a partly shipped order is its own until it is dropped', async () => {
  const { run, sku, line } = opened();
  await run(create('A', 10), allocate(1, [['A', 10]]), pack(1, 'a', 2, { units: { 0: 7 } }), shipFulfilment(1, 'a', 3));
  expect([line(1)?.shipped, sku('A').allocated]).toEqual([7, 3]);

  await run(drop(1, { 0: 3 }, 4));
  expect(totals(sku('A'))).toEqual({ onHand: 3, allocated: 0, available: 3 });
});

test('F17: an order of 5 of which 2 ship and the rest is dropped is shipped, and 3 units come free', async () => {
  const { run, sku, allocation, said } = opened();
  await run(create('A', 20), allocate(1, [['A', 5]]), pack(1, 'a', 2, { units: { 0: 2 } }), shipFulfilment(1, 'a', 3));
  expect(availableOf(sku('A'))).toBe(15);
  await run(drop(1, { 0: 3 }, 4));

  expect(totals(sku('A'))).toEqual({ onHand: 18, allocated: 0, available: 18 });
  expect(allocation(1)).toMatchObject({ state: 'shipped', lines: [{ quantity: 5, shipped: 2, cancelled: 3 }] });
  expect(said('allocation').at(-1)).toMatchObject({ state: 'shipped', lines: [{ shipped: 2, cancelled: 3 }] });
});

test('a fulfilment takes nothing that the order does not hold, and names what is missing', async () => {
  const { run, line, answer } = opened();
  await run(create('A', 4), allocate(1, [['A', 5]]), assign(1, 'a', { 0: 3 }), assign(1, 'b', { 0: 2 }, 3));

  expect(answer(1)?.refusal).toMatchObject({
    code: 'insufficient_stock',
    errors: [{ pointer: '/lines/0/quantity', line_id: 'lin_1_0', sku: 'A', requested: 2, available: 1, allocated: 4 }],
  });
  expect(line(1)?.portions).toEqual([{ fulfilment: A, units: 3, firm: false }]);
});

test('units that are taken back are those of no fulfilment first, then loose ones, and never packed ones', async () => {
  const { run, line, sku, violations } = opened();
  await run(create('A', 9), allocate(1, [['A', 9]]), assign(1, 'a', { 0: 3 }), pack(1, 'b', 3, { units: { 0: 3 } }));
  await run(transfer(mainWarehouse().id, 'Q/S1', { A: 4 }));
  expect(line(1)).toMatchObject({
    allocated: 5,
    portions: [
      { units: 2, lost: 1 },
      { units: 3, firm: true },
    ],
  });

  await run(transfer(mainWarehouse().id, 'Q/S1', { A: 5 }));
  expect(line(1)?.allocated).toBe(5);
  await run(transfer(mainWarehouse().id, 'Q/S1', { A: 2 }));
  expect(line(1)).toMatchObject({
    allocated: 3,
    portions: [
      { units: 0, lost: 3 },
      { units: 3, firm: true },
    ],
  });
  expect(sku('A')).toMatchObject({ allocated: 3, firm: 3, waiting: 6 });
  expect(violations()).toEqual([]);
});

test('packing puts back what a fulfilment has lost, or is refused whole', async () => {
  const { run, line, answer, sku, violations } = opened();
  await run(create('A', 4), allocate(1, [['A', 4]]), assign(1, 'a', { 0: 3 }));
  await run(count('A', 2));
  await run(pack(1, 'a', 3));
  expect(answer(1)?.refusal).toMatchObject({ code: 'insufficient_stock', errors: [{ requested: 3, available: 2 }] });
  expect(sku('A').firm).toBe(0);

  await run(count('A', 3), pack(1, 'a', 4));
  expect(line(1)).toMatchObject({ allocated: 3, portions: [{ fulfilment: A, units: 3, firm: true }] });
  expect(violations()).toEqual([]);
});

test('units that are not packed stay with the order, or are dropped and go to who waits', async () => {
  const { run, line, held, sku, violations } = opened();
  await run(create('A', 10), allocate(1, [['A', 5]]), allocate(2, [['A', 5]]), allocate(3, [['A', 5]]));
  await run(assign(1, 'a', { 0: 5 }), pack(1, 'a', 3, { units: { 0: 4 }, short: 'backorder' }));
  expect(line(1)).toMatchObject({ allocated: 5, portions: [{ units: 4, firm: true }] });
  expect(line(1)?.cancelled).toBeUndefined();

  await run(assign(2, 'a', { 0: 5 }), pack(2, 'a', 3, { units: { 0: 3 }, short: 'cancel' }));
  expect(line(2)).toMatchObject({ allocated: 3, cancelled: 2, portions: [{ units: 3, firm: true }] });
  expect(held(orderId(3))).toEqual([2]);
  expect(sku('A')).toMatchObject({ allocated: 10, firm: 7, waiting: 3 });
  expect(violations()).toEqual([]);
});

test.each([
  ['is waited for', [], { ofOther: 0, waiting: 5 }],
  ['is held again, in no fulfilment', [adjust('A', 6)], { ofOther: 5, waiting: 0 }],
])('what a fulfilment had lost is dropped with the rest of it, where it %s', async (_name, between, after) => {
  const { run, line, held, sku, violations } = opened();
  await run(create('A', 10), allocate(1, [['A', 7]]), assign(1, 'a', { 0: 6 }), allocate(2, [['A', 5]]));
  await run(count('A', 4), ...between);
  expect(line(1)?.portions).toMatchObject([{ units: 4, lost: 2 }]);

  await run(pack(1, 'a', 3, { units: { 0: 3 }, short: 'cancel' }));

  expect(line(1)).toMatchObject({ cancelled: 3, allocated: 4, portions: [{ units: 3, firm: true }] });
  expect(line(1)?.portions?.[0]?.lost).toBeUndefined();
  expect({ ofOther: held(orderId(2))[0], waiting: sku('A').waiting }).toEqual(after);
  expect(violations()).toEqual([]);
});

test('what is unassigned is held by the order, packed or not', async () => {
  const { run, line, sku } = opened();
  await run(create('A', 5), allocate(1, [['A', 5]]), assign(1, 'a', { 0: 2 }), pack(1, 'b', 3, { units: { 0: 2 } }));
  await run(unassign(1, 'a', 4), unassign(1, 'b', 5));

  expect(line(1)).toEqual({ id: 'lin_1_0', sku: 'A', name: 'Name of A', quantity: 5, allocated: 5, shipped: 0 });
  expect(sku('A')).toMatchObject({ allocated: 5, firm: 0, waiting: 0 });
});

test('an order that was packed whole becomes a loose fulfilment of everything when that is unpacked', async () => {
  const { run, line, allocation, sku } = opened();
  await run(create('A', 5), allocate(1, [['A', 5]]), confirm(1), unconfirm(1, 'a', 3));

  expect(allocation(1)?.state).toBe('open');
  expect(line(1)?.portions).toEqual([{ fulfilment: A, units: 5, firm: false }]);
  expect(sku('A')).toMatchObject({ allocated: 5, firm: 0 });
});

test('lines are dropped from what waits first, and only as far as they are open', async () => {
  const { run, line, answer, sku } = opened();
  await run(create('A', 3), allocate(1, [['A', 6]]), assign(1, 'a', { 0: 2 }), drop(1, { 0: 5 }, 3));
  expect(answer(1)?.refusal).toMatchObject({
    code: 'quantity_exceeded',
    errors: [{ line_id: 'lin_1_0', requested: 5, allowed: 4, limit: 'open' }],
  });

  await run(drop(1, { 0: 2 }, 4));
  expect(line(1)).toMatchObject({ allocated: 3, cancelled: 2 });
  await run(drop(1, { 0: 2 }, 5));
  expect(line(1)).toMatchObject({ allocated: 2, cancelled: 4, portions: [{ units: 2 }] });
  expect(sku('A')).toMatchObject({ allocated: 2, waiting: 0 });
});

test('an order of which everything is dropped before it ships is released', async () => {
  const { run, allocation } = opened();
  await run(create('A', 1), allocate(1, [['A', 2]]), drop(1, { 0: 2 }, 2));

  expect(allocation(1)?.state).toBe('released');
});

test.each([
  ['ship what is not packed', [assign(1, 'a', { 0: 1 }), shipFulfilment(1, 'a', 3)]],
  ['pack what is packed', [pack(1, 'a', 2, { units: { 0: 1 } }), pack(1, 'a', 3)]],
  ['pack a fulfilment that has no lines', [pack(1, 'a', 2)]],
  ['unpack what is not packed', [assign(1, 'a', { 0: 1 }), unconfirm(1, 'a', 3)]],
  ['unassign what is not assigned', [unassign(1, 'a', 2)]],
  ['assign twice', [assign(1, 'a', { 0: 1 }), assign(1, 'a', { 0: 1 }, 3)]],
  ['confirm the whole of an order with fulfilments', [assign(1, 'a', { 0: 1 }), confirm(1, 3)]],
  ['assign from a packed order', [confirm(1), assign(1, 'a', { 0: 1 }, 3)]],
  ['drop lines of a packed order', [confirm(1), drop(1, { 0: 1 }, 3)]],
  ['ship a fulfilment of an order that was packed whole', [confirm(1), shipFulfilment(1, 'a', 3)]],
  ['release what is partly shipped', [pack(1, 'a', 2, { units: { 0: 1 } }), shipFulfilment(1, 'a', 3), release(1, 4)]],
])('%s is refused without effect', async (_name, steps) => {
  const { run, sku, line, answer } = opened();
  await run(create('A', 10), allocate(1, [['A', 4]]), ...steps.slice(0, -1));
  const before = { sku: totals(sku('A')), firm: sku('A').firm, line: line(1) };
  await run(...steps.slice(-1));

  expect(answer(1)?.refusal).toMatchObject({ code: 'invalid_transition' });
  expect({ sku: totals(sku('A')), firm: sku('A').firm, line: line(1) }).toEqual(before);
});

test.each([
  ['assign', assign(1, 'a', { 7: 1 })],
  ['pack', pack(1, 'a', 2, { units: { 7: 1 } })],
  ['drop', drop(1, { 7: 1 }, 2)],
])('a line of another order is refused: %s', async (_name, command) => {
  const { run, answer, line } = opened();
  await run(create('A', 10), allocate(1, [['A', 4]]), command);

  expect(answer(1)?.refusal).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/lines/0/line_id' }] });
  expect(line(1)).toMatchObject({ allocated: 4 });
});

test('a command of a fulfilment that comes again has no second effect', async () => {
  const { run, sku, said } = opened();
  const steps = [assign(1, 'a', { 0: 2 }), pack(1, 'a', 3), shipFulfilment(1, 'a', 4), drop(1, { 0: 1 }, 5)];
  await run(create('A', 10), allocate(1, [['A', 4]]));
  for (const step of steps) await run(step, step);
  await run(...steps);

  expect(totals(sku('A'))).toEqual({ onHand: 8, allocated: 1, available: 7 });
  expect(said('allocation').at(-1)).toMatchObject({ version: 5, state: 'open', lines: [{ shipped: 2, cancelled: 1 }] });
});

test('shipping a whole order with fulfilments ships those that are packed', async () => {
  const { run, store, line, allocation } = opened();
  await run(create('A', 10), allocate(1, [['A', 6]]));
  await run(pack(1, 'a', 2, { units: { 0: 1 } }), pack(1, 'b', 3, { units: { 0: 2 } }), assign(1, 'c', { 0: 3 }, 4), ship(1, 5));

  expect(line(1)).toMatchObject({ allocated: 3, shipped: 3, portions: [{ fulfilment: fulfilmentId(1, 'c'), units: 3 }] });
  expect(allocation(1)?.state).toBe('open');
  expect(store.movements.slice(-2).map(({ delta, reference }) => [delta, reference])).toEqual([
    [-1, { type: 'fulfilment', id: A, order_id: orderId(1) }],
    [-2, { type: 'fulfilment', id: fulfilmentId(1, 'b'), order_id: orderId(1) }],
  ]);
});
