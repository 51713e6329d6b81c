import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import { adjust, allocate, confirm, create, orderId, transfer, update } from './domain/commands/command.builder.ts';
import type { AdjustStockCommand } from './domain/commands/adjust-stock.ts';
import { stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;
const MOST = 2_147_483_647;
const at = (path: string): Partial<AdjustStockCommand> => ({ location: parseLocation(path) });
const archive = { type: 'archive-sku', origin: create('A', 0).origin, sku: 'A' } as const;

test('what comes lies at the home location, in the ledger under its own reason and note, and is told once', async () => {
  const { run, store, said } = stockInMemory();
  await run(create('A', 5));

  const [outcome] = await run(adjust('A', 3, { reason: 'found', note: 'Behind the shelf.' }));

  expect(outcome).toMatchObject({
    type: 'adjusted',
    adjustment: {
      sku: 'A',
      delta: 3,
      reason: 'found',
      note: 'Behind the shelf.',
      movements: [{ location: 'MAIN', delta: 3, balance: 8, version: 2 }],
      record: { on_hand: 8, version: 2 },
    },
  });
  expect(store.movements.at(-1)).toMatchObject({ delta: 3, reason: 'found', note: 'Behind the shelf.' });
  expect(said('inventory.updated').at(-1)).toMatchObject({ reason: 'found', sequence: 2, previous: { on_hand: 5 } });
});

test('what goes is taken from the home location first, then from the fullest others', async () => {
  const { run } = stockInMemory();
  await run(create('A', 20), transfer(MAIN, 'A1/S1', { A: 5 }), transfer(MAIN, 'A1/S2', { A: 8 }));

  const [outcome] = await run(adjust('A', -16));

  expect(outcome).toMatchObject({
    adjustment: {
      delta: -16,
      movements: [
        { location: 'MAIN', delta: -7, balance: 0 },
        { location: 'A1/S2', delta: -8, balance: 0 },
        { location: 'A1/S1', delta: -1, balance: 4 },
      ],
    },
  });
});

test('at a place it names, which is made where it is not there, only that one changes', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 5), adjust('A', 4, at('A1/S1')), adjust('A', -1, at('A1/S1')));

  expect(sku('A').stock.map(({ onHand }) => onHand)).toEqual([5, 3]);
});

test('adjustments come out the same in any order', async () => {
  const [forward, backward] = [stockInMemory(), stockInMemory()];
  const changes = [adjust('A', 7), adjust('A', -4), adjust('A', 2)];
  await forward.run(create('A', 10), ...changes);
  await backward.run(create('A', 10), ...changes.toReversed());

  expect([forward.sku('A').onHand, backward.sku('A').onHand]).toEqual([15, 15]);
});

test('never below zero, nor below what packed orders hold', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 10), allocate(1, [['A', 4]]), confirm(1));

  expect(await run(adjust('A', -7))).toMatchObject([
    {
      type: 'refused',
      refusal: {
        code: 'insufficient_stock',
        errors: [{ pointer: '/delta', sku: 'A', requested: 7, available: 6, on_hand: 10, minimum: 4 }],
      },
    },
  ]);
  await run(adjust('A', -6));
  expect(sku('A')).toMatchObject({ onHand: 4, allocated: 4, firm: 4 });
});

test('not more than lies at the place it names', async () => {
  const { run, sku, store } = stockInMemory();
  await run(create('A', 10));

  expect(await run(adjust('A', -1, at('A1/S1')))).toMatchObject([
    { refusal: { code: 'insufficient_stock', errors: [{ pointer: '/delta', requested: 1, available: 0 }] } },
  ]);
  expect(sku('A').version).toBe(1);
  expect([...store.locations.values()].map(({ path }) => path)).toEqual(['MAIN']);
});

test('below what is allocated it takes back from the newest orders, and what comes fills the oldest', async () => {
  const { run, sku, held } = stockInMemory();
  await run(create('A', 10), allocate(1, [['A', 4]]), allocate(2, [['A', 5]]));

  await run(adjust('A', -4));
  expect([held(orderId(1)), held(orderId(2))]).toEqual([[4], [2]]);
  await run(adjust('A', 2));
  expect([held(orderId(1)), held(orderId(2))]).toEqual([[4], [4]]);
  expect(sku('A')).toMatchObject({ onHand: 8, allocated: 8, waiting: 1 });
});

test('several in one batch that together take holds back are decided without being put off for ever', async () => {
  const { run, sku, violations } = stockInMemory();
  await run(create('A', 0), ...[1, 2, 3].map((order) => allocate(order, [['A', 5]])));

  await run(adjust('A', 15), adjust('A', -6), adjust('A', -6), update('A', { onHand: 1 }));

  expect(sku('A')).toMatchObject({ onHand: 1, allocated: 1, waiting: 14 });
  expect(violations()).toEqual([]);
});

test('the largest quantity is never passed', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', MOST - 1));

  expect(await run(adjust('A', 2))).toMatchObject([
    {
      refusal: {
        code: 'validation_failed',
        errors: [{ pointer: '/delta', code: 'out_of_range', on_hand: MOST - 1, maximum: MOST }],
      },
    },
  ]);
  expect(await run(adjust('A', 1))).toMatchObject([{ type: 'adjusted' }]);
  expect(sku('A').onHand).toBe(MOST);
});

test('which refusal answers: the place, the SKU, its version, and then what its state does not allow', async () => {
  const { run } = stockInMemory();
  await run(create('A', 5), archive);
  const refusalOf = async (command: AdjustStockCommand) => {
    const [outcome] = await run(command);
    return outcome?.type === 'refused' ? outcome.refusal.code : outcome?.type;
  };
  const stale = { ifMatch: { type: 'one-of', versions: [1] } } as const;

  expect(await refusalOf(adjust('NONE', 1, { ...at('W9:A1/S1'), ...stale }))).toBe('unknown_location');
  expect(await refusalOf(adjust('NONE', 1, stale))).toBe('not_found');
  expect(await refusalOf(adjust('A', 1, stale))).toBe('outdated');
  expect(await refusalOf(adjust('A', 1))).toBe('sku_archived');
});
