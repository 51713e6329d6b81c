import { expect, test } from 'vitest';
import { createdOrder, pendingOrder, shippedOrder } from '../domain/order.builder.ts';
import { MemoryOrderStore } from '../memory-order-store.fixture.ts';
import { placing } from '../order-change.builder.ts';
import { orderFiguresConformance } from './order-figures.conformance.ts';
import { makeGetOrdersOverview } from './read-overview.ts';

orderFiguresConformance('The store in memory', () => {
  const store = new MemoryOrderStore();
  return { orders: store, figures: store };
});

const now = new Date('2026-11-21T09:00:00.000Z');

test('the overview has the open orders by age, and each of 14 days with the orders that were shipped on it', async () => {
  const store = new MemoryOrderStore();
  const { tenant } = createdOrder();
  const orders = [
    createdOrder({ createdAt: now }),
    createdOrder({ createdAt: new Date('2026-11-20T09:00:00.001Z') }),
    createdOrder({ createdAt: new Date('2026-11-20T09:00:00.000Z') }),
    createdOrder({ createdAt: new Date('2026-11-14T09:00:00.001Z') }),
    createdOrder({ createdAt: new Date('2026-11-14T09:00:00.000Z') }),
    createdOrder({ createdAt: new Date('2025-01-01T00:00:00.000Z') }),
    shippedOrder({ shippedAt: new Date('2026-11-08T00:00:00.000Z') }),
    shippedOrder({ shippedAt: new Date('2026-11-07T23:59:59.999Z') }),
  ];
  for (const [place, order] of orders.entries()) {
    const id = `ord_${place}`;
    await store.save(placing(pendingOrder({ id })));
    await store.save({ from: 1, order: { ...order, id }, history: [], messages: [] });
  }

  const overview = await makeGetOrdersOverview({ lists: store, figures: store, now: () => now })({ tenant });

  expect(overview).toMatchObject({
    created: { allocated: 6, on_hold: 0 },
    storage: { used: 6, limit: null },
    as_of: now.toISOString(),
  });
  expect(overview.open_by_age).toEqual([
    { min_days: 0, max_days: 1, orders: 2 },
    { min_days: 1, max_days: 2, orders: 1 },
    { min_days: 2, max_days: 4, orders: 0 },
    { min_days: 4, max_days: 7, orders: 1 },
    { min_days: 7, max_days: null, orders: 2 },
  ]);
  expect(overview.shipped_by_day).toHaveLength(14);
  expect(overview.shipped_by_day.at(0)).toEqual({ day: '2026-11-08', orders: 1, units: 2 });
  expect(overview.shipped_by_day.at(-1)).toEqual({ day: '2026-11-21', orders: 0, units: 0 });
});

test('no more orders are on hold than are allocated, whatever changes between the counts', async () => {
  const store = new MemoryOrderStore();
  const { tenant } = createdOrder();
  await store.save(placing(pendingOrder()));
  await store.save({ from: 1, order: createdOrder(), history: [], messages: [] });
  const figures = {
    countBySpan: store.countBySpan,
    shippedSince: store.shippedSince,
    countHeld: async () => await Promise.resolve(2),
  };

  const overview = await makeGetOrdersOverview({ lists: store, figures, now: () => now })({ tenant });

  expect(overview.created).toMatchObject({ allocated: 1, on_hold: 1 });
});
