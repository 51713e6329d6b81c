import type { Allocation, AllocationLine } from '../../model/allocation.ts';
import { chooseSources, type Wanting } from '../../model/choose-sources.ts';
import { availableOf, promisableByWarehouse, type Sku } from '../../model/sku.ts';
import type { Source, Sourcing } from '../../model/sourcing.ts';
import type { StockDraft } from './stock-draft.ts';
import type { Warehouses } from './working-set.ts';

/** Lines of an order, with what they hold in warehouses. */
interface SourcedOrder {
  readonly lines: readonly Pick<AllocationLine, 'id' | 'sources'>[];
}

export interface SourcingBounds {
  /** The only warehouses that units are taken of; absent for all. */
  readonly within?: Warehouses | undefined;
  /** The most units of a SKU for all lines together; absent without a bound. */
  readonly atMost?: (sku: string) => number;
  /** Units that are kept for the order, by SKU: they are available to it. */
  readonly released?: ReadonlyMap<string, number>;
}

/** Chooses the warehouses of units that lines of an order are to hold, of those that are available. @returns sources by line. */
export function sourceUnits(
  draft: StockDraft,
  { lines }: SourcedOrder,
  sourcing: Sourcing,
  { wanted, within, atMost, released }: SourcingBounds & { readonly wanted: readonly Pick<Wanting, 'id' | 'sku' | 'units'>[] },
): ReadonlyMap<string, readonly Source[]> {
  const available = new Map<string, ReadonlyMap<string, number>>();
  const availableIn = (code: string, warehouse: string): number => {
    if (within && !within.has(warehouse)) return 0;
    const ofSku = available.get(code) ?? promisableByWarehouse(withReleased(draft.tracked(code), released?.get(code) ?? 0));
    available.set(code, ofSku);
    return ofSku.get(warehouse) ?? 0;
  };
  return chooseSources({
    sourcing,
    sources: draft.sources(),
    lines: wanted.map((line) => ({ ...line, held: lines.find(({ id }) => id === line.id)?.sources })),
    order: lines,
    availableIn,
    atMost: (code) => {
      const inAll = availableOf(withReleased(draft.knownSku(code), released?.get(code) ?? 0));
      return Math.min(inAll, atMost?.(code) ?? inAll);
    },
  });
}

const withReleased = <Reserved extends Pick<Sku, 'reserved'>>(sku: Reserved, units: number): Reserved =>
  units === 0 ? sku : { ...sku, reserved: sku.reserved - units };

/**
 * The most units of a SKU that an order may have that begins to want them: while backorders are being filled, what is available is theirs.
 *
 * @param own units that are kept for it, by SKU.
 */
export function newcomersOf(draft: StockDraft, own: ReadonlyMap<string, number> = new Map()): (code: string) => number {
  return (code) => (draft.knownSku(code).filling ? (own.get(code) ?? 0) : Number.POSITIVE_INFINITY);
}

/** Has the SKUs of an order that holds its units in warehouses counted by warehouse. */
export function trackWarehouses(
  draft: StockDraft,
  { lines, sourcing }: Pick<Allocation, 'sourcing'> & { readonly lines: readonly { readonly sku: string }[] },
): void {
  if (!sourcing) return;
  for (const { sku } of lines) if (!draft.knownSku(sku).warehouses) draft.putSku(draft.tracked(sku));
}
