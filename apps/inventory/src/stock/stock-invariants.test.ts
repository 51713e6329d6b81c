import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  adjust,
  allocate,
  confirm,
  count,
  create,
  fill,
  release,
  scanned,
  ship,
  transfer,
  update,
} from './domain/commands/command.builder.ts';
import type { SkuCommand, Command } from './domain/commands/commands.ts';
import { mainWarehouse } from '../locations/domain/location.builder.ts';
import type { LocationReference } from '../locations/domain/location.ts';
import type { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { stockInMemory } from './stock.fixture.ts';

/** Hundreds of runs, on a machine that does other things too. */
const PATIENCE_MS = 60_000;

const SKUS = ['A', 'B', 'C'];
const sku = fc.constantFrom(...SKUS);
const order = fc.integer({ min: 1, max: 12 });
const units = fc.integer({ min: 0, max: 12 });
const attempt = fc.integer({ min: 2, max: 6 });
const home = fc.constantFrom('A1/S1', 'A1/S2', 'A2/S1/B1');

const placeAt = (path: string): LocationReference => ({ type: 'path', codes: ['MAIN', ...path.split('/')] });
const delta = fc.integer({ min: -8, max: 8 }).filter((each) => each !== 0);
const somewhere = fc.option(home, { nil: undefined });
const skuChange: fc.Arbitrary<SkuCommand> = fc.oneof(
  fc.tuple(sku, units).map(([code, onHand]) => create(code, onHand, { reorderPoint: 3 })),
  fc.tuple(sku, units).map(([code, onHand]) => count(code, onHand)),
  fc.tuple(sku, delta, somewhere).map(([code, by, path]) => adjust(code, by, path ? { location: placeAt(path) } : {})),
);

const change: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(sku, delta, somewhere)
      .map(([code, by, path]) => adjust(code, by, path ? { location: placeAt(path) } : {})),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(skuChange, { minLength: 1, maxLength: 5 }), fc.constantFrom('partial', 'atomic'), fc.boolean())
      .map(([changes, mode, dryRun]): Command => ({
        type: 'batch',
        origin: create('A', 0).origin,
        commands: changes,
        mode,
        dryRun,
      })),
  },
  { weight: 2, arbitrary: fc.tuple(sku, units).map(([code, onHand]) => create(code, onHand, { reorderPoint: 3 })) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom('receive', 'count'), sku, units, somewhere)
      .map(([scan, movement, code, quantity, at]) => scanned(scan, movement, { sku: code, quantity, ...(at ? { at } : {}) })),
  },
  { weight: 6, arbitrary: fc.tuple(sku, units).map(([code, onHand]) => count(code, onHand)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(sku, home, fc.option(units, { nil: undefined }))
      .map(([code, path, onHand]) => update(code, { home: placeAt(path), restore: true, onHand })),
  },
  { weight: 1, arbitrary: sku.map((code): Command => ({ type: 'archive-sku', origin: create(code, 0).origin, sku: code })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(home, fc.dictionary(sku, fc.integer({ min: 1, max: 6 }), { minKeys: 1 }))
      .map(([to, lines]) => transfer(mainWarehouse().id, to, lines)),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(order, fc.array(fc.tuple(sku, fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 4 }))
      .map(([number, lines]) => allocate(number, lines)),
  },
  { weight: 4, arbitrary: fc.tuple(order, attempt).map(([number, which]) => confirm(number, which)) },
  { weight: 3, arbitrary: fc.tuple(order, attempt).map(([number, which]) => ship(number, which)) },
  { weight: 2, arbitrary: fc.tuple(order, attempt).map(([number, which]) => release(number, which)) },
  { weight: 1, arbitrary: sku.map(fill) },
);
const limits = fc.record({
  commandLines: fc.integer({ min: 1, max: 8 }),
  commandPlaces: fc.integer({ min: 1, max: 8 }),
  fillLines: fc.integer({ min: 1, max: 4 }),
  takeBackOrders: fc.integer({ min: 1, max: 4 }),
  takeBackLines: fc.integer({ min: 1, max: 4 }),
});

test(
  'whatever happens in whatever batches, the quantities agree with the ledger and with what orders hold',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { maxLength: 25 }),
        limits,
        async (batches, bounds) => {
          const { run, store, violations } = stockInMemory(bounds);
          await run(create('A', 5), create('B', 5, { reorderPoint: 5 }));
          for (const batch of batches) {
            await run(...batch);
            expect(violations()).toEqual([]);
          }
          await fillToTheEnd(run, store);
          expect(violations()).toEqual([]);
          expect(postedTwice(store)).toEqual([]);
          expect([...store.skus.values()].filter(({ filling }) => filling)).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  },
  PATIENCE_MS,
);

type Step =
  | { readonly type: 'arrive' | 'ask-again'; readonly order: number; readonly quantity: number }
  | { readonly type: 'count'; readonly target: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('arrive', 'ask-again'), order, quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ type: fc.constant('count'), target: fc.integer({ min: 0, max: 40 }) }),
);

test(
  'stock goes to the oldest orders first and is taken back from the newest first, however much is loaded at once',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 20 }),
        limits,
        async (batches, bounds) => {
          const { run, store } = stockInMemory(bounds);
          await run(create('A', 0));
          const orders: Command[] = [];
          for (const batch of batches) {
            await run(...batch.flatMap((each) => commandOf(each, orders)));
            expect(outOfOrder(store)).toEqual([]);
          }
          await fillToTheEnd(run, store);
          expect(outOfOrder(store)).toEqual([]);
          expect(skippedVersions(store)).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  },
  PATIENCE_MS,
);

/** A command that comes again has no effect, but its order is loaded. */
function commandOf(each: Step, orders: Command[]): Command[] {
  if (each.type === 'count') return [count('A', each.target)];
  if (each.type === 'ask-again') return orders.slice(each.order - 1, each.order);
  const arriving = allocate(orders.length + 1, [['A', each.quantity]]);
  orders.push(arriving);
  return [arriving];
}

async function fillToTheEnd(run: (command: Command) => Promise<unknown>, store: MemoryStockStore): Promise<void> {
  for (let rounds = 0; rounds < 1_000; rounds += 1) {
    const [next] = await store.filling(1);
    if (!next) return;
    await run(fill(next.sku));
  }
  throw new Error('Filling does not end');
}

/** All orders ask for the same SKU: those that are complete come first, then at most one in part, then those with nothing. */
function outOfOrder(store: MemoryStockStore): string[] {
  const shares = [...store.allocations.values()]
    .toSorted((a, b) => a.orderCreatedAt.getTime() - b.orderCreatedAt.getTime())
    .map(({ lines }) => lines.reduce((sum, line) => sum + line.allocated / line.quantity, 0));
  const inParts = shares.filter((share) => share > 0 && share < 1).length;
  const falls = shares.every((share, place) => place === 0 || share <= (shares[place - 1] ?? 1));
  return falls && inParts <= 1 ? [] : [`Orders hold ${shares.join(', ')}`];
}

/** Scans that moved stock more than once, or though they were refused. */
function postedTwice({ movements, scanAnswers }: MemoryStockStore): string[] {
  const ofScans = movements.filter(({ reference }) => reference?.type === 'scan');
  return Array.from(
    Map.groupBy(ofScans, ({ reference }) => reference?.id ?? ''),
    ([id, entries]) => {
      const changes = new Set(entries.map(({ sku: code, version }) => `${code} ${version}`));
      return changes.size > 1 || scanAnswers.get(id)?.refusal !== null ? [`${id}: ${[...changes].join(', ')}`] : [];
    },
  ).flat();
}

function skippedVersions(store: MemoryStockStore): string[] {
  const versions = store.messages.filter(({ type }) => type === 'inventory.updated').map(({ version }) => version);
  return versions.every((version, place) => version === place + 1) ? [] : [`Versions ${versions.join(', ')}`];
}
