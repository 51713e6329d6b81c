import type { Allocation } from '../../apps/inventory/src/model/allocation.ts';
import type { ReceivedOutcome } from '../../apps/orders/src/orders/order-ports.ts';
import { allocationsAs, writing } from './stock-switches.ts';
import type { Bugs, PlantedBug } from './system.ts';

type ReceivedLine = ReceivedOutcome['lines'][number];

function withoutSources({ sources: _untold, portions, ...line }: ReceivedLine): ReceivedLine {
  return portions ? { ...line, portions: portions.map(({ sources: _own, ...portion }) => portion) } : line;
}

/** Orders hears where its units are held once, and of none that is held elsewhere since. */
function movesAreNoNews(): Bugs {
  const first = new Map<string, ReceivedLine['sources']>();
  const received = (outcome: ReceivedOutcome): ReceivedOutcome => ({
    ...outcome,
    lines: outcome.lines.map((line) => {
      const { id, allocated, sources } = line;
      const key = `${id} ${allocated}`;
      if (!first.has(key)) first.set(key, sources);
      const known = first.get(key);
      return known ? { ...line, sources: known } : line;
    }),
  });
  return { orders: { received } };
}

/** All portions as if they were held in the first warehouse of their line. */
function inFirstWarehouse(allocation: Allocation): Allocation {
  const lines = allocation.lines.map(({ portions, ...line }) => {
    const [first] = line.sources ?? [];
    if (!portions || !first) return portions ? { ...line, portions } : line;
    const moved = portions.map((portion) =>
      portion.sources ? { ...portion, sources: [{ warehouse: first.warehouse, units: portion.units }] } : portion,
    );
    return { ...line, portions: moved };
  });
  return { ...allocation, lines };
}

/** Bugs of orders that hold their units in warehouses. */
export const WAREHOUSE_BUGS: readonly PlantedBug[] = [
  {
    name: 'warehouses are not told',
    what: 'orders does not hear in which warehouses inventory holds its units',
    world: 'warehouses',
    firstSeed: 1,
    plant: () => ({ orders: { received: (outcome) => ({ ...outcome, lines: outcome.lines.map(withoutSources) }) } }),
  },
  {
    name: 'a move between warehouses is no news',
    what: 'orders keeps the warehouses of a line for as long as as many units are held',
    world: 'warehouses',
    firstSeed: 15,
    plant: movesAreNoNews,
  },
  {
    name: 'units held in a warehouse are not counted',
    what: 'a SKU is written as if no order held units of it in a warehouse',
    world: 'warehouses',
    firstSeed: 1,
    plant: () =>
      writing(({ skus }) => ({
        skus: skus.map((sku) =>
          sku.warehouses ? { ...sku, warehouses: sku.warehouses.map((each) => ({ ...each, allocated: each.firm })) } : sku,
        ),
      })),
  },
  {
    name: 'a fulfilment is looked for in the wrong warehouse',
    what: 'inventory finds the units of fulfilments in the first warehouse of their line',
    world: 'warehouses',
    firstSeed: 37,
    plant: () => allocationsAs(inFirstWarehouse),
  },
  {
    name: 'an order is held where it may not be shipped from',
    what: 'inventory does not know the warehouses that an order is to be shipped from',
    world: 'warehouses',
    firstSeed: 28,
    plant: () =>
      allocationsAs(({ sourcing, ...allocation }) => {
        const { shipFrom: _named, ...others } = sourcing ?? {};
        return sourcing ? { ...allocation, sourcing: others } : allocation;
      }),
  },
];
