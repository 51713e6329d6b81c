import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation, purposeOf } from '../model/location.ts';
import { availableOf, MAX_UNITS } from '../model/sku.ts';
import {
  allocate,
  allocateFrom,
  confirm,
  create,
  disposeReturn,
  expectReturn,
  openReturn,
  orderId,
  receiveReturn,
  returnId,
  scanId,
  scanned,
  ship,
  unexpectReturn,
} from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { reservationId, reserve } from './reservation-steps.fixture.ts';
import { stockInMemory, warehouse } from './stock.fixture.ts';

const shelf = mainWarehouse({
  id: 'loc_shelf',
  type: 'aisle',
  code: 'SH',
  path: 'MAIN:SH',
  parentId: mainWarehouse().id,
  lineage: [mainWarehouse().id, 'loc_shelf'],
});

/** A place that sells beside home, and warehouses whose units no order may have. */
const places = [
  shelf,
  ...(['returns', 'quarantine'] as const).map((usage) => {
    const id = `loc_${usage}`;
    return mainWarehouse({ id, code: usage, path: usage, lineage: [id], ...purposeOf(usage) });
  }),
];

/** An order of so many mugs that were shipped, of ten. */
async function shipped(units: number) {
  const stock = stockInMemory({}, places);
  await stock.run(create('A', 10), allocate(1, [['A', units]]), confirm(1, 2), ship(1, 3));
  const allocation = () => stock.store.allocations.get(orderId(1));
  const answer = () => allocation()?.lastAnswer.refusal;
  const totals = () => {
    const { onHand, unavailable, ...sku } = stock.sku('A');
    return { onHand, unavailable, available: availableOf({ onHand, unavailable, ...sku }) };
  };
  return { ...stock, allocation, answer, totals };
}

test('no more is expected back than was shipped, over all returns', async () => {
  const { run, answer } = await shipped(5);
  await run(expectReturn('a', 3, 4), expectReturn('b', 3, 5));

  expect(answer()).toMatchObject({ code: 'quantity_exceeded', errors: [{ allowed: 2, limit: 'shipped', requested: 3 }] });
});

test('a receipt raises what is on hand and unavailable, and only a restocked unit can be promised', async () => {
  const { run, totals, allocation } = await shipped(5);
  await run(expectReturn('a', 3, 4), receiveReturn('a', [[2, 'inspect']], 5));
  expect(totals()).toEqual({ onHand: 7, unavailable: 2, available: 5 });

  await run(disposeReturn('a', [[1, 'inspect', 'restock']], 6), disposeReturn('a', [[1, 'inspect', 'scrap']], 7));
  expect(totals()).toEqual({ onHand: 6, unavailable: 0, available: 6 });
  expect(allocation()?.lines).toMatchObject([{ shipped: 5, returned: 2 }]);
});

test('a receipt after the end of a return, and one that is repeated, bring nothing', async () => {
  const { run, totals, answer } = await shipped(5);
  await run(expectReturn('a', 3, 4), receiveReturn('a', [[1, 'inspect']], 5), receiveReturn('a', [[1, 'inspect']], 5));
  expect(totals().onHand).toBe(6);

  await run(unexpectReturn('a', 6), receiveReturn('a', [[1, 'inspect']], 7));
  expect(answer()).toMatchObject({ code: 'quantity_exceeded', errors: [{ allowed: 0, limit: 'expected' }] });
  expect(totals().onHand).toBe(6);
});

test('units that were scrapped on receipt came back and left', async () => {
  const { run, store, totals } = await shipped(2);
  await run(expectReturn('a', 1, 4), receiveReturn('a', [[1, 'scrap']], 5));

  expect(totals()).toEqual({ onHand: 8, unavailable: 0, available: 8 });
  const reference = { type: 'return', id: returnId('a'), order_id: orderId(1) };
  expect(store.movements.slice(-2)).toMatchObject([
    { reason: 'return', delta: 1, reference },
    { reason: 'scrap', delta: -1, reference },
  ]);
});

test('a restocked unit fills a backorder', async () => {
  const { run, store } = await shipped(10);
  await run(allocate(2, [['A', 1]]), expectReturn('a', 2, 4), receiveReturn('a', [[1, 'inspect']], 5));
  expect(store.allocations.get(orderId(2))?.lines).toMatchObject([{ allocated: 0 }]);

  await run(disposeReturn('a', [[1, 'inspect', 'restock']], 6));
  expect(store.allocations.get(orderId(2))?.lines).toMatchObject([{ allocated: 1 }]);
});

test('restocked units that a reservation keeps can be scrapped: it keeps fewer, as where a count finds fewer', async () => {
  const { run, store, answer, sku, totals } = await shipped(10);
  await run(expectReturn('a', 3, 4), receiveReturn('a', [[3, 'restock']], 5), reserve(1, { A: 3 }));
  expect(sku('A')).toMatchObject({ onHand: 3, reserved: 3 });

  await run(disposeReturn('a', [[2, 'restock', 'scrap']], 6));

  expect(answer()).toBeNull();
  expect(totals()).toEqual({ onHand: 1, unavailable: 0, available: 0 });
  expect(store.reservations.get(reservationId(1))?.lines).toMatchObject([{ quantity: 3, units: 1 }]);
});

test.each([
  ['an order holds', () => allocate(2, [['A', 4]])],
  ['a reservation keeps', () => reserve(1, { A: 4 })],
])('units of two places that %s can leave the sale together', async (_who, holder) => {
  const { run, answer, totals, store, violations } = await shipped(10);
  const received = receiveReturn(
    'a',
    [
      [2, 'restock'],
      [2, 'restock', 'MAIN:SH'],
    ],
    5,
  );
  await run(expectReturn('a', 4, 4), received, holder());
  expect(totals()).toEqual({ onHand: 4, unavailable: 0, available: 0 });

  await run(disposeReturn('a', [[4, 'restock', 'quarantine']], 6));

  expect(answer()).toBeNull();
  expect(totals()).toEqual({ onHand: 4, unavailable: 4, available: 0 });
  expect(store.allocations.get(orderId(2))?.lines ?? [{ allocated: 0 }]).toMatchObject([{ allocated: 0 }]);
  expect(violations()).toEqual([]);
});

test('units of two lines leave the sale one after the other', async () => {
  const { run, answer, totals, violations } = await shipped(10);
  await run(expectReturn('a', 4, 4), receiveReturn('a', [[4, 'restock']], 5), allocate(2, [['A', 3]]));

  const lines = [
    [2, 'restock', 'quarantine'],
    [1, 'restock', 'scrap'],
  ] as const;
  await run(disposeReturn('a', lines, 6));

  expect(answer()).toBeNull();
  expect(totals()).toEqual({ onHand: 3, unavailable: 2, available: 0 });
  expect(violations()).toEqual([]);
});

test('a disposition that is refused takes nothing from other orders', async () => {
  const [north, south] = [warehouse(2), warehouse(3)];
  const stock = stockInMemory({}, [north, south, ...places]);
  const { run, store } = stock;
  await run(create('A', 6), allocate(1, [['A', 6]]), confirm(1, 2), ship(1, 3), expectReturn('a', 6, 4));
  const received = receiveReturn(
    'a',
    [
      [4, 'restock', 'W2'],
      [2, 'restock', 'W3'],
    ],
    5,
  );
  await run(received, allocateFrom(2, [['A', 4]], { from: ['W2'] }), allocateFrom(3, [['A', 2]], { from: ['W3'] }));
  await run(confirm(3));
  const before = { sku: stock.sku('A'), held: [stock.heldIn(orderId(2)), stock.heldIn(orderId(3))] };
  const dispose = disposeReturn(
    'a',
    [
      [2, 'restock', 'quarantine'],
      [1, 'restock', 'quarantine'],
    ],
    6,
  );
  const from = [north, south].map(({ path }) => parseLocation(path));
  await run({ ...dispose, lines: dispose.lines.map((line, place) => ({ ...line, fromLocation: from[place] })) });

  expect(store.allocations.get(orderId(1))?.lastAnswer.refusal).toMatchObject({ code: 'insufficient_stock' });
  expect({ sku: stock.sku('A'), held: [stock.heldIn(orderId(2)), stock.heldIn(orderId(3))] }).toEqual(before);
  expect(stock.violations()).toEqual([]);
});

const unlinked = (scan: number, facts: object) => ({ ...scanned(scan, 'return', { sku: 'A', quantity: 3 }), ...facts });

test('units of no known order come to the place of their disposition, and only the ledger tells of them', async () => {
  const { run, store, totals, allocation, violations } = await shipped(2);
  await run(allocate(2, [['A', 9]]), unlinked(1, {}));
  expect(totals()).toEqual({ onHand: 11, unavailable: 3, available: 0 });
  expect(store.movements.at(-1)).toMatchObject({ reason: 'return', delta: 3, reference: { type: 'scan', id: scanId(1) } });

  await run(unlinked(2, { disposition: 'restock' }), unlinked(3, { disposition: 'scrap' }));
  expect(totals()).toEqual({ onHand: 14, unavailable: 3, available: 2 });
  expect(store.allocations.get(orderId(2))?.lines).toMatchObject([{ allocated: 9 }]);
  expect(allocation()?.lines).toMatchObject([{ shipped: 2 }]);
  expect(store.movements.slice(-2).map(({ reason, delta }) => [reason, delta])).toEqual([
    ['return', 3],
    ['scrap', -3],
  ]);
  expect(violations()).toEqual([]);
});

test.each([
  ['of a SKU that is archived', { sku: 'OLD' }, { code: 'sku_archived', errors: [{ pointer: '/sku' }] }],
  ['of no SKU that is known', { sku: 'NONE' }, { code: 'unknown_sku' }],
  ['at a place where they would be sold', { location: parseLocation('MAIN') }, { errors: [{ pointer: '/location' }] }],
  ['more than a SKU can have', { quantity: MAX_UNITS }, { errors: [{ pointer: '/quantity', code: 'out_of_range' }] }],
])('units of no known order are refused %s', async (_what, facts, refusal) => {
  const { run, store } = await shipped(2);
  await run(create('OLD', 0), { type: 'archive-sku', origin: create('OLD', 0).origin, sku: 'OLD' });
  await run(unlinked(1, facts));

  expect(store.scanAnswers.get(scanId(1))?.refusal).toMatchObject(refusal);
  expect(store.movements.filter(({ reason }) => reason === 'return')).toEqual([]);
});

/** A return of so many mugs of no known order, of which five are in stock. */
async function opened(units: number, facts: Parameters<typeof openReturn>[2] = {}) {
  const stock = stockInMemory({}, places);
  await stock.run(create('A', 5), openReturn('a', [['A', units]], facts));
  const allocation = () => stock.store.allocations.get(orderId(1));
  return { ...stock, allocation, answer: () => allocation()?.lastAnswer.refusal };
}

test('a return of no known order is received up to its own quantity, and holds nothing of stock', async () => {
  const { run, sku, allocation, answer, store, violations } = await opened(3);
  expect(allocation()).toMatchObject({
    state: 'shipped',
    lines: [{ sku: 'A', name: 'Name of A', quantity: 3, allocated: 0, shipped: 3 }],
    returns: [{ id: returnId('a'), lines: [{ expected: 3 }] }],
  });
  expect(sku('A')).toMatchObject({ onHand: 5, allocated: 0, waiting: 0 });

  await run(receiveReturn('a', [[4, 'inspect']], 2));
  expect(answer()).toMatchObject({ code: 'quantity_exceeded', errors: [{ allowed: 3, limit: 'expected' }] });
  await run(receiveReturn('a', [[2, 'restock']], 3), {
    ...scanned(1, 'return', { sku: 'A', quantity: 1 }),
    returnId: returnId('a'),
  });
  expect(sku('A')).toMatchObject({ onHand: 8, unavailable: 1 });
  expect(allocation()).toMatchObject({ lines: [{ returned: 3 }], returns: [{ lines: [{ expected: 0 }] }] });
  expect(store.movements.filter(({ reason }) => reason === 'shipment')).toEqual([]);
  // Its lines count as shipped, and nothing of them was shipped from here.
  expect(violations()).toEqual([expect.stringContaining('what was shipped is in the ledger')]);
});

test('one that is requested expects nothing before it is approved, and is opened once', async () => {
  const { run, allocation, answer } = await opened(3, { approved: false });
  expect(allocation()?.returns).toBeUndefined();
  await run(receiveReturn('a', [[1, 'inspect']], 2));
  expect(answer()).toMatchObject({ code: 'invalid_transition' });

  await run(openReturn('a', [['A', 3]]), expectReturn('a', 3, 3));
  expect(allocation()).toMatchObject({ returns: [{ lines: [{ expected: 3 }] }], lines: [{ quantity: 3 }] });
  expect(allocation()?.returns).toHaveLength(1);
});

test.each([
  ['is not known', 'NONE'],
  ['is archived', 'OLD'],
])('a return of no known order is refused whole where a SKU %s, and so is an exchange', async (_what, code) => {
  const { run, store } = await shipped(2);
  await run(create('OLD', 0), { type: 'archive-sku', origin: create('OLD', 0).origin, sku: 'OLD' });
  const mixed = openReturn('b', [
    ['A', 1],
    [code, 1],
  ]);
  await run({ ...mixed, orderId: orderId(2) }, expectReturn('a', 1, 4, { exchangeSkus: ['A', code] }));

  const [alone, linked] = [store.allocations.get(orderId(2)), store.allocations.get(orderId(1))];
  expect(alone).toMatchObject({
    state: 'rejected',
    lastAnswer: { refusal: { code: 'unknown_sku', errors: [{ pointer: '/lines/1/sku' }] } },
  });
  expect(linked?.lastAnswer.refusal).toMatchObject({ code: 'unknown_sku', errors: [{ pointer: '/exchange/lines/1/sku' }] });
  expect([alone?.returns, linked?.returns]).toEqual([undefined, undefined]);
});

test('whatever is received and decided, units are conserved and the rules of stock hold', async () => {
  const letter = fc.constantFrom('a', 'b');
  const units = fc.integer({ min: 1, max: 3 });
  const kept = fc.constantFrom('inspect' as const, 'restock' as const, 'quarantine' as const);
  const any = fc.constantFrom('inspect' as const, 'restock' as const, 'quarantine' as const, 'scrap' as const);
  const step: fc.Arbitrary<(attempt: number) => Command> = fc.oneof(
    fc.tuple(letter, fc.array(fc.tuple(units, any, fc.boolean()), { minLength: 1, maxLength: 2 })).map(
      ([of, lines]) =>
        (attempt: number) =>
          receiveReturn(
            of,
            lines.map(([n, to, isOnShelf]) => (isOnShelf && to === 'restock' ? [n, to, 'MAIN:SH'] : [n, to])),
            attempt,
          ),
    ),
    fc.tuple(letter, fc.array(fc.tuple(units, kept, any), { minLength: 1, maxLength: 2 })).map(
      ([of, lines]) =>
        (attempt: number) =>
          disposeReturn(of, lines, attempt),
    ),
    units.map((n) => () => allocate(n + 1, [['A', n]])),
    units.map((n) => (attempt: number) => reserve(attempt, { A: n })),
    letter.map((of) => (attempt: number) => unexpectReturn(of, attempt)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { run, sku, allocation, violations } = await shipped(6);
      await run(expectReturn('a', 3, 4), expectReturn('b', 3, 5));
      for (const [place, make] of steps.entries()) await run(make(place + 6));

      const returns = allocation()?.returns ?? [];
      const scrapped = returns.flatMap(({ lines }) => lines).reduce((sum, { scrap = 0 }) => sum + scrap, 0);
      const [line] = allocation()?.lines ?? [];
      expect(sku('A').onHand).toBe(4 + (line?.returned ?? 0) - scrapped);
      expect(line?.returned ?? 0).toBeLessThanOrEqual(line?.shipped ?? 0);
      expect(violations()).toEqual([]);
    }),
  );
});
