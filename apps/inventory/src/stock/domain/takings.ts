import { warehouseIdOf } from '../../model/location.ts';
import { freeUnitsOf, type Sku, spareIn, type StockEntry, unwithheldIn, type WarehouseStock } from '../../model/sku.ts';
import type { EntryFacts, StockDraft } from './stock-draft.ts';

/** Units to take from one location. */
export interface Taking {
  readonly locationId: string;
  readonly units: number;
  /** Facts of its entry that are not those of its command. */
  readonly entry?: EntryFacts;
}

/**
 * Spreads the units of a shipment over the sellable locations: the pickable ones before the others, and of these the home location first,
 * then the fullest.
 *
 * @param warehouse the one that they are held in; undefined where they are held in none: what others hold in warehouses stays there, and
 * what warehouses withhold goes last.
 * @throws Error if there are fewer.
 */
export function takingsOfSale(draft: StockDraft, sku: Sku, units: number, warehouse?: string): Taking[] {
  const { sellable } = entriesOf(draft, sku);
  if (warehouse === undefined) {
    const unheld = sparedFirst(draft, sku, sellable, { units, given: GIVEN_TO_ORDERS });
    return takingsFrom(sku, unheld, units);
  }
  return takingsFrom(
    sku,
    sellable.filter(({ locationId }) => warehouseIdOf(draft.knownLocation(locationId)) === warehouse),
    units,
  );
}

/** As much of the entries, in their order, as each warehouse can spare; all where the SKU is not counted by warehouse. */
function sparedOf(
  draft: StockDraft,
  { warehouses }: Sku,
  entries: readonly StockEntry[],
  spareOf: Spared,
): readonly StockEntry[] {
  if (!warehouses) return entries;
  const left = new Map(warehouses.map((stock) => [stock.id, spareOf(stock)]));
  return entries.flatMap(({ locationId, onHand }) => {
    const warehouse = warehouseIdOf(draft.knownLocation(locationId));
    const spare = left.get(warehouse) ?? 0;
    const units = Math.min(onHand, spare);
    left.set(warehouse, spare - units);
    return units > 0 ? [{ locationId, onHand: units }] : [];
  });
}

/**
 * Spreads units that are missing from the total, wherever they lay: those that are free go first, then those that cannot be sold, and last
 * those that are promised.
 *
 * @throws Error if there are fewer.
 */
export function takingsOfTotal(draft: StockDraft, sku: Sku, units: number): Taking[] {
  const { sellable, others } = entriesOf(draft, sku);
  const sold = Math.max(Math.min(units, freeUnitsOf(sku)), units - sku.unavailable);
  const spared = sparedFirst(draft, sku, sellable, { units: sold, given: GIVEN_IN_ALL });
  const ofSale = takingsFrom(sku, spared, sold);
  return sku.unavailable === 0 ? ofSale : [...ofSale, ...takingsFrom(sku, others, units - sold)];
}

type Spared = (stock: WarehouseStock) => number;

/** Units that a warehouse gives one after the other to orders that hold theirs in none: those that it does not withhold, then all that are free. */
const GIVEN_TO_ORDERS: readonly Spared[] = [unwithheldIn, spareIn];

/** The same where units are missing: those that it can spare, are kept there, or are held there and not packed. */
const GIVEN_IN_ALL: readonly Spared[] = [
  spareIn,
  (stock) => spareIn(stock) + stock.reserved,
  ({ onHand, unavailable, firm }) => onHand - unavailable - firm,
];

/** Entries of which each warehouse gives the first of these units before one gives the next. */
function sparedFirst(
  draft: StockDraft,
  sku: Sku,
  entries: readonly StockEntry[],
  { units, given }: { readonly units: number; readonly given: readonly Spared[] },
): readonly StockEntry[] {
  let spared: readonly StockEntry[] = [];
  for (const spareOf of given) {
    let missing = units - spared.reduce((sum, { onHand }) => sum + onHand, 0);
    if (missing <= 0) break;
    const sparedAt = new Map(spared.map(({ locationId, onHand }) => [locationId, onHand]));
    spared = sparedOf(draft, sku, entries, spareOf).flatMap((entry) => {
      const own = sparedAt.get(entry.locationId) ?? 0;
      const more = Math.min(missing, entry.onHand - own);
      missing -= more;
      return own + more > 0 ? [{ ...entry, onHand: own + more }] : [];
    });
  }
  return spared;
}

function takingsFrom({ code }: Sku, entries: readonly StockEntry[], units: number): Taking[] {
  const takings: Taking[] = [];
  let left = units;
  for (const { locationId, onHand } of entries) {
    if (left === 0) break;
    const taken = Math.min(left, onHand);
    takings.push({ locationId, units: taken });
    left -= taken;
  }
  if (left > 0) throw new Error(`${code} lacks ${left} of ${units} units`);
  return takings;
}

/** The places of a SKU in the order in which units are taken from them. */
function entriesOf(draft: StockDraft, { homeId, stock }: Sku) {
  const ranked = stock.map((entry) => ({ entry, location: draft.knownLocation(entry.locationId) }));
  const rankOf = ({ location: { pickable, id } }: (typeof ranked)[number]): number =>
    (pickable ? 0 : 2) + (id === homeId ? 0 : 1);
  const sorted = ranked.toSorted((a, b) => rankOf(a) - rankOf(b) || fullestFirst(a.entry, b.entry));
  const entries = (sellable: boolean): readonly StockEntry[] =>
    sorted.flatMap(({ entry, location }) => (location.sellable === sellable ? [entry] : []));
  return { sellable: entries(true), others: entries(false) };
}

function fullestFirst(a: StockEntry, b: StockEntry): number {
  return b.onHand - a.onHand || (a.locationId < b.locationId ? -1 : 1);
}
