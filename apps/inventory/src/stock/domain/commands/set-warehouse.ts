import type { VersionCondition } from '@fulfilment/kernel';
import { type Location, type LocationReference, type LocationsById, locationText } from '../../../model/location.ts';
import { locationArchived, noWarehouse, notYet, type Refusal, skuNotFound, tooManyLocations } from '../../../model/refusal.ts';
import { MAX_LOCATIONS, type Sku, type WarehouseSettings, withSettings } from '../../../model/sku.ts';
import { admittedKindOf } from '../admitted-kinds.ts';
import { type CommandSpec, type Origin, refused } from '../command.ts';
import { namedLocation, resolveTarget, shownLocations } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';

/** Changes the settings of a SKU for one warehouse. What is there and held stays as it is; an absent setting stays, null clears it. */
export interface SetWarehouseCommand extends Partial<WarehouseSettings> {
  readonly type: 'set-warehouse';
  readonly origin: Origin;
  readonly sku: string;
  readonly warehouse: LocationReference;
  readonly ifMatch?: VersionCondition | undefined;
  /** The refusal where the request repeats read-only facts of the SKU in the warehouse that are others by now. */
  readonly differsFrom?: ((sku: Sku, locations: LocationsById, warehouse: Location) => Refusal | undefined) | undefined;
}

const POINTER = '/warehouse';

export const setWarehouse: CommandSpec<SetWarehouseCommand> = {
  reads: ({ sku, warehouse }) => ({ skus: [sku], locations: [warehouse] }),
  forecast: ({ safetyStock, ...command }, { warehouses = [] }) => {
    if (safetyStock === undefined) return undefined;
    const before = warehouses.filter(({ id }) => command.warehouse.type === 'path' || command.warehouse.id === id);
    const released = Math.max(0, ...before.map((stock) => (stock.safetyStock ?? 0) - (safetyStock ?? 0)));
    return released > 0 ? { released } : undefined;
  },
  cause: () => ({ reason: 'reorder_point', reference: null, note: null }),
  decide: (draft, command) => {
    // The path names the SKU before the warehouse.
    if (!draft.sku(command.sku)) return refused(skuNotFound());
    const location = namedLocation(draft, command.warehouse);
    if (location?.type !== 'warehouse') return refused(noWarehouse(POINTER, locationText(command.warehouse), location));
    const target = resolveTarget(draft, command, undefined);
    if (target.type === 'missed') return target.result;
    if (location.archivedAt !== null) return refused(locationArchived(POINTER, location.path));
    const differing = command.differsFrom?.(target.sku, shownLocations(draft, target.sku), location);
    if (differing) return refused(differing);
    if (!draft.admits(admittedKindOf(command))) return refused(notYet());
    return withChanged(draft, command, location.id);
  },
};

function withChanged(draft: StockDraft, { sku: code, ...command }: SetWarehouseCommand, id: string) {
  const sku = draft.tracked(code);
  const { safetyStock = null, reorderPoint = null } = sku.warehouses.find((each) => each.id === id) ?? {};
  const settings = {
    safetyStock: command.safetyStock === undefined ? safetyStock : command.safetyStock,
    reorderPoint: command.reorderPoint === undefined ? reorderPoint : command.reorderPoint,
  };
  if (settings.safetyStock === safetyStock && settings.reorderPoint === reorderPoint)
    return { type: 'sku', sku: draft.knownSku(code), changed: true } as const;
  const warehouses = withSettings(sku.warehouses, id, settings);
  if (warehouses.length > Math.max(MAX_LOCATIONS, sku.warehouses.length)) return refused(tooManyLocations(POINTER, code));
  draft.putSku({ ...sku, warehouses });
  if ((settings.safetyStock ?? 0) < (safetyStock ?? 0)) fillBackorders(draft, code);
  return { type: 'sku', sku: draft.knownSku(code), changed: true } as const;
}
