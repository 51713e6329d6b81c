import { compareText } from '@fulfilment/kernel';

/** Ways to choose the warehouses that units are held in. `anywhere`: none is chosen, and units leave from where they lie. */
export const STRATEGIES = ['anywhere', 'priority', 'most_stock', 'fewest_splits'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Ways in which an order may be split over warehouses: not at all, with each line whole in one, or in any way. */
export type Split = 'never' | 'by_line' | 'within_line';

/** Lines of orders that a SKU counts as whose backorders are filled again after a change of what ships: each may have more than one. */
export const LINES_A_REFILLED_SKU = 5;

/** A tenant's rules of the allocation of its orders. Orders that were created before a change of them keep what they hold. */
export interface AllocationRules {
  readonly strategy: Strategy;
  readonly split: Split;
  /** Rises by one with every change; 0 where they were never set. */
  readonly version: number;
  /** Null where they were never set. */
  readonly updatedAt: Date | null;
  /** `key_…` or `mem_…`: who made the present version; absent where they were never set. */
  readonly lastActor?: string;
}

/** The rules of a tenant that never set any. */
export const NO_RULES: AllocationRules = { strategy: 'anywhere', split: 'within_line', version: 0, updatedAt: null };

/** The orders that a warehouse ships. */
export interface Shipping {
  /** False where no order may be shipped from it. */
  readonly ships: boolean;
  /** From 0 to 1000: of warehouses that may ship an order, the highest comes first. */
  readonly priority: number;
  /** ISO 3166-1 alpha-2 codes of those that it ships to; null for all. */
  readonly countries: readonly string[] | null;
}

/** Of a warehouse of which nothing else is said. */
export const DEFAULT_SHIPPING: Shipping = { ships: true, priority: 0, countries: null };

/** A warehouse that is active. */
export interface SourceWarehouse extends Shipping {
  readonly id: string;
  /** Its code. */
  readonly path: string;
}

/** The rules of a tenant, with its active warehouses. */
export interface Sources {
  readonly rules: AllocationRules;
  readonly warehouses: readonly SourceWarehouse[];
}

/** The code of a warehouse; its id where it is not active any more. */
export const codeOf = ({ warehouses }: Pick<Sources, 'warehouses'>, id: string): string =>
  warehouses.find((warehouse) => warehouse.id === id)?.path ?? id;

/** The warehouses that an order may be shipped from: it holds all its units in warehouses. Stored as it is. */
export interface Sourcing {
  /** Ids of warehouses; absent where the rules say it alone. */
  readonly shipFrom?: readonly string[];
  /** Absent where it is as the rules say. */
  readonly split?: Split;
  /** The country that it goes to; absent where it is not known. */
  readonly country?: string;
}

/** The warehouses that may ship an order, those of the highest priority first. */
export function eligibleFor({ shipFrom, country }: Sourcing, { warehouses }: Sources): readonly SourceWarehouse[] {
  const mayShip = ({ id, ships, countries }: SourceWarehouse): boolean =>
    ships && (shipFrom?.includes(id) ?? true) && (country === undefined || (countries?.includes(country) ?? true));
  return warehouses.filter(mayShip).toSorted((a, b) => b.priority - a.priority || compareText(a.path, b.path));
}

/** Units that are held in one warehouse. Stored as it is. */
export interface Source {
  /** The id of the warehouse. */
  readonly warehouse: string;
  readonly units: number;
}

/** Sources of the same units and others, each warehouse once; undefined where there are none. */
export function withSources(before: readonly Source[] = [], more: readonly Source[] = []): readonly Source[] | undefined {
  const units = new Map(before.map((source) => [source.warehouse, source.units]));
  for (const source of more) units.set(source.warehouse, (units.get(source.warehouse) ?? 0) + source.units);
  const sources = Array.from(units, ([warehouse, of]) => ({ warehouse, units: of })).filter((source) => source.units > 0);
  return sources.length > 0 ? sources : undefined;
}

/** The sources without others that are a part of them. */
export function withoutSources(before: readonly Source[] = [], taken: readonly Source[] = []): readonly Source[] | undefined {
  return withSources(
    before,
    taken.map(({ warehouse, units }) => ({ warehouse, units: -units })),
  );
}

/** The part of some sources with so many units: those of one warehouse, or those that come last. Fewer where there are fewer. */
export function partOf(sources: readonly Source[] = [], units: number, warehouse?: string): readonly Source[] {
  let left = units;
  return sources.toReversed().flatMap((source) => {
    const taken = warehouse === undefined || source.warehouse === warehouse ? Math.min(left, source.units) : 0;
    left -= taken;
    return taken > 0 ? [{ warehouse: source.warehouse, units: taken }] : [];
  });
}

/** The first of some sources with so many units, those of one warehouse where it is named. Fewer where there are fewer. */
export const firstOf = (sources: readonly Source[], units: number, warehouse?: string): readonly Source[] =>
  partOf(sources.toReversed(), units, warehouse);

/** Units that are held in a warehouse; in all where none is named. */
export const unitsIn = (sources: readonly Source[] = [], warehouse?: string): number =>
  sources.reduce((sum, source) => (warehouse === undefined || source.warehouse === warehouse ? sum + source.units : sum), 0);
