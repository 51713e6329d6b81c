import { availableOf, promisableByWarehouse, sellableOf, type Sku, spareIn, type WarehouseStock } from '../model/sku.ts';
import type { Reservation } from '../model/reservation.ts';
import type { Sources } from '../model/sourcing.ts';
import type { Forecast, Foreseen } from './domain/command.ts';
import { type Command, partsOf, specOf } from './domain/commands/commands.ts';
import type { AvailableUnits, FoundOrders } from './domain/queue-stretch.ts';
import type { Limits, Reach } from './domain/working-set.ts';
import type { KeptWanted, StockReader } from './stock-ports.ts';

type FoundBySku = ReadonlyMap<string, FoundOrders>;

/**
 * Reads the orders that commands may fill or take from. Each SKU that is filled has its share of those that one transaction fills: with
 * all of them spent on the longest queue, a command that needs another would get no further.
 */
export async function loadQueues(
  read: StockReader,
  effects: ReadonlyMap<Sku, readonly Effect[]>,
  { limits, sources }: { readonly limits: Limits; readonly sources: Sources | undefined },
): Promise<{ readonly waiting: FoundBySku; readonly held: FoundBySku; readonly keeping: readonly Reservation[] }> {
  const waiting = new Map<string, FoundOrders>();
  const held = new Map<string, FoundOrders>();
  const keeping = new Map<string, Reservation>();
  const needs = Array.from(effects, ([sku, ofSku]) => ({ sku, ...forecast(sku, ofSku) }));
  const filled = needs.filter(({ sku, available }) => sku.waiting > 0 && available > 0);
  let ordersLeft = limits.fillLines;
  for (const [place, { sku, available: units }] of filled.entries()) {
    const atMost = Math.ceil(ordersLeft / (filled.length - place));
    if (atMost === 0) break;
    const only = onlyUnits(sku, units, sources);
    const found = await read.waiting({ sku: sku.code, ranked: sku.ranked === true, units, atMost, only });
    waiting.set(sku.code, only ? { ...found, within: withUnits(only.byWarehouse) } : found);
    ordersLeft -= found.allocations.length;
  }
  for (const { sku, shortfall, inWarehouses, keptIn } of needs) {
    const units = Math.max(0, shortfall);
    for (const wanted of keptWanted(sku, units, keptIn))
      for (const reservation of await read.keeping(wanted)) keeping.set(reservation.id, reservation);
    if (units === 0 && inWarehouses.size === 0) continue;
    const wanted = {
      sku: sku.code,
      ranked: sku.ranked === true,
      units,
      inWarehouses,
      atMost: limits.takeBackOrders + 1,
      atMostLines: limits.takeBackLines,
    };
    held.set(sku.code, await read.holding(wanted));
  }
  return { waiting, held, keeping: [...keeping.values()] };
}

/** The units of a SKU that may be taken back from reservations: of all, and of those in each warehouse. */
function keptWanted({ code, reserved }: Sku, units: number, keptIn: ReadonlyMap<string, number>): readonly KeptWanted[] {
  const inWarehouses = Array.from(keptIn, ([warehouse, short]) => ({ sku: code, units: short, warehouse }));
  return reserved > 0 && units > 0 ? [{ sku: code, units }, ...inWarehouses] : inWarehouses;
}

/** The available units by warehouse, where no others come free. */
function onlyUnits(sku: Sku, units: number, sources: Sources | undefined): AvailableUnits | undefined {
  const { warehouses } = sku;
  if (!sources || !warehouses || units !== availableOf(sku)) return undefined;
  return { byWarehouse: promisableByWarehouse({ ...sku, warehouses }), units, sources };
}

/** The warehouses with available units. */
const withUnits = (available: ReadonlyMap<string, number>): ReadonlySet<string> =>
  new Set([...available].flatMap(([id, units]) => (units > 0 ? [id] : [])));

interface Effect {
  readonly sku: Sku;
  readonly expected: Forecast;
  /** True for a part of a batch, of which any may be refused. */
  readonly mayNotHappen: boolean;
}

/** In the order of the commands. SKUs of which they fill and take nothing are left out. */
export function effectsBySku(
  commands: readonly Command[],
  skus: readonly Sku[],
  foreseen: Foreseen,
): ReadonlyMap<Sku, readonly Effect[]> {
  const byCode = new Map(skus.map((sku) => [sku.code, sku]));
  const effects = commands.flatMap((command) =>
    partsOf(command).flatMap((part) => {
      const spec = specOf(part);
      const codes = spec.forecast ? distinct(spec.reads(part, foreseen.allocations, foreseen.reservations).skus) : [];
      return codes.flatMap((code): Effect[] => {
        const sku = byCode.get(code);
        const expected = sku && spec.forecast?.(part, sku, foreseen);
        return expected ? [{ sku, expected, mayNotHappen: command.type === 'batch' }] : [];
      });
    }),
  );
  return Map.groupBy(effects, ({ sku }) => sku);
}

const NO_EFFECT = { counted: undefined, least: 0, most: 0, released: 0, carried: 0 } as const;

/**
 * Bounds of what commands do to a SKU, which tell how much of its queues is read at first. Too little is not wrong for a single command:
 * it is put off and decided alone. The commands of a batch are never apart: for these it is enough whichever of them are refused.
 *
 * @returns units that may come free, on top of those that are; and units that may be short of what is promised by then: stock that rises
 * before is allocated to the orders that wait. All of them are sellable ones, counted as if none were taken from other places. Where
 * orders hold units in warehouses, all that leaves may leave from any one of these.
 */
function forecast(sku: Sku, effects: readonly Effect[]): Forecasted {
  let sellableAtLeast = sellableOf(sku);
  let risen = 0;
  let released = 0;
  let shortfall = 0;
  let leaving = 0;
  for (const { expected, mayNotHappen } of effects) {
    const { counted: total, least, most, released: freed, carried } = { ...NO_EFFECT, ...expected };
    const counted = total === undefined ? undefined : total - sku.unavailable;
    const atLeast = counted ?? sellableAtLeast + least;
    const atMost = counted ?? sellableAtLeast + most;
    const free = mayNotHappen ? availableOf(sku) + risen : risen;
    const short = sku.allocated + sku.reserved + Math.min(sku.waiting, free) - atLeast;
    if (counted !== undefined || atLeast < sellableAtLeast) shortfall = Math.max(shortfall, short);
    risen += Math.max(0, atMost - sellableAtLeast) + carried;
    released += freed;
    leaving += Math.max(0, sellableAtLeast - atLeast) + carried;
    sellableAtLeast = mayNotHappen ? Math.min(sellableAtLeast, atLeast) : atLeast;
  }
  const come = risen + released;
  const inWarehouses = shortInWarehouses(sku, { leaving, come, mostIn: ({ allocated, firm }) => allocated - firm });
  const keptIn = shortInWarehouses(sku, { leaving, come, mostIn: ({ reserved }) => reserved });
  return { available: availableOf(sku) + come, shortfall, inWarehouses, keptIn };
}

interface Forecasted {
  readonly available: number;
  readonly shortfall: number;
  /** Units that orders hold in a warehouse and that may be short there, by its id. */
  readonly inWarehouses: ReadonlyMap<string, number>;
  /** The same of units that reservations keep there. */
  readonly keptIn: ReadonlyMap<string, number>;
}

interface Leaving {
  readonly leaving: number;
  /** Units that orders may hold there, before others leave. */
  readonly come: number;
  /** The most units that can be taken back in a warehouse. */
  readonly mostIn: (stock: WarehouseStock) => number;
}

function shortInWarehouses({ warehouses = [] }: Sku, { leaving, come, mostIn }: Leaving): ReadonlyMap<string, number> {
  const short =
    leaving === 0 ? [] : warehouses.map((stock) => [stock.id, Math.min(leaving + come - spareIn(stock), mostIn(stock))] as const);
  return new Map(short.filter(([, units]) => units > 0));
}

export function reachesOf(found: FoundBySku): ReadonlyMap<string, Reach> {
  return new Map(Array.from(found, ([code, orders]) => [code, reachOf(orders)]));
}

function reachOf({ complete, last, within }: FoundOrders): Reach {
  if (complete) return { type: 'all', within };
  return last ? { type: 'up-to', last, within } : { type: 'none' };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
