import type { Allocation, AllocationLine } from '../../model/allocation.ts';
import { type Location, warehouseIdOf } from '../../model/location.ts';
import { isActive, type Reservation } from '../../model/reservation.ts';
import { type Sku, type WarehouseStock, withWarehouse } from '../../model/sku.ts';
import type { Source } from '../../model/sourcing.ts';

/** Units that orders hold of a SKU in a warehouse. */
export interface HeldUnits {
  readonly sku: string;
  readonly warehouse: string;
  readonly allocated: number;
  /** Those of them that are packed. */
  readonly firm: number;
}

const NONE: readonly HeldUnits[] = [];

/** The changes of what an order holds in warehouses, by SKU and warehouse; all that it holds where there was none before. */
export function heldChanges(before: Allocation | undefined, after: Allocation): readonly HeldUnits[] {
  if (!before?.sourcing && !after.sourcing) return NONE;
  const changes = new Map<string, HeldUnits>();
  const add = (allocation: Allocation, sign: 1 | -1): void => {
    for (const { sku, warehouse, allocated, firm } of heldIn(allocation)) {
      const key = `${warehouse} ${sku}`;
      const sum = changes.get(key) ?? { sku, warehouse, allocated: 0, firm: 0 };
      changes.set(key, { ...sum, allocated: sum.allocated + sign * allocated, firm: sum.firm + sign * firm });
    }
  };
  if (before) add(before, -1);
  add(after, 1);
  return [...changes.values()].filter(({ allocated, firm }) => allocated !== 0 || firm !== 0);
}

function heldIn(allocation: Allocation): readonly HeldUnits[] {
  return allocation.lines.flatMap((line) => {
    const { sku, sources = [] } = line;
    const held = sources.map(({ warehouse, units }) => ({ sku, warehouse, allocated: units, firm: 0 }));
    const packed = firmSourcesOf(allocation, line).map(({ warehouse, units }) => ({ sku, warehouse, allocated: 0, firm: units }));
    return [...held, ...packed];
  });
}

function firmSourcesOf({ state }: Allocation, { sources = [], portions = [] }: AllocationLine): readonly Source[] {
  if (state === 'confirmed') return sources;
  return portions.flatMap((portion) => (portion.firm ? (portion.sources ?? []) : []));
}

/** Units that a reservation keeps of a SKU in a warehouse. */
interface KeptUnits {
  readonly sku: string;
  readonly warehouse: string;
  readonly reserved: number;
}

/** The changes of what a reservation keeps in its warehouse, by SKU; all that it keeps where there was none before. */
export function keptChanges(before: Reservation | undefined, after: Reservation): readonly KeptUnits[] {
  const { warehouse } = after;
  if (!warehouse) return [];
  const units = new Map<string, number>();
  const add = ({ lines }: Reservation, sign: 1 | -1): void => {
    for (const line of lines) units.set(line.sku, (units.get(line.sku) ?? 0) + sign * line.units);
  };
  if (before && isActive(before)) add(before, -1);
  if (isActive(after)) add(after, 1);
  return Array.from(units, ([sku, reserved]) => ({ sku, warehouse: warehouse.id, reserved })).filter(
    ({ reserved }) => reserved !== 0,
  );
}

/** The SKU with its units by warehouse, which are counted from its places where they were not counted before. */
export function trackedIn(
  sku: Sku,
  locationOf: (id: string) => Pick<Location, 'id' | 'lineage' | 'sellable'>,
): Sku & Required<Pick<Sku, 'warehouses'>> {
  const { warehouses } = sku;
  if (warehouses) return { ...sku, warehouses };
  const counted = sku.stock.reduce<readonly WarehouseStock[]>((sum, { locationId, onHand }) => {
    const location = locationOf(locationId);
    return withWarehouse(sum, warehouseIdOf(location), { onHand, unavailable: location.sellable ? 0 : onHand });
  }, []);
  return { ...sku, warehouses: counted };
}
