import { MAX_SHOWN_WAREHOUSES, type SkuRecord } from '@fulfilment/contracts';
import { DEFAULT_WAREHOUSE, type Location, locationIn, type LocationsById, shownPath, warehouseIdOf } from '../model/location.ts';
import { availableOf, bufferOf, isLow, type ShownSku } from '../model/sku.ts';
import { type Placed, type WarehouseTerms, warehouseTerms } from '../model/warehouse-terms.ts';

/** Units that are expected: none, since nothing announces any. */
const INCOMING = 0;

/**
 * A SKU as answers and events show it.
 *
 * @param whole the SKU with all its stock, where `sku` has a part of it alone: quantities by warehouse are those of the whole.
 */
export function toSkuRecord(sku: ShownSku, locations: LocationsById, whole: Placed = sku): SkuRecord {
  const home = locationIn(locations, sku.homeId).path;
  const available = availableOf(sku);
  const { barcodes, metadata, weightG, unitCost, currency, hsCode, countryOfOrigin } = sku.details;
  return {
    sku: sku.code,
    name: sku.name,
    on_hand: sku.onHand,
    unavailable: sku.unavailable,
    allocated: sku.allocated,
    reserved: sku.reserved,
    buffer: bufferOf(sku),
    available,
    incoming: INCOMING,
    safety_stock: sku.safetyStock,
    reorder_point: sku.reorderPoint,
    low_stock: isLow(sku),
    sold_out: available === 0,
    location: home === DEFAULT_WAREHOUSE ? null : shownPath(home),
    location_id: sku.homeId,
    location_path: home,
    stock: sku.stock.map(({ locationId, onHand }) => toStockAtLocation(locationIn(locations, locationId), onHand)),
    warehouses: toWarehouseRecords(warehouseTerms(whole, locations).slice(0, MAX_SHOWN_WAREHOUSES)),
    // Not by a spread, which has the rest of a record written field by field: 0.1 ms of a page.
    barcodes: [...barcodes],
    metadata: { ...metadata },
    weight_g: weightG,
    unit_cost: unitCost,
    currency,
    hs_code: hsCode,
    country_of_origin: countryOfOrigin,
    status: sku.archivedAt === null ? 'active' : 'archived',
    version: sku.version,
    created_at: sku.createdAt.toISOString(),
    updated_at: sku.updatedAt.toISOString(),
    archived_at: sku.archivedAt?.toISOString() ?? null,
  };
}

/** Units at one location, as records of stock show them: of no lot, and promised to no pick list, since there are none yet. */
export function toStockAtLocation({ id, path, sellable }: Location, onHand: number): SkuRecord['stock'][number] {
  return { location_id: id, location: shownPath(path), location_path: path, lot_id: null, on_hand: onHand, picking: 0, sellable };
}

const NOTHING_THERE = {
  onHand: 0,
  unavailable: 0,
  allocated: 0,
  reserved: 0,
  buffer: 0,
  available: 0,
  safetyStock: null,
  reorderPoint: null,
} as const;

/** A SKU with the quantities and settings of one warehouse in place of its own, as lists by warehouse show it. */
export function toRecordIn(warehouse: string, sku: ShownSku, locations: LocationsById): SkuRecord {
  const lying = sku.stock.filter(({ locationId }) => warehouseIdOf(locationIn(locations, locationId)) === warehouse);
  const terms = warehouseTerms(sku, locations).filter(({ id }) => id === warehouse);
  const { onHand, unavailable, allocated, reserved, buffer, available, ...settings } = terms[0] ?? NOTHING_THERE;
  const reorderPoint = settings.reorderPoint ?? 0;
  return {
    ...toSkuRecord({ ...sku, stock: lying }, locations, sku),
    on_hand: onHand,
    unavailable,
    allocated,
    reserved,
    buffer,
    available,
    safety_stock: settings.safetyStock ?? 0,
    reorder_point: reorderPoint,
    low_stock: isLow({ onHand, reorderPoint }),
    sold_out: available === 0,
    warehouses: toWarehouseRecords(terms),
  };
}

function toWarehouseRecords(shown: readonly WarehouseTerms[]): SkuRecord['warehouses'] {
  return shown.map(({ id, code, onHand, allocated, reserved, unavailable, buffer, available, safetyStock, reorderPoint }) => ({
    warehouse_id: id,
    warehouse: code,
    on_hand: onHand,
    allocated,
    reserved,
    unavailable,
    buffer,
    available,
    incoming: INCOMING,
    safety_stock: safetyStock,
    reorder_point: reorderPoint,
  }));
}
