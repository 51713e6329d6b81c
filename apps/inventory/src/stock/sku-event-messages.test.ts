import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { MAX_EVENT_PLACES } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseLocation } from '../model/location.ts';
import { adjust, allocate, count, create, minute, origin, rename, scanned } from './domain/commands/command.builder.ts';
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

test('an event of a SKU at a thousand places shows a hundred of them, the changed ones among them, and says so', async () => {
  const { run, said, sku, store } = stockInMemory();
  await run(create('A', 0));
  await run(...Array.from({ length: 1_000 }, (_, place) => adjust('A', 1, at(place))));
  const told = store.messages.length;

  for (let place = 990; place < 1_000; place += 1) await run(adjust('A', 2, at(place)));

  const messages = store.messages.slice(told);
  expect(messages).toHaveLength(10);
  expect(messages.reduce((bytes, { value }) => bytes + Buffer.byteLength(value), 0)).toBeLessThan(500_000);
  const last = said('inventory.updated').at(-1);
  expect(last).toMatchObject({
    changed: ['on_hand', 'available', 'stock'],
    data: {
      on_hand: 1_020,
      stock_truncated: true,
      stock: expect.arrayContaining([expect.objectContaining({ location: 'A39/S24', on_hand: 3 })]),
    },
    previous: {
      on_hand: 1_018,
      stock_truncated: true,
      stock: expect.arrayContaining([expect.objectContaining({ location: 'A39/S24', on_hand: 1 })]),
    },
  });
  expect(placesIn(last)).toEqual([MAX_EVENT_PLACES, MAX_EVENT_PLACES]);
  expect(sku('A').stock).toHaveLength(1_000);
});

test('an event of a SKU at a hundred places shows all of them, and says nothing', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 0));
  const places = Array.from({ length: MAX_EVENT_PLACES + 1 }, (_, place) => ({ location: parseLocation(`A1/S${place}`) }));
  for (const place of places) await run(adjust('A', 1, place));

  const [within, beyond] = said('inventory.updated').slice(-2);
  expect([placesIn(within), placesIn(beyond)]).toEqual([
    [MAX_EVENT_PLACES, MAX_EVENT_PLACES - 1],
    [MAX_EVENT_PLACES, MAX_EVENT_PLACES],
  ]);
  expect(JSON.stringify(within)).not.toContain('stock_truncated');
  expect(beyond).toMatchObject({ data: { stock_truncated: true } });
  expect(beyond).not.toHaveProperty(['previous', 'stock_truncated']);
});

const at = (place: number) => ({ location: parseLocation(`A${Math.floor(place / 25)}/S${place % 25}`) });

/** Places that an event shows after and before the change. */
const placesIn = (event: unknown): (number | undefined)[] => {
  const { data, previous } = STOCK.parse(event);
  return [data.stock.length, previous.stock?.length];
};
const places = z.array(z.unknown());
const STOCK = z.object({ data: z.object({ stock: places }), previous: z.object({ stock: places.optional() }) });
