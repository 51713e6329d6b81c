import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import { allocate, confirm, count, create, orderId, release, transfer, update } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;

test('a count moves the difference at the home location first, then at the fullest others', async () => {
  const { run, store, sku } = stockInMemory();
  await run(create('A', 20));
  await run(transfer(MAIN, 'A1/S1', { A: 5 }));
  await run(transfer(MAIN, 'A1/S2', { A: 8 }));
  await run(count('A', 4));

  expect(store.movements.slice(-3).map(({ delta, balance, reason, version }) => [delta, balance, reason, version])).toEqual([
    [-7, 0, 'count', 4],
    [-8, 0, 'count', 4],
    [-1, 4, 'count', 4],
  ]);
  await run(count('A', 6));
  expect(sku('A').stock.find(({ locationId }) => locationId === MAIN)).toEqual({ locationId: MAIN, onHand: 2 });
});

test('below what is allocated a count takes back from the newest orders, which become backorders', async () => {
  const { run, sku, held } = stockInMemory();
  await run(
    create('A', 10),
    allocate(1, [['A', 4]]),
    allocate(2, [
      ['A', 2],
      ['A', 3],
    ]),
  );
  await run(count('A', 5));

  expect([held(orderId(1)), held(orderId(2))]).toEqual([[4], [1, 0]]);
  expect(sku('A')).toMatchObject({ onHand: 5, allocated: 5, waiting: 4 });
});

test('what confirmed orders hold is never taken back', async () => {
  const { run, sku, held } = stockInMemory();
  await run(create('A', 10), allocate(1, [['A', 4]]), allocate(2, [['A', 5]]), confirm(2));

  const [outcome] = await run(count('A', 4));
  expect(outcome).toMatchObject({
    type: 'refused',
    refusal: { code: 'insufficient_stock', errors: [{ pointer: '/on_hand', sku: 'A', requested: 4, minimum: 5 }] },
  });
  expect(sku('A')).toMatchObject({ onHand: 10, version: 4 - 1 });

  await run(count('A', 5));
  expect([held(orderId(1)), held(orderId(2))]).toEqual([[0], [5]]);
});

test('a count of one place below what is allocated takes back what the other places cannot give, from the newest orders', async () => {
  const { run, sku, held } = stockInMemory();
  const countAt = (place: string, onHand: number) =>
    run({ type: 'count-location', origin: create('A', 0).origin, sku: 'A', location: parseLocation(place), onHand });
  await run(create('A', 10));
  await run(transfer(MAIN, 'A1/S1', { A: 6 }));
  await run(allocate(1, [['A', 4]]), confirm(1), allocate(2, [['A', 2]]), allocate(3, [['A', 3]]));

  // One unit is available: the orders lose nothing of it.
  expect(await countAt('A1/S1', 5)).toMatchObject([{ type: 'sku', record: { on_hand: 9, allocated: 9, available: 0 } }]);
  expect([1, 2, 3].map((order) => held(orderId(order)))).toEqual([[4], [2], [3]]);

  expect(await countAt('A1/S1', 1)).toMatchObject([{ type: 'sku', record: { on_hand: 5, allocated: 5, available: 0 } }]);
  expect([1, 2, 3].map((order) => held(orderId(order)))).toEqual([[4], [1], [0]]);

  await countAt('A1/S1', 0);
  const [refused] = await countAt('MAIN', 3);
  expect(refused).toMatchObject({ type: 'refused', refusal: { code: 'insufficient_stock', errors: [{ minimum: 4 }] } });
  expect(sku('A')).toMatchObject({ onHand: 4, allocated: 4, waiting: 5 });

  await countAt('A1/S1', 5);
  expect([1, 2, 3].map((order) => held(orderId(order)))).toEqual([[4], [2], [3]]);
});

test('a count that needs too many orders is refused, and one within the bound goes through', async () => {
  const { run, sku } = stockInMemory({ takeBackOrders: 2 });
  await run(create('A', 3), allocate(1, [['A', 1]]), allocate(2, [['A', 1]]), allocate(3, [['A', 1]]));

  const [tooMany] = await run(count('A', 0));
  expect(tooMany).toMatchObject({ type: 'refused', refusal: { code: 'validation_failed', errors: [{ pointer: '/on_hand' }] } });
  await run(count('A', 1));
  expect(sku('A')).toMatchObject({ onHand: 1, allocated: 1 });
});

test('a count that takes back from orders of too many lines is refused', async () => {
  const { run, sku, store } = stockInMemory({ takeBackLines: 3 });
  await run(create('A', 3), create('B', 9));
  for (const order of [1, 2, 3])
    await run(
      allocate(order, [
        ['A', 1],
        ['B', 1],
      ]),
    );
  const { commits } = store;

  const [tooMany] = await run(count('A', 1));
  expect(tooMany).toMatchObject({ type: 'refused', refusal: { code: 'validation_failed' } });
  expect(store.commits - commits).toBe(1);
  await run(count('A', 2));
  expect(sku('A')).toMatchObject({ onHand: 2, allocated: 2 });
});

test('a restock fills backorders, oldest order first, in the same step', async () => {
  const { run, sku, held } = stockInMemory();
  await run(create('A', 0), allocate(2, [['A', 5]]), allocate(1, [['A', 5]]));
  await run(count('A', 7));

  expect([held(orderId(1)), held(orderId(2))]).toEqual([[5], [2]]);
  expect(sku('A')).toMatchObject({ onHand: 7, allocated: 7, waiting: 3, filling: false, version: 2 });
});

test('a release gives to those that wait, and without a change of the sum says nothing', async () => {
  const { run, sku, held, said } = stockInMemory();
  await run(create('A', 5), allocate(1, [['A', 5]]), allocate(2, [['A', 5]]));
  const before = { version: sku('A').version, events: said('inventory.updated').length };
  await run(release(1));

  expect([held(orderId(1)), held(orderId(2))]).toEqual([[0], [5]]);
  expect({ version: sku('A').version, events: said('inventory.updated').length }).toEqual(before);
});

test('what is the same already changes nothing: no version, no event, no entry', async () => {
  const { run, sku, store } = stockInMemory();
  await run(create('A', 5));
  const said = store.messages.length;

  const [outcome] = await run(update('A', { onHand: 5, name: 'Name of A', restore: true, home: parseLocation('MAIN') }));

  expect(outcome).toMatchObject({ type: 'sku', record: { version: 1 } });
  expect([sku('A').version, store.messages.length, store.movements.length]).toEqual([1, said, 1]);
});

test('facts change without an event, and the version rises', async () => {
  const { run, sku, said } = stockInMemory();
  await run(create('A', 5));
  await run(update('A', { name: 'Cup' }));

  expect(sku('A')).toMatchObject({ name: 'Cup', version: 2 });
  expect(said('inventory.updated')).toHaveLength(1);
});

test('a new home moves no stock, and takes what is counted from then on', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 5));
  const [moved] = await run(update('A', { home: parseLocation('W9:A1/S1') }));
  expect(moved).toMatchObject({ type: 'refused', refusal: { code: 'unknown_location', errors: [{ pointer: '/location' }] } });

  const [outcome] = await run(update('A', { home: parseLocation('A1/S1'), onHand: 6 }));
  expect(outcome).toMatchObject({
    record: {
      location: 'A1/S1',
      on_hand: 6,
      stock: [
        { location: 'MAIN', on_hand: 5 },
        { location: 'A1/S1', on_hand: 1 },
      ],
    },
  });
  expect(sku('A').version).toBe(2);
});

test('an archived SKU is not counted, but it is renamed, and restored and counted in one step', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 5), { type: 'archive-sku', origin: create('A', 0).origin, sku: 'A' });

  expect(await run(count('A', 6))).toMatchObject([{ type: 'refused', refusal: { code: 'sku_archived' } }]);
  expect(await run(count('A', 5))).toMatchObject([{ type: 'sku' }]);
  await run(update('A', { name: 'Cup' }));
  expect(sku('A').archivedAt).not.toBeNull();
  expect(await run(update('A', { restore: true, onHand: 6 }))).toMatchObject([{ record: { status: 'active', on_hand: 6 } }]);
});

test('archiving again changes nothing, and backorders of an archived SKU are still filled', async () => {
  const { run, sku, held } = stockInMemory();
  const archive = { type: 'archive-sku', origin: create('A', 0).origin, sku: 'A' } as const;
  await run(create('A', 3), allocate(1, [['A', 3]]), allocate(2, [['A', 2]]), archive, archive);
  expect(sku('A').version).toBe(3);

  await run(release(1));
  expect(held(orderId(2))).toEqual([2]);
});
