import { chooseSources } from '../../model/choose-sources.ts';
import { eligibleFor, type Source, type Sources, type Sourcing } from '../../model/sourcing.ts';
import type { WarehouseTerms } from '../../model/warehouse-terms.ts';

/** A line of a quote. */
export interface AskedLine {
  readonly sku: string;
  readonly units: number;
}

/** A SKU, as far as it can be promised. */
export interface QuotedSku {
  readonly available: number;
  readonly warehouses: readonly Pick<WarehouseTerms, 'id' | 'code' | 'available' | 'spare'>[];
}

/** The warehouses that an order of the lines would hold its units in. */
export interface Placing {
  readonly sourcing: Sourcing;
  readonly sources: Sources;
}

/** Units of a line in one warehouse. */
export interface QuotedWarehouse {
  readonly id: string;
  readonly code: string;
  /** Less what earlier lines take. */
  readonly available: number;
  /** Units that the order would hold there; null where it would hold them wherever they lie. */
  readonly planned: number | null;
}

export interface QuotedLine {
  /** Units that could be ordered, less what earlier lines take. */
  readonly available: number;
  /** Those with available units that may ship it, in the order in which they are chosen. */
  readonly warehouses: readonly QuotedWarehouse[];
}

/** An order holds its units in warehouses where the tenant's rules choose them, or where it says something of them itself. */
export const isPlaced = ({ sourcing, sources }: Placing): boolean =>
  sources.rules.strategy !== 'anywhere' || sourcing.shipFrom !== undefined || sourcing.split !== undefined;

/** The lines of a quote, in their order, as one order would get them. @param placing as {@link isPlaced} has it; else undefined. */
export function quoteLines(
  lines: readonly AskedLine[],
  skus: ReadonlyMap<string, QuotedSku>,
  placing: Placing | undefined,
): readonly QuotedLine[] {
  return placing ? quotePlaced(lines, skus, placing) : quoteAnywhere(lines, skus);
}

/** Units of SKUs that are left while lines take theirs. What a warehouse has is found by its id: a SKU may lie in a thousand. */
class Left {
  readonly #skus: ReadonlyMap<string, QuotedSku>;
  readonly #warehouses = new Map<string, ReadonlyMap<string, QuotedSku['warehouses'][number]>>();
  readonly #taken = new Map<string, Taken>();

  constructor(skus: ReadonlyMap<string, QuotedSku>) {
    this.#skus = skus;
  }

  all(sku: string): number {
    return (this.#skus.get(sku)?.available ?? 0) - (this.#taken.get(sku)?.units ?? 0);
  }

  /** Those that are shown of a warehouse: what is held wherever it lies is taken for units of the first ones. */
  in(sku: string, warehouse: string): number {
    return (this.#termsOf(sku, warehouse)?.available ?? 0) - this.#takenIn(sku, warehouse);
  }

  /** Those that an order may hold in a warehouse. */
  promisableIn(sku: string, warehouse: string): number {
    const spare = this.#termsOf(sku, warehouse)?.spare ?? 0;
    return Math.min(spare - this.#takenIn(sku, warehouse), this.all(sku));
  }

  take(sku: string, sources: readonly Source[]): void {
    const taken = this.#taken.get(sku) ?? { units: 0, byWarehouse: new Map<string, number>() };
    this.#taken.set(sku, taken);
    for (const { warehouse, units } of sources) {
      taken.units += units;
      taken.byWarehouse.set(warehouse, (taken.byWarehouse.get(warehouse) ?? 0) + units);
    }
  }

  #takenIn(sku: string, warehouse: string): number {
    return this.#taken.get(sku)?.byWarehouse.get(warehouse) ?? 0;
  }

  #termsOf(sku: string, warehouse: string): QuotedSku['warehouses'][number] | undefined {
    let byId = this.#warehouses.get(sku);
    if (!byId) {
      byId = new Map((this.#skus.get(sku)?.warehouses ?? []).map((each) => [each.id, each]));
      this.#warehouses.set(sku, byId);
    }
    return byId.get(warehouse);
  }
}

/** Units of a SKU that lines took. */
interface Taken {
  units: number;
  readonly byWarehouse: Map<string, number>;
}

/** Units are taken for those of the first warehouses, as they are shown of a SKU. */
function quoteAnywhere(lines: readonly AskedLine[], skus: ReadonlyMap<string, QuotedSku>): readonly QuotedLine[] {
  const left = new Left(skus);
  return lines.map(({ sku, units }) => {
    const available = left.all(sku);
    const warehouses = (skus.get(sku)?.warehouses ?? []).map(({ id, code }) => ({ id, code, available: left.in(sku, id) }));
    let wanted = units;
    for (const { id, available: there } of warehouses) {
      const taken = Math.min(wanted, there);
      wanted -= taken;
      left.take(sku, [{ warehouse: id, units: taken }]);
    }
    return { available, warehouses: warehouses.filter((each) => each.available > 0).map((each) => ({ ...each, planned: null })) };
  });
}

function quotePlaced(
  lines: readonly AskedLine[],
  skus: ReadonlyMap<string, QuotedSku>,
  { sourcing, sources }: Placing,
): readonly QuotedLine[] {
  const left = new Left(skus);
  const chosen = chooseSources({
    sourcing,
    sources,
    lines: lines.map((line, place) => ({ id: String(place), ...line })),
    order: [],
    availableIn: (sku, warehouse) => left.promisableIn(sku, warehouse),
    atMost: (sku) => left.all(sku),
  });
  const split = sourcing.split ?? sources.rules.split;
  const eligible = eligibleFor(sourcing, sources);
  const [only] = split === 'never' ? Array.from(chosen.values(), ([first]) => first?.warehouse) : [];
  return lines.map(({ sku }, place) => {
    const planned = chosen.get(String(place)) ?? [];
    const plannedIn = new Map(planned.map((source) => [source.warehouse, source.units]));
    const warehouses = eligible.map(({ id, path: code }) => ({
      id,
      code,
      available: left.promisableIn(sku, id),
      planned: plannedIn.get(id) ?? 0,
    }));
    const units = warehouses.filter(({ id }) => only === undefined || id === only).map((each) => each.available);
    const together = split === 'within_line' ? units.reduce((sum, each) => sum + each, 0) : Math.max(0, ...units);
    const available = Math.min(together, left.all(sku));
    left.take(sku, planned);
    return { available, warehouses: warehouses.filter((each) => each.available > 0) };
  });
}
