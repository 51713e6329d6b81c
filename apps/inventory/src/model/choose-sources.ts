import { sourcesOf } from './allocation.ts';
import { eligibleFor, type Source, type Sources, type Sourcing, type Split, type Strategy, unitsIn } from './sourcing.ts';

/** Units that a line is to hold, and the warehouses that it holds others in. */
export interface Wanting {
  readonly id: string;
  readonly sku: string;
  readonly units: number;
  readonly held?: readonly Source[] | undefined;
}

/**
 * Pairs of a line and a warehouse that an order holds units in, at most: its outcome and its events name each, and are to fit a message
 * of Kafka. What would need another one waits.
 */
export const MAX_SOURCES = 1_000;

export interface Choosing {
  readonly sourcing: Sourcing;
  readonly sources: Sources;
  /** In the order in which they get units. */
  readonly lines: readonly Wanting[];
  /** All lines of the order, with what they hold in warehouses. */
  readonly order: readonly { readonly sources?: readonly Source[] }[];
  /** Units of a SKU that a warehouse can still promise. */
  readonly availableIn: (sku: string, warehouse: string) => number;
  /** The most units of a SKU that the lines may get together: fewer than those of all warehouses, where some are held wherever they lie. */
  readonly atMost: (sku: string) => number;
}

/**
 * Chooses the warehouses that lines are to hold units in. What none of the eligible ones has is left out: it waits.
 *
 * - `never`: every unit comes from one warehouse: that which the order holds units in, else the first that has all, else that with most;
 * - `by_line`: the same for each line by itself;
 * - `within_line`: from one after the other.
 *
 * The first is that of the highest priority, or with `most_stock` that with most units of the line; `fewest_splits` tries one warehouse for
 * all lines, then one for each, whatever else the split allows.
 *
 * @returns the sources of each line that gets units, by its id.
 */
export function chooseSources(choosing: Choosing): ReadonlyMap<string, readonly Source[]> {
  const { sourcing, sources, lines, order } = choosing;
  const strategy = sources.rules.strategy;
  const split = sourcing.split ?? sources.rules.split;
  const stock = new Stock(choosing);
  const eligible = eligibleFor(sourcing, sources).map(({ id }) => id);
  const forAll = candidatesForAll(eligible, stock, { lines, split, strategy, held: sourcesOf(order) });
  const chosen = new Map<string, readonly Source[]>();
  for (const line of lines) {
    const candidates = candidatesFor(line, forAll, stock, { split, strategy });
    const taken = stock.take(line, candidates);
    if (taken.length > 0) chosen.set(line.id, taken);
  }
  return chosen;
}

/** The units that are left while lines get theirs. */
class Stock {
  readonly #choosing: Choosing;
  readonly #left = new Map<string, number>();
  readonly #allowed = new Map<string, number>();
  /** Pairs of a line and a warehouse that the order may hold units in besides. */
  #pairs: number;

  constructor(choosing: Choosing) {
    this.#choosing = choosing;
    this.#pairs = MAX_SOURCES - choosing.order.reduce((sum, { sources = [] }) => sum + sources.length, 0);
  }

  allowed(sku: string): number {
    return this.#allowed.get(sku) ?? this.#choosing.atMost(sku);
  }

  left(sku: string, warehouse: string): number {
    return this.#left.get(`${warehouse} ${sku}`) ?? this.#choosing.availableIn(sku, warehouse);
  }

  /** Units of what is wanted that a warehouse has. */
  unitsOf(wanted: Wanted, warehouse: string): number {
    let sum = 0;
    for (const [sku, units] of wanted) sum += Math.min(units, this.allowed(sku), this.left(sku, warehouse));
    return sum;
  }

  take({ sku, units, held = [] }: Wanting, warehouses: readonly string[]): readonly Source[] {
    const known = new Set(held.map(({ warehouse }) => warehouse));
    let wanted = Math.min(units, this.allowed(sku));
    const taken = warehouses.flatMap((warehouse): Source[] => {
      const left = this.left(sku, warehouse);
      const some = Math.min(wanted, left);
      const isNew = !known.has(warehouse);
      if (some <= 0 || (isNew && this.#pairs <= 0)) return [];
      wanted -= some;
      if (isNew) this.#pairs -= 1;
      this.#left.set(`${warehouse} ${sku}`, left - some);
      return [{ warehouse, units: some }];
    });
    this.#allowed.set(sku, this.allowed(sku) - unitsIn(taken));
    return taken;
  }
}

/** Units of lines by SKU. */
type Wanted = ReadonlyMap<string, number>;

function wantedBy(lines: readonly Wanting[]): Wanted {
  const wanted = new Map<string, number>();
  for (const { sku, units } of lines) wanted.set(sku, (wanted.get(sku) ?? 0) + units);
  return wanted;
}

interface Manner {
  readonly split: Split;
  readonly strategy: Strategy;
}

/** The warehouses that all lines may have units of. */
function candidatesForAll(
  eligible: readonly string[],
  stock: Stock,
  { lines, split, strategy, held }: Manner & { readonly lines: readonly Wanting[]; readonly held: readonly Source[] },
): readonly string[] {
  if (split !== 'never' && strategy !== 'fewest_splits') return eligible;
  if (held.length > 0) return split === 'never' ? held.map(({ warehouse }) => warehouse) : eligible;
  const wanted = wantedBy(lines);
  const ranked = strategy === 'most_stock' ? byUnits(eligible, wanted, stock) : eligible;
  return oneFor(wanted, ranked, stock, split === 'never') ?? eligible;
}

/** The warehouses that a line may have units of, the first first. */
function candidatesFor(line: Wanting, forAll: readonly string[], stock: Stock, { split, strategy }: Manner): readonly string[] {
  const wanted = wantedBy([line]);
  const ranked = strategy === 'most_stock' ? byUnits(forAll, wanted, stock) : forAll;
  if (split === 'by_line' && line.held && line.held.length > 0) return line.held.map(({ warehouse }) => warehouse);
  if (split !== 'by_line' && strategy !== 'fewest_splits') return ranked;
  return oneFor(wanted, ranked, stock, split === 'by_line') ?? ranked;
}

/** The first warehouse that has all that is wanted; else, where it must be one, that with most of it. */
function oneFor(wanted: Wanted, ranked: readonly string[], stock: Stock, mustBeOne: boolean): readonly string[] | undefined {
  const units = wanted.values().reduce((sum, each) => sum + each, 0);
  const whole = ranked.find((warehouse) => stock.unitsOf(wanted, warehouse) >= units);
  if (whole !== undefined) return [whole];
  return mustBeOne ? byUnits(ranked, wanted, stock).slice(0, 1) : undefined;
}

/** Those first that have most units of what is wanted. Each is asked once: a tenant may have thousands. */
function byUnits(warehouses: readonly string[], wanted: Wanted, stock: Stock): readonly string[] {
  const having = warehouses.map((warehouse) => ({ warehouse, units: stock.unitsOf(wanted, warehouse) }));
  return having.toSorted((a, b) => b.units - a.units).map(({ warehouse }) => warehouse);
}
