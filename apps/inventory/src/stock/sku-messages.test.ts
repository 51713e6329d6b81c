import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { expect, test } from 'vitest';
import { allocate, count, create, minute, origin, rename, scanned } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

test('the members of an event stand in the documented order, whatever it tells of', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 5, { reorderPoint: 3 }));
  const late = { ...scanned(1, 'count', { sku: 'A', quantity: 2 }), origin: { ...origin, at: minute(5) } };
  await run(allocate(1, [['A', 2]]), late, rename('A', 'Other'));

  for (const type of ['inventory.updated', 'inventory.low_stock', 'inventory.out_of_stock', 'sku.updated'] as const) {
    const told = said(type).map((event) => Object.keys(event));
    expect(told.length).toBeGreaterThan(0);
    // Behind all others, where a movement occurred before it was booked.
    const documented = [...new Set([...Object.keys(SAMPLE_EVENTS[type]), 'occurred_at'])];
    for (const members of told)
      expect(members).toEqual(documented.filter((name) => name !== 'occurred_at' || members.includes(name)));
  }
  expect(said('inventory.low_stock')).toMatchObject([{ occurred_at: minute(0).toISOString() }]);
});

test('what changed is named and nothing else; where it lay is told only where that changed', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 5));
  await run(allocate(1, [['A', 2]]));
  await run(count('A', 7));

  expect(said('inventory.updated').slice(1)).toMatchObject([
    { changed: ['allocated', 'available'], previous: { on_hand: 5, allocated: 0, available: 5 } },
    { changed: ['on_hand', 'available', 'stock'], previous: { on_hand: 5, allocated: 2, available: 3, stock: [{ on_hand: 5 }] } },
  ]);
  expect(said('inventory.updated')[1]?.['previous']).not.toHaveProperty('stock');
});

test('a change of facts is told with their names, and a creation is not', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 5));
  await run(rename('A', 'Other'));
  await run(rename('A', 'Other'));

  expect(said('sku.updated')).toMatchObject([{ sequence: 2, changed: ['name'], data: { name: 'Other', version: 2 } }]);
});

test('the end of available units is told once until there are some again', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 2));
  await run(allocate(1, [['A', 2]]));
  await run(allocate(2, [['A', 1]]));
  await run(count('A', 5));
  await run(count('A', 3));

  expect(said('inventory.out_of_stock').map(({ sequence }) => sequence)).toEqual([2, 4]);
});
