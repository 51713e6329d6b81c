import { type Location, warehouseIdOf } from '../../model/location.ts';
import {
  fewerLieAt,
  insufficientStock,
  locationArchived,
  skuArchived,
  tooManyLocations,
  tooManyUnits,
} from '../../model/refusal.ts';
import { balanceAt, freeUnitsOf, MAX_LOCATIONS, MAX_UNITS, sellableOf, type Sku } from '../../model/sku.ts';
import { type Source, unitsIn, withSources } from '../../model/sourcing.ts';
import { DONE, refused } from './command.ts';
import { fillBackorders } from './commands/fill-backorders.ts';
import type { StockDraft } from './stock-draft.ts';
import { cannotSpare, leaveWarehouse, takeBack, type TotalResult } from './take-back.ts';
import { type Taking, takingsOfTotal } from './takings.ts';

export interface TotalChange {
  /** Units on hand after it. */
  readonly target: number;
  /** The one location that it is made at; else units come to the home location, and go as {@link takingsOfTotal} says. */
  readonly at?: Location | undefined;
  /** To the part of the request that asks for it. */
  readonly pointer: string;
}

/**
 * Brings the total of a SKU to a target. Where less is sellable then than is promised, the shortfall is taken back from reservations first,
 * and then from the newest orders that are not confirmed; below what confirmed orders hold it is refused. Where a warehouse has less then
 * than orders hold in it, they hold it elsewhere, as far as other warehouses have units to spare.
 */
export function changeTotal(draft: StockDraft, sku: Sku, change: TotalChange): TotalResult {
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: change.pointer, sku: sku.code }]));
  const result = change.target > sku.onHand ? raise(draft, sku, change) : lower(draft, sku, change);
  if (result.type === 'done') fillBackorders(draft, sku.code);
  return result;
}

/** Adds units, and fills no backorders with them. */
export function raise(draft: StockDraft, sku: Sku, { target, at, pointer }: TotalChange): TotalResult {
  if (target > MAX_UNITS) return refused(tooManyUnits(pointer, sku));
  const location = at ?? draft.knownLocation(sku.homeId);
  if (location.archivedAt !== null) return refused(locationArchived(pointer, location.path));
  const isNew = balanceAt(sku, location.id) === 0;
  if (isNew && sku.stock.length >= MAX_LOCATIONS) return refused(tooManyLocations(pointer, sku.code));
  draft.move(sku.code, { locationId: location.id, delta: target - sku.onHand });
  return DONE;
}

function lower(draft: StockDraft, sku: Sku, change: TotalChange): TotalResult {
  const { target, at, pointer } = change;
  const { code, onHand } = sku;
  const units = onHand - target;
  const available = at ? balanceAt(sku, at.id) : onHand;
  if (at && available < units)
    return refused(insufficientStock([{ pointer, sku: code, requested: units, available }], fewerLieAt(at.path)));
  const takings = () => (at ? [{ locationId: at.id, units }] : takingsOfTotal(draft, sku, units));
  return takeOut(draft, sku, { units, takings, pointer });
}

export interface Removal {
  readonly units: number;
  /** Asked where the units can be spared. */
  readonly takings: () => readonly Taking[];
  readonly pointer: string;
}

/** Takes units out of stock, and fills no backorders. */
export function takeOut(draft: StockDraft, sku: Sku, { units, takings, pointer }: Removal): TotalResult {
  const unpacked = sku.onHand - sku.firm;
  if (units > unpacked) return refused(cannotSpare(sku, { units, spare: unpacked, pointer }));
  const taken = takings();
  const sold = taken.flatMap(({ locationId, units: of }): Source[] => {
    const location = draft.knownLocation(locationId);
    return location.sellable ? [{ warehouse: warehouseIdOf(location), units: of }] : [];
  });
  const sellable = unitsIn(sold);
  const spare = sellableOf(sku) - sku.firm;
  if (sellable > spare) return refused(cannotSpare(sku, { units, spare, pointer }));
  for (const { warehouse, units: of } of withSources([], sold) ?? []) {
    const left = leaveWarehouse(draft, sku.code, { units: of, pointer, warehouse });
    if (left.type !== 'done') return left;
  }
  const freed = takeBack(draft, sku.code, { units: sellable - freeUnitsOf(draft.knownSku(sku.code)), pointer });
  if (freed.type !== 'done') return freed;
  for (const { locationId, units: of, entry } of taken) draft.move(sku.code, { locationId, delta: -of, entry });
  return DONE;
}
