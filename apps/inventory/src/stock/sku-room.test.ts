import { StoredCounts } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { create, origin, rename } from './domain/commands/command.builder.ts';
import type { Command, CommandBatch, SkuCommand } from './domain/commands/commands.ts';
import { LIMITS } from './domain/working-set.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { runCommandOf, TENANT } from './stock.fixture.ts';

/** Stock of a tenant that may have so many SKUs, with a clock for the counts. */
function bounded(maxSkus: number) {
  const store = new MemoryStockStore(mainWarehouse());
  const state = { counts: 0, nowMs: 0, maxSkus };
  const storedSkus = new StoredCounts({
    count: async () => {
      state.counts += 1;
      return store.skus.size;
    },
    nowMs: () => state.nowMs,
  });
  const change = runCommandOf({ store, limits: LIMITS, onStillFilling: () => {}, storedSkus });
  const withBound = <Each extends Command>(command: Each): Each => ({
    ...command,
    origin: { ...command.origin, maxSkus: state.maxSkus },
  });
  const run = async (command: Command) => (await change(TENANT, withBound(command))).result;
  const batch = (terms: Pick<CommandBatch, 'mode' | 'dryRun'>, ...commands: readonly SkuCommand[]) =>
    run({ type: 'batch', origin, commands: commands.map(withBound), ...terms });
  return { store, state, run, batch };
}

const FULL = {
  type: 'refused',
  refusal: {
    kind: 'forbidden',
    code: 'storage_limit_reached',
    errors: [{ pointer: '', code: 'storage_limit_reached', stored: 'skus', used: 2, maximum: 2 }],
  },
};

test('SKUs are created up to the bound and refused beyond it, without a count for each; the others can be changed', async () => {
  const { store, state, run } = bounded(2);
  expect(await run(create('A', 1))).toMatchObject({ type: 'sku' });
  expect(await run(create('B', 1))).toMatchObject({ type: 'sku' });
  expect(await run(create('C', 1))).toMatchObject(FULL);
  expect(await run(create('A', 1))).toMatchObject({ refusal: { code: 'sku_exists' } });
  expect(await run(rename('A', 'Mug'))).toMatchObject({ type: 'sku', record: { name: 'Mug' } });
  expect([...store.skus.keys()]).toEqual(['A', 'B']);
  expect(state.counts).toBe(1);
});

const keyed = (code: string) => create(code, 1, { origin: { ...origin, claim: { id: code, fingerprint: code } } });

test('a repeat under a key gets its first answer at the bound, and a refusal for room is not kept', async () => {
  const { state, run } = bounded(1);
  await run(keyed('A'));
  expect(await run(keyed('A'))).toMatchObject({ type: 'sku', record: { sku: 'A' } });
  expect(await run(keyed('B'))).toMatchObject({ refusal: { code: 'storage_limit_reached' } });
  state.maxSkus = 2;
  expect(await run(keyed('B'))).toMatchObject({ type: 'sku', record: { sku: 'B' } });
});

test('a batch creates what there is room for, or nothing where it is atomic or dry', async () => {
  const { store, batch } = bounded(2);
  const creations = [create('A', 1), create('A', 1), create('B', 1), create('C', 1)];
  const outcomes = [{ type: 'sku' }, { refusal: { code: 'sku_exists' } }, { type: 'sku' }, FULL];
  expect(await batch({ mode: 'partial', dryRun: true }, ...creations)).toMatchObject({ outcomes });
  expect(await batch({ mode: 'atomic', dryRun: false }, ...creations)).toMatchObject({ stands: false, outcomes });
  expect(store.skus.size).toBe(0);
  expect(await batch({ mode: 'partial', dryRun: false }, ...creations)).toMatchObject({ outcomes });
  expect(await batch({ mode: 'partial', dryRun: false }, create('D', 1))).toMatchObject({ outcomes: [FULL] });
  expect([...store.skus.keys()]).toEqual(['A', 'B']);
});

test('a tenant beyond its bound keeps what it has, and can create again once the bound is lifted', async () => {
  const { state, run } = bounded(9);
  for (const code of ['A', 'B', 'C']) await run(create(code, 1));
  state.maxSkus = 2;
  expect(await run(create('D', 1))).toMatchObject({ refusal: { errors: [{ used: 3, maximum: 2 }] } });
  expect(await run(rename('C', 'Cup'))).toMatchObject({ type: 'sku' });
  state.maxSkus = 4;
  expect(await run(create('D', 1))).toMatchObject({ type: 'sku' });
});
