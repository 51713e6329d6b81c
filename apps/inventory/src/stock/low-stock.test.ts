import { expect, test } from 'vitest';
import { allocate, confirm, count, create, orderId, ship, update } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

test('low stock is told once for each fall below the reorder point', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 10, { reorderPoint: 5 }));
  for (const onHand of [5, 4, 3, 5, 4]) await run(count('A', onHand));

  expect(said('inventory.low_stock').map(({ sequence }) => sequence)).toEqual([3, 6]);
});

test('low stock is told at creation, by a shipment, and by a raised threshold, which changes no quantity', async () => {
  const { run, said } = stockInMemory();
  await run(create('NEW', 0, { reorderPoint: 1 }), create('A', 4, { reorderPoint: 4 }), create('B', 4));
  await run(allocate(1, [['A', 1]]), confirm(1), ship(1), update('B', { reorderPoint: 9 }), update('B', { reorderPoint: 10 }));

  expect(
    said('inventory.low_stock').map(({ data, reason, changed, reference }) => ({ data, reason, changed, reference })),
  ).toEqual([
    {
      data: expect.objectContaining({ sku: 'NEW', threshold: 1 }),
      reason: 'opening',
      changed: expect.any(Array),
      reference: null,
    },
    {
      data: expect.objectContaining({ sku: 'A', threshold: 4, on_hand: 3, low_stock: true }),
      reason: 'shipment',
      changed: ['on_hand', 'allocated', 'stock'],
      reference: { type: 'order', id: orderId(1) },
    },
    { data: expect.objectContaining({ sku: 'B', threshold: 9 }), reason: 'reorder_point', changed: [], reference: null },
  ]);
});

test('a creation is told even with nothing on hand; it changes what the SKU opens with, and there is nothing before it', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 0), create('B', 5));

  const opening = { reason: 'opening', previous: null, sequence: 1, reference: null };
  expect(said('inventory.updated')).toMatchObject([
    { ...opening, changed: [] },
    { ...opening, changed: ['on_hand', 'available', 'stock'] },
  ]);
});

test("a count's own reason is in the ledger and in the event", async () => {
  const { run, said, store } = stockInMemory();
  await run(create('A', 1));
  await run(update('A', { onHand: 0, reason: 'damaged' }));

  expect([said('inventory.updated').at(-1)?.['reason'], store.movements.at(-1)?.reason]).toEqual(['damaged', 'damaged']);
});
