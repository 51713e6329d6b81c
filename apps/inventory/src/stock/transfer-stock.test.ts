import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { MAX_LOCATIONS } from '../model/sku.ts';
import { create, transfer } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;

test('a transfer moves all lines to a place that is made on first use, and leaves on_hand as it is', async () => {
  const { run, sku, store, said } = stockInMemory();
  await run(create('A', 10), create('B', 4));
  const [outcome] = await run(transfer(MAIN, 'A1/S1', { A: 3, B: 4 }));

  expect(outcome).toMatchObject({
    type: 'transferred',
    transfer: {
      from: { path: 'MAIN' },
      to: { path: 'MAIN:A1/S1' },
      lines: [
        { sku: 'A', quantity: 3 },
        { sku: 'B', quantity: 4 },
      ],
    },
  });
  expect([...store.locations.values()].map(({ path, type }) => `${type} ${path}`)).toEqual([
    'warehouse MAIN',
    'aisle MAIN:A1',
    'shelf MAIN:A1/S1',
  ]);
  expect([sku('A').onHand, sku('B').onHand, sku('B').stock.length]).toEqual([10, 4, 1]);
  expect(store.movements.slice(-4).map(({ sku: of, delta, balance, reason }) => [of, delta, balance, reason])).toEqual([
    ['A', -3, 7, 'transfer'],
    ['A', 3, 3, 'transfer'],
    ['B', -4, 0, 'transfer'],
    ['B', 4, 4, 'transfer'],
  ]);
  expect(said('inventory.updated').at(-1)).toMatchObject({
    changed: ['stock'],
    reason: 'transfer',
    reference: { type: 'transfer', id: 'trf_1' },
    previous: { on_hand: 4, stock: [{ location: 'MAIN', on_hand: 4 }] },
    data: { stock: [{ location: 'A1/S1', on_hand: 4 }] },
  });
});

test('too little at the source refuses all lines, the same SKU judged on its sum', async () => {
  const { run, store } = stockInMemory();
  await run(create('A', 10), create('B', 4));
  const both = transfer(MAIN, 'A1/S1', { A: 1 });
  const lines = [
    { sku: 'A', quantity: 1, pointer: '/lines/0' },
    { sku: 'B', quantity: 3, pointer: '/lines/1' },
    { sku: 'B', quantity: 2, pointer: '/lines/2' },
  ];
  const [outcome] = await run({ ...both, lines });

  const shortOfB = '4 of B are available at MAIN; 5 requested.';
  expect(outcome).toMatchObject({
    type: 'refused',
    refusal: {
      code: 'insufficient_stock',
      errors: [
        { pointer: '/lines/1/quantity', message: shortOfB, sku: 'B', requested: 5, available: 4 },
        { pointer: '/lines/2/quantity', message: shortOfB, sku: 'B', requested: 5, available: 4 },
      ],
    },
  });
  expect([store.movements.length, store.locations.size]).toEqual([2, 1]);
});

test.each([
  ['to the place it lies at', transfer(MAIN, 'MAIN', { A: 1 }), 'validation_failed', '/to'],
  ['to an unknown warehouse', transfer(MAIN, 'W2:A1/S1', { A: 1 }), 'unknown_location', '/to'],
  ['of an unknown SKU', transfer(MAIN, 'A1/S1', { X: 1 }), 'unknown_sku', '/lines/0/sku'],
  ['of an archived SKU', transfer(MAIN, 'A1/S1', { B: 1 }), 'sku_archived', '/lines/0/sku'],
] as const)('a transfer %s is refused', async (_name, command, code, pointer) => {
  const { run } = stockInMemory();
  await run(create('A', 1), create('B', 1), { type: 'archive-sku', origin: create('B', 0).origin, sku: 'B' });

  expect(await run(command)).toMatchObject([{ type: 'refused', refusal: { code, errors: [{ pointer }] } }]);
});

test('a transfer from a place that is not there is not found', async () => {
  const { run } = stockInMemory();
  await run(create('A', 1));

  expect(await run(transfer('loc_X', 'MAIN', { A: 1 }))).toMatchObject([{ refusal: { kind: 'not-found', code: 'not_found' } }]);
});

test('an archived place gives stock and takes none', async () => {
  const { run, store } = stockInMemory();
  await run(create('A', 2));
  await run(transfer(MAIN, 'A1/S1', { A: 1 }));
  const shelf = [...store.locations.values()].find(({ path }) => path === 'MAIN:A1/S1');
  if (!shelf) throw new Error('The shelf was not made');
  store.locations.set(shelf.id, { ...shelf, archivedAt: new Date() });

  expect(await run(transfer(MAIN, 'A1/S1', { A: 1 }))).toMatchObject([{ refusal: { code: 'location_archived' } }]);
  expect(await run(create('B', 1, { home: { type: 'id', id: shelf.id } }))).toMatchObject([
    { refusal: { code: 'location_archived' } },
  ]);
  expect(await run(transfer(shelf.id, 'MAIN', { A: 1 }))).toMatchObject([{ type: 'transferred' }]);
});

test('a SKU lies at no more places than an answer can show', async () => {
  const { run, sku, store } = stockInMemory();
  await run(create('A', 2));
  const elsewhere = Array.from({ length: MAX_LOCATIONS - 1 }, (_, place) => ({ locationId: `loc_${place}`, onHand: 1 }));
  for (const { locationId: id } of elsewhere) store.locations.set(id, { ...mainWarehouse(), id, path: `MAIN:A9/${id}` });
  store.skus.set('A', { ...sku('A'), onHand: 2 + elsewhere.length, stock: [...sku('A').stock, ...elsewhere] });

  expect(await run(transfer(MAIN, 'A1/FULL', { A: 1 }))).toMatchObject([
    { refusal: { code: 'validation_failed', errors: [{ pointer: '/to' }] } },
  ]);
  expect(await run(transfer(MAIN, 'A1/FULL', { A: 2 }))).toMatchObject([{ type: 'transferred' }]);
});
