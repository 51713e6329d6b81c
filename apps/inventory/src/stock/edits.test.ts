import { expect, test } from 'vitest';
import type { Sku } from '../model/sku.ts';
import { availableOf } from '../model/sku.ts';
import {
  adjust,
  allocate,
  amend,
  assign,
  confirm,
  count,
  create,
  drop,
  fulfilmentId,
  minute,
  orderId,
  pack,
  release,
  rerank,
  shipFulfilment,
  suspend,
  unconfirm,
} from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

/** Cases of the design, by their numbers: what other systems got wrong. */

function opened(limits = {}) {
  const stock = stockInMemory(limits);
  const allocation = (order: number) => stock.store.allocations.get(orderId(order));
  return {
    ...stock,
    allocation,
    line: (order: number, place = 0) => allocation(order)?.lines[place],
    refusal: (order: number) => allocation(order)?.lastAnswer.refusal,
    heldBy: (...orders: readonly number[]) => orders.map((order) => stock.held(orderId(order))[0]),
  };
}

const rankedOne = (order: number, rank: object) => ({ ...allocate(order, [['A', 1]]), rank });

const totals = (sku: Sku) => ({ onHand: sku.onHand, allocated: sku.allocated, available: availableOf(sku) });

test('E1: an edit that leaves what was shipped of a line holds nothing for it again', async () => {
  const { run, sku, line, violations } = opened();
  await run(create('A', 10), create('B', 5));
  await run(
    allocate(1, [
      ['A', 3],
      ['B', 1],
    ]),
  );
  await run(pack(1, 'a', 2, { units: { 0: 3 } }), shipFulfilment(1, 'a', 3));
  const lines = [
    ['A', 3, 0],
    ['B', 2, 1],
  ] as const;
  await run(amend(1, lines, { attempt: 4 }));

  expect(line(1)).toMatchObject({ quantity: 3, shipped: 3, allocated: 0 });
  expect(totals(sku('A'))).toEqual({ onHand: 7, allocated: 0, available: 7 });
  expect(violations()).toEqual([]);
});

test('E2, E4: units that a line loses are available at once', async () => {
  const { run, sku, line, violations } = opened();
  await run(create('A', 10), create('B', 24), allocate(1, [['A', 5]]), allocate(2, [['B', 24]]));
  await run(amend(1, [['A', 3, 0]]), amend(2, [['B', 12, 0]]));

  expect(totals(sku('A'))).toEqual({ onHand: 10, allocated: 3, available: 7 });
  expect(totals(sku('B'))).toEqual({ onHand: 24, allocated: 12, available: 12 });
  expect(line(1)).toMatchObject({ quantity: 3, allocated: 3 });
  expect(violations()).toEqual([]);
});

test('E3: units that a line gains are held', async () => {
  const { run, sku, line } = opened();
  await run(create('A', 10), allocate(1, [['A', 2]]), amend(1, [['A', 5, 0]]));

  expect(line(1)).toMatchObject({ quantity: 5, allocated: 5 });
  expect(totals(sku('A'))).toEqual({ onHand: 10, allocated: 5, available: 5 });
});

test('a line is added and another one removed, whose units fill who waits for them', async () => {
  const { run, line, allocation, heldBy, violations } = opened();
  await run(create('A', 4), create('B', 1), allocate(1, [['A', 4]]), allocate(2, [['A', 3]]));
  await run(amend(1, [['B', 2, 7]]));

  expect(allocation(1)?.lines).toMatchObject([{ id: 'lin_1_7', name: 'Name of B', quantity: 2, allocated: 1 }]);
  expect(heldBy(2)).toEqual([3]);
  expect(line(2)).toMatchObject({ allocated: 3 });
  expect(violations()).toEqual([]);
});

test('units that an edit adds wait since then; those that waited before keep their place', async () => {
  const { run, heldBy, line, violations } = opened();
  await run(create('A', 1), allocate(1, [['A', 3]]), allocate(2, [['A', 4]]));
  await run(amend(1, [['A', 6, 0]], { at: 50 }), allocate(60, [['A', 2]]));

  await run(adjust('A', 3));
  expect(heldBy(1, 2, 60)).toEqual([3, 1, 0]);
  await run(adjust('A', 4));
  expect(heldBy(1, 2, 60)).toEqual([4, 4, 0]);
  await run(adjust('A', 3));
  expect(heldBy(1, 2, 60)).toEqual([6, 4, 1]);
  expect(line(1)?.later).toEqual([{ since: minute(50), units: 3 }]);
  expect(violations()).toEqual([]);
});

test.each([
  ['an edit of another line', 2, 1],
  ['an edit that adds a line', 1, 2],
] as const)('%s leaves the lines that it does not change in their queues', async (_name, ofA, ofC) => {
  const { run, sku, line } = opened();
  await run(create('A', 0), create('B', 2), create('C', 0));
  await run(
    allocate(1, [
      ['A', 1],
      ['B', 2],
    ]),
    allocate(2, [['B', 2]]),
  );

  await run(
    amend(
      1,
      ofA === 2
        ? [
            ['A', 2, 0],
            ['B', 2, 1],
          ]
        : [
            ['A', 1, 0],
            ['B', 2, 1],
            ['C', ofC, 2],
          ],
    ),
  );
  await run(count('B', 1));
  const afterLoss = line(1, 1)?.allocated;
  await run(adjust('B', 1));

  expect([afterLoss, line(1, 1)?.allocated]).toEqual([1, 2]);
  expect(sku('B')).toMatchObject({ filling: false, waiting: 2 });
});

test('units that an edit added are taken back before those of orders that came before it', async () => {
  const { run, heldBy, violations } = opened();
  await run(create('A', 12), allocate(1, [['A', 3]]), allocate(2, [['A', 4]]));
  await run(amend(1, [['A', 6, 0]], { at: 50 }), allocate(60, [['A', 2]]));
  expect(heldBy(1, 2, 60)).toEqual([6, 4, 2]);

  await run(count('A', 9));
  expect(heldBy(1, 2, 60)).toEqual([5, 4, 0]);
  await run(count('A', 6));
  expect(heldBy(1, 2, 60)).toEqual([3, 3, 0]);
  await run(adjust('A', 2));
  expect(heldBy(1, 2, 60)).toEqual([4, 4, 0]);
  expect(violations()).toEqual([]);
});

test('orders are filled by priority, by the time to ship, by their time; the lowest rank loses units first', async () => {
  const { run, heldBy, violations } = opened();
  await run(create('A', 0));
  await run(
    rankedOne(1, { priority: 0 }),
    allocate(2, [['A', 1]]),
    allocate(3, [['A', 1]]),
    rankedOne(4, { shipBy: minute(500) }),
    rankedOne(5, { shipBy: minute(400) }),
    rankedOne(6, { priority: 9 }),
  );
  const order: number[][] = [];
  for (let units = 1; units <= 6; units += 1) {
    await run(adjust('A', 1));
    order.push([1, 2, 3, 4, 5, 6].filter((each) => heldBy(each)[0] === 1));
  }
  expect(order).toEqual([[6], [5, 6], [4, 5, 6], [2, 4, 5, 6], [2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]]);
  for (let units = 5; units >= 0; units -= 1) {
    await run(count('A', units));
    expect([1, 2, 3, 4, 5, 6].filter((each) => heldBy(each)[0] === 1)).toEqual(order[units - 1] ?? []);
  }
  expect(violations()).toEqual([]);
});

test('an order that is given a rank is filled by it, and takes nothing from others', async () => {
  const { run, heldBy, violations } = opened();
  await run(create('A', 1), allocate(1, [['A', 1]]), allocate(2, [['A', 1]]), allocate(3, [['A', 1]]));
  await run(rerank(3, { priority: 9 }));
  expect(heldBy(1, 2, 3)).toEqual([1, 0, 0]);

  await run(adjust('A', 1));
  expect(heldBy(1, 2, 3)).toEqual([1, 0, 1]);
  await run(rerank(3, {}, 3), count('A', 1));
  expect(heldBy(1, 2, 3)).toEqual([1, 0, 0]);
  expect(violations()).toEqual([]);
});

test('an edit that may not wait is refused whole, and changes nothing', async () => {
  const { run, sku, line, refusal } = opened();
  await run(create('A', 3), create('B', 9), allocate(1, [['A', 2]]));
  const before = totals(sku('A'));
  const lines = [
    ['A', 4, 0],
    ['B', 1, 1],
  ] as const;
  await run(amend(1, lines, { allowBackorder: false }));

  expect(refusal(1)).toMatchObject({ code: 'insufficient_stock', errors: [{ requested: 2, available: 1 }] });
  expect(line(1)).toMatchObject({ quantity: 2, allocated: 2 });
  expect([totals(sku('A')), totals(sku('B')).allocated]).toEqual([before, 0]);
});

test('a SKU that is not there, and less than was shipped, dropped or packed, are refused', async () => {
  const { run, line, refusal, violations } = opened();
  await run(create('A', 9), allocate(1, [['A', 9]]));
  await run(pack(1, 'a', 2, { units: { 0: 2 } }), shipFulfilment(1, 'a', 3), pack(1, 'b', 4, { units: { 0: 3 } }));
  await run(drop(1, { 0: 1 }, 5));
  await run(amend(1, [['A', 5, 0]], { attempt: 6 }));
  expect(refusal(1)).toMatchObject({ code: 'quantity_exceeded', errors: [{ minimum: 6, requested: 5, limit: 'packed' }] });

  const lines = [
    ['A', 9, 0],
    ['NONE', 1, 1],
  ] as const;
  await run(amend(1, lines, { attempt: 7 }));
  expect(refusal(1)).toMatchObject({ code: 'unknown_sku', errors: [{ pointer: '/lines/1/sku' }] });

  await run(amend(1, [['A', 6, 0]], { attempt: 8 }));
  expect(refusal(1)).toBeNull();
  expect(line(1)).toMatchObject({ quantity: 6, shipped: 2, cancelled: 1, allocated: 3 });
  expect(violations()).toEqual([]);
});

test('a packed order gets more units: what is packed stays so, as a fulfilment', async () => {
  const { run, sku, line, allocation, violations } = opened();
  await run(create('A', 4), allocate(1, [['A', 3]]), confirm(1));
  await run(amend(1, [['A', 5, 0]], { attempt: 3, fulfilment: fulfilmentId(1, 'a') }));

  expect(allocation(1)?.state).toBe('open');
  expect(line(1)).toMatchObject({
    quantity: 5,
    allocated: 4,
    portions: [{ fulfilment: fulfilmentId(1, 'a'), units: 3, firm: true }],
  });
  expect(sku('A')).toMatchObject({ firm: 3, allocated: 4, waiting: 1 });
  await run(shipFulfilment(1, 'a', 4), release(1, 5));
  expect(line(1)).toMatchObject({ shipped: 3, allocated: 1 });
  expect(violations()).toEqual([]);
});

test('open fulfilments plan no more than the order has: the last of them loses units first', async () => {
  const { run, line, violations } = opened();
  await run(create('A', 6), allocate(1, [['A', 6]]), assign(1, 'a', { 0: 3 }, 2), assign(1, 'b', { 0: 2 }, 3));
  await run(amend(1, [['A', 4, 0]], { attempt: 4 }));

  expect(line(1)).toMatchObject({
    allocated: 4,
    portions: [
      { fulfilment: fulfilmentId(1, 'a'), units: 3 },
      { fulfilment: fulfilmentId(1, 'b'), units: 1 },
    ],
  });
  expect(violations()).toEqual([]);
});

test('a fulfilment that was packed and unpacked keeps its place: one that was made later loses units first', async () => {
  const { run, line } = opened();
  await run(create('A', 6), allocate(1, [['A', 6]]), assign(1, 'a', { 0: 3 }, 2), assign(1, 'b', { 0: 3 }, 3));
  await run(pack(1, 'a', 4), unconfirm(1, 'a', 5), amend(1, [['A', 4, 0]], { attempt: 6 }));

  expect(line(1)).toMatchObject({
    portions: [
      { fulfilment: fulfilmentId(1, 'a'), units: 3, firm: false },
      { fulfilment: fulfilmentId(1, 'b'), units: 1 },
    ],
  });
});

test('an order that gives back its units wants none until it does again, and keeps its rank', async () => {
  const { run, sku, line, heldBy, violations } = opened();
  await run(create('A', 5), allocate(1, [['A', 4]]), pack(1, 'a', 2, { units: { 0: 1 } }), allocate(2, [['A', 9]]));
  await run(suspend(1, true, 3));
  expect(line(1)).toMatchObject({ allocated: 1, suspended: 3 });
  expect(heldBy(1, 2)).toEqual([1, 4]);
  expect(sku('A')).toMatchObject({ allocated: 5, waiting: 5, firm: 1 });

  await run(adjust('A', 1));
  expect(heldBy(1, 2)).toEqual([1, 5]);
  await run(suspend(1, false, 4), adjust('A', 3));
  expect(heldBy(1, 2)).toEqual([4, 5]);
  expect(line(1)?.suspended).toBeUndefined();
  expect(violations()).toEqual([]);
});

test.each([true, false])(
  'units that an edit adds to an order on hold of which all is packed are not wanted before its end',
  async (isWhole) => {
    const { run, sku, line, heldBy, violations } = opened();
    await run(
      create('A', 9),
      create('B', 9),
      allocate(1, [['A', 4]]),
      isWhole ? confirm(1) : pack(1, 'a', 2, { units: { 0: 4 } }),
    );
    const added = amend(
      1,
      [
        ['A', 6, 0],
        ['B', 2, 1],
      ],
      { attempt: 4, suspended: true, fulfilment: fulfilmentId(1, 'w') },
    );
    await run(suspend(1, true, 3), added);
    expect(line(1)).toMatchObject({ quantity: 6, allocated: 4, suspended: 2 });
    expect([sku('A'), sku('B')]).toMatchObject([
      { allocated: 4, firm: 4, waiting: 0 },
      { allocated: 0, waiting: 0 },
    ]);

    await run(suspend(1, false, 5));
    expect(heldBy(1)).toEqual([6]);
    expect(sku('B')).toMatchObject({ allocated: 2 });
    expect(violations()).toEqual([]);
  },
);

test('an order of which all was dropped has no portion that was taken back', async () => {
  const { run, allocation, violations } = opened();
  await run(create('A', 1), allocate(1, [['A', 1]]), assign(1, 'a', { 0: 1 }));
  await run(count('A', 0));
  await run(drop(1, { 0: 1 }, 3));

  expect(allocation(1)).toMatchObject({ state: 'released', lines: [{ cancelled: 1 }] });
  expect(allocation(1)?.lines[0]?.portions).toBeUndefined();
  expect(violations()).toEqual([]);
});

test('an edit that comes again has no second effect', async () => {
  const { run, sku, violations } = opened();
  await run(create('A', 9), allocate(1, [['A', 2]]), amend(1, [['A', 5, 0]]), amend(1, [['A', 5, 0]]));

  expect(totals(sku('A'))).toEqual({ onHand: 9, allocated: 5, available: 4 });
  expect(violations()).toEqual([]);
});

test('backorders behind many edited orders are filled to their end, a line in each transaction', async () => {
  const { run, sku, heldBy, violations } = opened({ fillLines: 2 });
  await run(create('A', 8), create('B', 0), ...[1, 2, 3, 4].map((order) => allocate(order, [['A', 2]])));
  // Each waits for B since its creation, and for more of A since the edit.
  for (const order of [1, 2, 3, 4])
    await run(
      amend(
        order,
        [
          ['A', 3, 0],
          ['B', 1, 1],
        ],
        { at: 100 },
      ),
    );
  await run(allocate(50, [['A', 1]]), adjust('A', 5));
  for (let left = 0; left < 10 && sku('A').filling; left += 1)
    await run({ type: 'fill', origin: { actor: 'a', requestId: 'r', at: minute(0) }, sku: 'A' });

  expect(heldBy(1, 2, 3, 4, 50)).toEqual([3, 3, 3, 3, 1]);
  expect(sku('A')).toMatchObject({ filling: false, waiting: 0 });
  expect(violations()).toEqual([]);
});
