import { beforeEach, describe, expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import { adjust, allocate, create, orderId, origin, update } from './domain/commands/command.builder.ts';
import type { CommandBatch, SkuCommand } from './domain/commands/commands.ts';
import type { AdjustStockCommand } from './domain/commands/adjust-stock.ts';
import { stockInMemory } from './stock.fixture.ts';

const together = (terms: Pick<CommandBatch, 'mode' | 'dryRun'>, ...changes: readonly SkuCommand[]): CommandBatch => ({
  type: 'batch',
  origin,
  commands: changes,
  ...terms,
});

const ATOMIC = { mode: 'atomic', dryRun: false } as const;
const DRY = { mode: 'partial', dryRun: true } as const;

const main = mainWarehouse();
const shut = { ...main, id: 'loc_shut', path: 'SHUT', lineage: ['loc_shut'], archivedAt: main.createdAt };
const claim = { id: 'claim', fingerprint: 'same' };

/** 60 units of A, all held by six orders that are not packed. */
async function allHeld(limits = {}) {
  const stock = stockInMemory(limits);
  stock.store.locations.set(shut.id, shut);
  await stock.run(create('A', 60), ...[1, 2, 3, 4, 5, 6].map((order) => allocate(order, [['A', 10]])));
  return stock;
}

describe('behind a rise that does not come, what goes is taken back from the orders that hold it', () => {
  let stock: Awaited<ReturnType<typeof allHeld>>;
  beforeEach(async () => {
    stock = await allHeld();
  });

  const cases: [string, Partial<AdjustStockCommand>][] = [
    ['is refused', { location: parseLocation('SHUT') }],
    ['is outdated', { ifMatch: { type: 'one-of', versions: [99] } }],
  ];

  test.each(cases)('a rise that %s, dry', async (_what, changes) => {
    const commits = stock.store.commits;

    const [outcome] = await stock.run(together(DRY, adjust('A', 100, changes), adjust('A', -50)));

    expect(outcome).toMatchObject({ type: 'together', outcomes: [{}, { type: 'adjusted' }] });
    expect(stock.store.commits).toBe(commits + 1);
    expect(stock.sku('A')).toMatchObject({ onHand: 60, allocated: 60 });
  });

  test.each(cases)('a rise that %s, in an atomic batch', async (_what, changes) => {
    const [outcome] = await stock.run(together(ATOMIC, adjust('A', 100, changes), adjust('A', -50)));

    expect(outcome).toMatchObject({ type: 'together', stands: false, outcomes: [{}, { type: 'adjusted' }] });
  });

  test('a rise that was answered before', async () => {
    const { run, sku, held, violations } = stock;
    const once = { origin: { ...origin, claim } };
    await run(adjust('A', 20, once), adjust('A', -20));

    const [outcome] = await run(together(ATOMIC, adjust('A', 20, once), adjust('A', -50)));

    expect(outcome).toMatchObject({ type: 'together', stands: true });
    expect(sku('A')).toMatchObject({ onHand: 10, allocated: 10, waiting: 50 });
    expect([held(orderId(1)), held(orderId(2))]).toEqual([[10], [0]]);
    expect(violations()).toEqual([]);
  });

  test('a count that does not find what it expected', async () => {
    const counted = update('A', { onHand: 200, expectedOnHand: 59 });

    const [outcome] = await stock.run(together(DRY, counted, adjust('A', -50)));

    expect(outcome).toMatchObject({ outcomes: [{ type: 'outdated' }, { type: 'adjusted' }] });
  });
});

test('what orders wait for and get between two changes is taken back again', async () => {
  const { run, sku, violations } = stockInMemory({ fillLines: 1 });
  await run(create('A', 0), ...[1, 2, 3, 4].map((order) => allocate(order, [['A', 5]])));
  await run(update('A', { onHand: 20 }));

  const [outcome] = await run(together(ATOMIC, adjust('A', -1), adjust('A', -10)));

  expect(outcome).toMatchObject({ type: 'together', stands: true });
  expect(sku('A')).toMatchObject({ onHand: 9, allocated: 9 });
  expect(violations()).toEqual([]);
});

test('changes that take from more orders together than one transaction reads are refused, at once', async () => {
  const { run, sku, store } = await allHeld({ takeBackOrders: 2 });
  const commits = store.commits;

  const outcomes = await run(together(ATOMIC, adjust('A', -20), adjust('A', -20)));

  expect(outcomes).toMatchObject([{ type: 'refused', refusal: { code: 'validation_failed', errors: [{ pointer: '/items' }] } }]);
  expect(store.commits).toBe(commits + 1);
  expect(sku('A')).toMatchObject({ onHand: 60, allocated: 60 });
});
