import { expect, test } from 'vitest';
import type { Allocation } from '../model/allocation.ts';
import { NO_RULES } from '../model/sourcing.ts';
import { minute } from './domain/commands/command.builder.ts';
import { warehouse } from './stock.fixture.ts';
import { allocationOf, commit, home, type Open, read, withLine } from './stored-stock.fixture.ts';

export function findsOrders(open: Open): void {
  test('orders that wait for units or hold loose ones, by what is left of their lines when parts are packed or shipped', async () => {
    const under = await open();
    const packed = [{ fulfilment: 'ful_1', units: 1, firm: true }];
    const loose = [{ fulfilment: 'ful_1', units: 1, firm: false }];
    await commit(under, {
      allocations: [
        withLine(1, { allocated: 0, shipped: 3, cancelled: 1 }),
        withLine(2, { allocated: 1, shipped: 1, cancelled: 1, portions: packed }),
        withLine(3, { allocated: 1, shipped: 3, portions: loose }),
      ],
    });
    const wanted = { sku: 'MUG', ranked: false, units: 10, atMost: 10 };

    for (const store of [under.store, under.other]) {
      const [waiting, holding] = await read(under, store, async (reader) => [
        await reader.waiting(wanted),
        await reader.holding(wanted),
      ]);
      expect(waiting?.allocations.map(({ orderId }) => orderId)).toEqual(['ord_2']);
      expect(holding?.allocations.map(({ orderId }) => orderId)).toEqual(['ord_3']);
    }
  });

  test('orders that wait from the oldest, and those that hold from the newest, as far as units, orders and lines go', async () => {
    const under = await open();
    const closed = allocationOf(2, { state: 'confirmed' });
    await commit(under, { allocations: [allocationOf(3), allocationOf(1), closed, allocationOf(4)] });
    const wanted = { sku: 'MUG', ranked: false, units: 100, atMost: 10 };
    const orders = async (by: 'waiting' | 'holding', changes: object) => {
      const found = await read(under, under.other, (reader) => reader[by]({ ...wanted, ...changes }));
      return [found.allocations.map(({ orderId }) => orderId), found.complete];
    };

    expect(await orders('waiting', {})).toEqual([['ord_1', 'ord_3', 'ord_4'], true]);
    expect(await orders('waiting', { units: 4 })).toEqual([['ord_1', 'ord_3'], false]);
    expect(await orders('waiting', { atMost: 2 })).toEqual([['ord_1', 'ord_3'], false]);
    expect(await orders('holding', {})).toEqual([['ord_4', 'ord_3', 'ord_1'], true]);
    expect(await orders('holding', { units: 1 })).toEqual([['ord_4'], false]);
    expect(await orders('holding', { atMostLines: 1 })).toEqual([['ord_4', 'ord_3'], false]);
  });
}

export function findsRanks(open: Open): void {
  test('orders of any rank from the one that is filled first, and from the one that loses units first', async () => {
    const under = await open();
    const urgent = allocationOf(5, { priority: 9 });
    const due = allocationOf(4, { shipBy: minute(60) });
    const later = { quantity: 6, later: [{ since: minute(30), units: 2 }] };
    const edited = withLine(1, { ...later, allocated: 4 });
    const last = allocationOf(0, { priority: 0 });
    await commit(under, { allocations: [allocationOf(3), urgent, due, edited, last, allocationOf(2)] });
    const orders = async (by: 'waiting' | 'holding', changes: object) => {
      const wanted = { sku: 'MUG', ranked: true, units: 100, atMost: 10, ...changes };
      const found = await read(under, under.other, (reader) => reader[by](wanted));
      return found.allocations.map(({ orderId }) => orderId);
    };

    expect(await orders('waiting', {})).toEqual(['ord_5', 'ord_4', 'ord_2', 'ord_3', 'ord_1', 'ord_0']);
    expect(await orders('waiting', { atMost: 3 })).toEqual(['ord_5', 'ord_4', 'ord_2']);
    expect(await orders('waiting', { ranked: false })).toEqual(['ord_2', 'ord_3']);
    expect(await orders('holding', {})).toEqual(['ord_0', 'ord_3', 'ord_2', 'ord_1', 'ord_4', 'ord_5']);
    expect(await orders('holding', { units: 2 })).toEqual(['ord_0', 'ord_3']);
  });
}

const W2 = warehouse(2);
const W3 = warehouse(3);

/** An order of four units that holds some of them in warehouses, by their ids. */
function heldIn(order: number, held: Readonly<Record<string, number>>, changes: Partial<Allocation> = {}): Allocation {
  const sources = Object.entries(held).map(([id, units]) => ({ warehouse: id, units }));
  const allocated = sources.reduce((sum, { units }) => sum + units, 0);
  const line = withLine(order, { allocated, ...(allocated > 0 && { sources }) });
  return { ...line, sourcing: {}, ...changes };
}

/** Orders of which units are held in warehouses, or can be. */
export function findsInWarehouses(open: Open): void {
  test('an order that holds its units in warehouses, with all its facts', async () => {
    const under = await open();
    const sources = [
      { warehouse: home.id, units: 1 },
      { warehouse: W2.id, units: 2 },
    ];
    const portions = [{ fulfilment: 'ful_1', units: 2, firm: true, sources: [{ warehouse: W2.id, units: 2 }] }];
    const sourcing = { shipFrom: [home.id, W2.id], split: 'by_line' as const, country: 'DE' };
    const order = { ...withLine(1, { allocated: 3, sources, portions }), sourcing };
    await commit(under, { allocations: [order] });

    for (const store of [under.store, under.other]) {
      const again = { allocations: [order] };
      const found = await read(under, store, (reader) => reader.allocations(['ord_1'], () => false), again);
      expect(found).toStrictEqual([order]);
    }
  });

  test('orders that wait for units, but for those that can have none of what there is', async () => {
    const under = await open();
    await commit(under, {
      allocations: [
        heldIn(1, {}, { sourcing: { shipFrom: [home.id] } }),
        heldIn(2, { [home.id]: 1 }, { sourcing: { split: 'never' } }),
        heldIn(3, {}, { sourcing: { shipFrom: [home.id, W2.id] } }),
        heldIn(4, { [W3.id]: 1 }, { sourcing: { split: 'within_line' } }),
        allocationOf(5),
        heldIn(6, { [W2.id]: 2 }, { sourcing: { split: 'by_line' }, priority: 9 }),
      ],
    });
    const warehouses = [home, W2, W3].map(({ id, path }) => ({ id, path, ships: true, priority: 0, countries: null }));
    const only = { byWarehouse: new Map([[W2.id, 5]]), units: 5, sources: { rules: NO_RULES, warehouses } };
    const waiting = async (changes: object) => {
      const wanted = { sku: 'MUG', ranked: true, units: 100, atMost: 10, only, ...changes };
      const { allocations, complete } = await read(under, under.other, (reader) => reader.waiting(wanted));
      return [allocations.map(({ orderId }) => orderId), complete];
    };

    expect(await waiting({})).toEqual([['ord_6', 'ord_3', 'ord_4', 'ord_5'], true]);
    // Those that are passed over count for nothing.
    expect(await waiting({ atMost: 2 })).toEqual([['ord_6', 'ord_3'], false]);
    expect(await waiting({ units: 6 })).toEqual([['ord_6', 'ord_3'], false]);
    expect(await waiting({ ranked: false })).toEqual([['ord_3', 'ord_4', 'ord_5'], true]);
    expect(await waiting({ only: { ...only, byWarehouse: new Map([[W3.id, 1]]) } })).toEqual([['ord_4', 'ord_5'], true]);
    expect(await waiting({ only: { ...only, byWarehouse: new Map() } })).toEqual([['ord_5'], true]);
  });

  test('orders that hold units from the lowest rank, until there are as many as are wanted in each warehouse as well', async () => {
    const under = await open();
    const firm = [{ fulfilment: 'ful_1', units: 2, firm: true, sources: [{ warehouse: W2.id, units: 2 }] }];
    const packed = { ...withLine(2, { allocated: 3, sources: [{ warehouse: W2.id, units: 3 }], portions: firm }), sourcing: {} };
    await commit(under, {
      allocations: [heldIn(1, { [W2.id]: 2 }), packed, heldIn(3, { [home.id]: 3 }), heldIn(4, { [home.id]: 1, [W3.id]: 1 })],
    });
    const holding = async (units: number, inWarehouses?: ReadonlyMap<string, number>) => {
      const wanted = { sku: 'MUG', ranked: false, units, atMost: 10, inWarehouses };
      const { allocations, complete } = await read(under, under.other, (reader) => reader.holding(wanted));
      return [allocations.map(({ orderId }) => orderId), complete];
    };

    expect(await holding(1)).toEqual([['ord_4'], false]);
    expect(await holding(1, new Map([[home.id, 2]]))).toEqual([['ord_4', 'ord_3'], false]);
    expect(await holding(1, new Map([[W2.id, 1]]))).toEqual([['ord_4', 'ord_3', 'ord_2'], false]);
    // What is packed is not taken back: one unit of three is left of the second.
    expect(await holding(1, new Map([[W2.id, 2]]))).toEqual([['ord_4', 'ord_3', 'ord_2', 'ord_1'], false]);
    expect(await holding(5, new Map([[W3.id, 1]]))).toEqual([['ord_4', 'ord_3'], false]);
    expect(await holding(0, new Map([[W3.id, 2]]))).toEqual([['ord_4', 'ord_3', 'ord_2', 'ord_1'], true]);
  });

  test('orders that hold units, past one that is read early for another SKU: its own units are not reached there', async () => {
    const under = await open();
    const cups = { id: 'lin_cups', sku: 'CUP', name: 'Cup', quantity: 2, allocated: 2, shipped: 0 };
    const [first, second] = [heldIn(1, { [W2.id]: 2 }), heldIn(2, { [W2.id]: 1 })];
    const edited = { ...first, lines: [...first.lines, { ...cups, later: [{ since: minute(60), units: 2 }] }] };
    await commit(under, { allocations: [edited, second] });
    const wanted = { sku: 'MUG', ranked: true, units: 0, atMost: 10, inWarehouses: new Map([[W2.id, 2]]) };

    const found = await read(under, under.other, (reader) => reader.holding(wanted));

    expect([found.allocations.map(({ orderId }) => orderId), found.complete]).toEqual([['ord_1', 'ord_2'], true]);
  });
}
