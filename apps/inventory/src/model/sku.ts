import { compareText, gtinOf, scannedGtin } from '@fulfilment/kernel';

/** Units of a SKU that lie at one location; never 0. */
export interface StockEntry {
  readonly locationId: string;
  readonly onHand: number;
}

/** The last count of a SKU at one location, or of its total. */
export interface LastCount {
  readonly locationId: string | null;
  /** The moment at which the units were counted. */
  readonly at: Date;
  /** Of the scan; absent where a request stated the total, and in records of earlier releases. */
  readonly scanId?: string;
}

/** Facts of a SKU that no decision about stock looks at, but that a barcode has one SKU. */
export interface SkuDetails {
  readonly barcodes: readonly string[];
  /** The 14 digits of those that are GTINs, each of one SKU only; absent in records of releases before 0.1.0. */
  readonly gtins?: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly weightG: number | null;
  /** A decimal text; there is a currency with it. */
  readonly unitCost: string | null;
  readonly currency: string | null;
  readonly hsCode: string | null;
  readonly countryOfOrigin: string | null;
}

export const NO_DETAILS: SkuDetails = {
  barcodes: [],
  metadata: {},
  weightG: null,
  unitCost: null,
  currency: null,
  hsCode: null,
  countryOfOrigin: null,
};

/** Absent details stay as they are. */
export type DetailChanges = { readonly [Name in keyof SkuDetails]?: SkuDetails[Name] | undefined };

/** The details after a change of some, the very same ones where nothing changes. */
export function withDetails(before: SkuDetails, changes: DetailChanges): SkuDetails {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (named.length === 0) return before;
  const after: SkuDetails = { ...before, ...Object.fromEntries(named) };
  return textOf(after) === textOf(before) ? before : after;
}

/** Equal for equal details, in whatever order the metadata came. */
const textOf = ({ metadata, ...details }: SkuDetails): string =>
  JSON.stringify([Object.values(details), Object.entries(metadata).toSorted(([a], [b]) => compareText(a, b))]);

/** True of a SKU with the barcode that was scanned: as it is written, or its GTIN. */
export function hasBarcode({ details }: Pick<Sku, 'details'>, barcode: string): boolean {
  const gtin = scannedGtin(barcode);
  return barcodeTexts(details).some((text) => text === barcode || text === gtin);
}

/** The texts under which a SKU has its barcodes: as they are written, and the 14 digits of GTINs. */
export function barcodeTexts({ barcodes, gtins }: Pick<SkuDetails, 'barcodes' | 'gtins'>): readonly string[] {
  return [...barcodes, ...(gtins ?? barcodes.flatMap((code) => gtinOf(code) ?? []))];
}

/** The change that made a version of a record. Processes of earlier releases write versions without one. */
export interface LastChange {
  readonly version: number;
  /** `key_…`, `mem_…`, or the name of a service. */
  readonly actor: string;
}

/** @returns undefined where it is not known who made the present version. */
export function lastActor({ version, lastChange }: { readonly version: number; readonly lastChange?: LastChange }) {
  return lastChange?.version === version ? lastChange.actor : undefined;
}

/** Units of a SKU in one warehouse, and those promised there: `firm` ≤ `allocated` ≤ `onHand` - `unavailable` - `reserved`. */
export interface WarehouseStock {
  /** Of the warehouse. */
  readonly id: string;
  readonly onHand: number;
  readonly unavailable: number;
  /** Units that orders hold in this warehouse; those that are held wherever they lie are in none. */
  readonly allocated: number;
  /** Those of them that are packed. */
  readonly firm: number;
  /** Units that active reservations keep in this warehouse; those that are kept wherever they lie are in none. */
  readonly reserved: number;
  /** Units to withhold from new orders and reservations in this warehouse; absent where none were set. */
  readonly safetyStock?: number;
  /** The SKU is low in stock in this warehouse while fewer units are on hand there; absent where it was not set. */
  readonly reorderPoint?: number;
}

/** Settings of a SKU for one warehouse; null for none. */
export interface WarehouseSettings {
  readonly safetyStock: number | null;
  readonly reorderPoint: number | null;
}

/** A SKU and its quantities: `onHand` is the sum of `stock`, and `firm` ≤ `allocated` ≤ `onHand` - `unavailable` - `reserved`. */
export interface Sku {
  readonly code: string;
  readonly name: string;
  readonly onHand: number;
  /** Units at locations that are not sellable. */
  readonly unavailable: number;
  /** Units that orders hold, confirmed or not. */
  readonly allocated: number;
  /** Units that active reservations keep. */
  readonly reserved: number;
  /** Active reservations with a line for it. */
  readonly reservations: number;
  /** Units to withhold from new orders and reservations. */
  readonly safetyStock: number;
  /** Units that confirmed orders hold: nothing takes these back. */
  readonly firm: number;
  /** Units that open orders wait for. */
  readonly waiting: number;
  /** True while units are available that backorders wait for: new orders queue behind them until they are filled. */
  readonly filling: boolean;
  /** True once an order was in its queues that does not stand where its creation puts it; absent before. */
  readonly ranked?: true;
  /** By id, those with units or settings; absent until an order holds units in a warehouse, a reservation keeps some there, or one has a setting. */
  readonly warehouses?: readonly WarehouseStock[];
  readonly reorderPoint: number;
  readonly details: SkuDetails;
  readonly homeId: string;
  readonly stock: readonly StockEntry[];
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastChange?: LastChange;
  /** Counts of the last 30 days, one for each place that was counted. */
  readonly counts: readonly LastCount[];
  /** Null while it is active. */
  readonly archivedAt: Date | null;
}

/** A SKU as far as answers show it. */
export type ShownSku = Omit<Sku, 'firm' | 'waiting' | 'filling' | 'ranked' | 'reservations' | 'counts' | 'lastChange'>;

/** The most units of one SKU: 2^31 - 1. */
export const MAX_UNITS = 2_147_483_647;

/** Counts that are older are refused, so that they need not be known for longer. */
const COUNTS_KEPT_MS = 30 * 24 * 3_600_000;

/** Notes a count in place of the one before of the same place. */
export function withCount({ counts }: Pick<Sku, 'counts'>, count: LastCount): Pick<Sku, 'counts'> {
  const kept = counts.filter(({ locationId, at }) => locationId !== count.locationId && !isTooOld(at, count.at));
  return { counts: [...kept.slice(-MAX_LOCATIONS), count] };
}

/** True where nothing is known any more that a count of the moment `at` could be compared with. */
export const isTooOld = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > COUNTS_KEPT_MS;

/** The last count of a place, or of the total, where it is later than `moment`; those that are no longer kept are left out. */
export function countAfter(
  { counts }: Pick<Sku, 'counts'>,
  place: string | null,
  moment: Date,
  now: Date,
): LastCount | undefined {
  return counts.find(({ locationId, at }) => locationId === place && at > moment && !isTooOld(at, now));
}

/** True where the place, or one that it stands for or is part of, was counted after `at`. */
export const isCountedAfter = ({ counts }: Pick<Sku, 'counts'>, place: string | null, at: Date): boolean =>
  counts.some(({ locationId, at: counted }) => counted > at && (place === null || locationId === null || locationId === place));

/** The most locations that one SKU lies at. */
export const MAX_LOCATIONS = 1_000;

export type Availability = Pick<Sku, 'onHand' | 'unavailable' | 'allocated' | 'reserved' | 'safetyStock' | 'warehouses'>;

/** Units that orders may hold and reservations keep. */
export const sellableOf = ({ onHand, unavailable }: Pick<Sku, 'onHand' | 'unavailable'>): number => onHand - unavailable;

/** Units that no order holds and no reservation keeps. */
export const freeUnitsOf = (sku: Omit<Availability, 'safetyStock'>): number => sellableOf(sku) - sku.allocated - sku.reserved;

/**
 * Units that are withheld as safety stock: of what is free as many as the SKU withholds, and at least those that its warehouses withhold
 * together. The safety stock of a warehouse is a part of that of the SKU.
 */
export function bufferOf(sku: Availability): number {
  const inWarehouses = (sku.warehouses ?? []).reduce((sum, stock) => sum + withheldIn(stock), 0);
  return Math.min(Math.max(sku.safetyStock, inWarehouses), freeUnitsOf(sku));
}

/** Units that can still be promised. */
export const availableOf = (sku: Availability): number => freeUnitsOf(sku) - bufferOf(sku);

/** Units in one warehouse that are for sale, and that no order holds there and no reservation keeps. */
export const spareIn = ({ onHand, unavailable, allocated, reserved }: WarehouseStock): number =>
  onHand - unavailable - allocated - reserved;

/** Those of them that are withheld in it as its own safety stock. */
export const withheldIn = (stock: WarehouseStock): number => Math.min(stock.safetyStock ?? 0, spareIn(stock));

/** Units that are free in a warehouse beyond what is withheld in it. */
export const unwithheldIn = (stock: WarehouseStock): number => spareIn(stock) - withheldIn(stock);

/**
 * Units of each warehouse that an order may hold there; of all together no more than {@link availableOf}. Units that are held wherever they
 * lie, kept, or withheld by the SKU alone are in no warehouse: what is held in one leaves them the others.
 */
export function promisableByWarehouse(sku: Availability & Required<Pick<Sku, 'warehouses'>>): ReadonlyMap<string, number> {
  const available = availableOf(sku);
  return new Map(sku.warehouses.map((each) => [each.id, Math.min(unwithheldIn(each), available)]));
}

/** The quantities of a warehouse that has no unit of a SKU. */
export const NOTHING_IN = { onHand: 0, unavailable: 0, allocated: 0, firm: 0, reserved: 0 } as const;

/** The warehouses with the changes of one of them; those with neither units nor settings are left out. */
export function withWarehouse(
  warehouses: readonly WarehouseStock[],
  id: string,
  changes: Partial<Omit<WarehouseStock, 'id'>>,
): readonly WarehouseStock[] {
  const before = inWarehouse(warehouses, id);
  return replaced(warehouses, {
    ...before,
    onHand: before.onHand + (changes.onHand ?? 0),
    unavailable: before.unavailable + (changes.unavailable ?? 0),
    allocated: before.allocated + (changes.allocated ?? 0),
    firm: before.firm + (changes.firm ?? 0),
    reserved: before.reserved + (changes.reserved ?? 0),
  });
}

/** The warehouses with the settings of one of them in place of those before. */
export function withSettings(
  warehouses: readonly WarehouseStock[],
  id: string,
  { safetyStock, reorderPoint }: WarehouseSettings,
): readonly WarehouseStock[] {
  const { safetyStock: _safety, reorderPoint: _reorder, ...units } = inWarehouse(warehouses, id);
  return replaced(warehouses, {
    ...units,
    ...(safetyStock !== null && { safetyStock }),
    ...(reorderPoint !== null && { reorderPoint }),
  });
}

const inWarehouse = (warehouses: readonly WarehouseStock[], id: string): WarehouseStock =>
  warehouses.find((each) => each.id === id) ?? { id, ...NOTHING_IN };

function replaced(warehouses: readonly WarehouseStock[], after: WarehouseStock): readonly WarehouseStock[] {
  const others = warehouses.filter((each) => each.id !== after.id);
  const isEmpty = after.onHand === 0 && after.allocated === 0 && after.reserved === 0 && !isSet(after);
  return (isEmpty ? others : [...others, after]).toSorted((a, b) => compareText(a.id, b.id));
}

/** True of a warehouse for which the SKU has a setting of its own. */
export const isSet = ({ safetyStock, reorderPoint }: Partial<WarehouseSettings>): boolean =>
  safetyStock !== undefined || reorderPoint !== undefined;

/** Ids of the warehouses for which a SKU has settings. */
export const settingsIn = ({ warehouses = NO_WAREHOUSES }: Pick<Sku, 'warehouses'>): readonly string[] =>
  warehouses.filter(isSet).map(({ id }) => id);

const NO_WAREHOUSES: readonly WarehouseStock[] = [];

/** Ids of all locations that a record of a SKU names. */
export const locationsNamedBy = (sku: Pick<Sku, 'homeId' | 'stock' | 'warehouses'>): readonly string[] => [
  ...addLocationsNamedBy(sku, new Set()),
];

/** Adds the ids of all locations that a record of a SKU names. */
export function addLocationsNamedBy(sku: Pick<Sku, 'homeId' | 'stock' | 'warehouses'>, ids: Set<string>): ReadonlySet<string> {
  ids.add(sku.homeId);
  for (const { locationId } of sku.stock) ids.add(locationId);
  for (const id of settingsIn(sku)) ids.add(id);
  return ids;
}

export const isLow = ({ onHand, reorderPoint }: Pick<Sku, 'onHand' | 'reorderPoint'>): boolean => onHand < reorderPoint;

/** Ids of the warehouses in which a SKU is below the reorder point that it has there. */
export const lowIn = ({ warehouses = [] }: Pick<Sku, 'warehouses'>): readonly string[] =>
  warehouses.filter(({ onHand, reorderPoint = 0 }) => isLow({ onHand, reorderPoint })).map(({ id }) => id);

export const balanceAt = ({ stock }: Pick<Sku, 'stock'>, locationId: string): number =>
  stock.find((entry) => entry.locationId === locationId)?.onHand ?? 0;
