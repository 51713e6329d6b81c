import { z } from 'zod';
import { gained } from '../events/gained-fields.ts';
import {
  clientTimestamp,
  createdAt,
  displayName,
  id,
  barcodeBeginning,
  listQuery,
  locationReference,
  newSkuCode,
  pageOf,
  locationByIdOrPath,
  quantity,
  queryFlag,
  repeatable,
  searchText,
  skuBarcode,
  skuCode,
  storedText,
  text,
  timestamp,
  updatedAt,
  asciiText,
} from '../fields.ts';
import { changedDetails, COST_NEEDS_CURRENCY, newDetails, shownDetails } from './sku-details.ts';
import { clearableField, defaultedField, optionalField, readOnlyField } from '../optional-fields.ts';

const NAME = 'Display name.';
const name = displayName.describe(NAME);
const onHand = quantity.describe('Units in stock at all locations.');
const reorderPoint = quantity.describe('The SKU is low in stock while fewer units are on hand.');
const safetyStock = quantity.describe(
  'Units to withhold from new orders and reservations; never taken from orders that hold units already.',
);
const home = locationReference.describe('Home location; null for the default warehouse itself.');

/** The units of a SKU that lie at one location. */
export const stockAtLocation = z
  .strictObject({
    location_id: id('loc').describe('Location by id.'),
    location: z.string().describe('Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.'),
    location_path: gained(z.string().describe('Whole path of the location from its warehouse down: `MAIN:A3/S2`.')),
    lot_id: gained(z.string().nullable().describe('Lot of the units by id; null, since units are not kept by lot yet.')),
    on_hand: quantity.describe('Units at exactly this location.'),
    picking: gained(
      quantity.describe(
        'Units of `on_hand` that are promised to open tasks of pick lists: 0 until there are any; there are none yet.',
      ),
    ),
    sellable: gained(z.boolean().describe('Whether orders can have these units: whether the location is sellable.')),
  })
  .meta({ id: 'StockAtLocation' });

/** Warehouses of which a SKU shows its quantities, at most. */
export const MAX_SHOWN_WAREHOUSES = 100;

const inOneWarehouse = {
  safety_stock:
    'Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set.',
  reorder_point: 'The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set.',
};

/** The quantities of a SKU in one warehouse: `on_hand` = `allocated` + `reserved` + `unavailable` + `buffer` + `available`, each ≥ 0. */
export const stockInWarehouse = z
  .strictObject({
    warehouse_id: id('loc').describe('Warehouse by id.'),
    warehouse: z.string().describe('Code of the warehouse: `MAIN`.'),
    on_hand: quantity.describe('Units in the warehouse.'),
    allocated: quantity.describe('Units there that are allocated to orders.'),
    reserved: quantity.describe(
      'Units that reservations keep in this warehouse, and units there that count as kept by reservations of no warehouse.',
    ),
    unavailable: quantity.describe('Units at locations of the warehouse that are not sellable.'),
    buffer: quantity.describe('Units there that count as withheld as safety stock.'),
    available: quantity.describe('Units there that can be ordered.'),
    incoming: gained(
      quantity.describe('Units that are expected in the warehouse, and not in stock yet: 0 until something announces them.'),
    ),
    safety_stock: gained(quantity.nullable().describe(inOneWarehouse.safety_stock)),
    reorder_point: gained(quantity.nullable().describe(inOneWarehouse.reorder_point)),
  })
  .meta({ id: 'StockInWarehouse' });

/** The state of a SKU: it can be ordered and changed, or is archived. */
export const skuStatus = z.enum(['active', 'archived']);

/** A SKU as every answer and event shows it: `on_hand` = sum of `stock` = `allocated` + `reserved` + `unavailable` + `buffer` + `available`, each ≥ 0. */
export const skuRecord = z
  .strictObject({
    sku: skuCode,
    name: storedText(1, 200).describe(NAME),
    on_hand: onHand,
    unavailable: quantity.describe('Units at locations that are not sellable: no order can have them.'),
    allocated: quantity.describe('Units allocated to orders that are not shipped yet.'),
    reserved: quantity.describe('Units that reservations keep until they expire.'),
    buffer: quantity.describe(
      'Units that are withheld as safety stock: as many of `safety_stock` as are free, and at least those that warehouses withhold.',
    ),
    available: quantity.describe('Units that can be ordered: on_hand - unavailable - allocated - reserved - buffer.'),
    incoming: quantity.describe(
      'Units that are expected, and not in stock yet: in no other quantity. 0 until something announces them; nothing does so yet.',
    ),
    safety_stock: safetyStock,
    reorder_point: reorderPoint,
    low_stock: z.boolean().describe('Whether on_hand is below reorder_point.'),
    sold_out: z.boolean().describe('Whether no unit is available.'),
    location: z.string().nullable().describe('Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.'),
    location_id: id('loc').describe('Location by id.'),
    location_path: z.string().describe('Whole path of the home location: `MAIN:A3/S2`, or `MAIN` for the default warehouse.'),
    stock: z.array(stockAtLocation).max(1_000).describe('Units by location and lot, without empty locations.'),
    warehouses: z
      .array(stockInWarehouse)
      .max(MAX_SHOWN_WAREHOUSES)
      .describe(
        `Quantities and settings by warehouse, without warehouses that have no unit and no setting; each quantity adds up to that of the SKU. The first ${MAX_SHOWN_WAREHOUSES} in the order in which \
the warehouses were created. What is in no one warehouse – reservations that name none, safety stock of the SKU alone, and orders whose warehouse is not chosen – is shown in the first of them.`,
      ),
    ...shownDetails,
    status: skuStatus.describe('Status of the record.'),
    version: z.int().min(1).describe('Increases by one with every change.'),
    created_at: createdAt,
    updated_at: updatedAt,
    archived_at: timestamp.nullable().describe('Time of archiving, RFC 3339 in UTC with milliseconds; null while active.'),
  })
  .meta({ id: 'Sku' });
export type SkuRecord = z.output<typeof skuRecord>;

/** A new SKU; `sku` and `name` are required. */
export const createSkuBody = z
  .strictObject({
    sku: newSkuCode,
    name,
    on_hand: defaultedField(onHand.default(0)),
    reorder_point: defaultedField(reorderPoint.default(0)),
    safety_stock: optionalField(safetyStock),
    // The fingerprints of batch items hold this null: repeats of those that earlier releases took are still known by it.
    location: defaultedField(home.nullable().default(null)),
    ...newDetails,
  })
  .meta({
    id: 'SkuCreate',
    examples: [{ sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' }],
    ...COST_NEEDS_CURRENCY,
  });
export type CreateSkuBody = z.output<typeof createSkuBody>;

/** Fields of a SKU that a change of it may repeat as they are. */
const readOnly = {
  sku: readOnlyField,
  unavailable: readOnlyField,
  allocated: readOnlyField,
  reserved: readOnlyField,
  buffer: readOnlyField,
  available: readOnlyField,
  incoming: readOnlyField,
  low_stock: readOnlyField,
  sold_out: readOnlyField,
  location_id: readOnlyField,
  location_path: readOnlyField,
  stock: readOnlyField,
  warehouses: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  updated_at: readOnlyField,
  archived_at: readOnlyField,
};

/** The read-only fields of a SKU. */
export const READ_ONLY_SKU_FIELDS: readonly string[] = Object.keys(readOnly);

/** The body of `PATCH /inventory/:sku`; an omitted field stays. */
export const updateSkuBody = z
  .strictObject({
    name: optionalField(name),
    on_hand: optionalField(onHand),
    expected_on_hand: optionalField(
      onHand.describe(
        'Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total.',
      ),
    ),
    reorder_point: optionalField(reorderPoint),
    safety_stock: optionalField(safetyStock),
    location: clearableField(home),
    status: optionalField(
      skuStatus.describe('`active` restores an archived SKU; `archived` is accepted where the SKU is archived already.'),
    ),
    reason: optionalField(
      asciiText(/^[a-z0-9_]{1,64}$/, '1 to 64 of a-z, 0-9 and "_"').describe(
        'Reason of the change in the ledger. Default: `count`.',
      ),
    ),
    note: optionalField(text(1, 1_000).describe('Note for readers of the ledger.')),
    ...changedDetails,
    ...readOnly,
  })
  .meta({ id: 'SkuUpdate', examples: [{ on_hand: 120, expected_on_hand: 100, reason: 'count' }] });
export type UpdateSkuBody = z.output<typeof updateSkuBody>;

const readOnlyInWarehouse = {
  warehouse_id: readOnlyField,
  warehouse: readOnlyField,
  on_hand: readOnlyField,
  allocated: readOnlyField,
  reserved: readOnlyField,
  unavailable: readOnlyField,
  buffer: readOnlyField,
  available: readOnlyField,
  incoming: readOnlyField,
};

/** The read-only fields of a SKU in one warehouse. */
export const READ_ONLY_WAREHOUSE_FIELDS: readonly string[] = Object.keys(readOnlyInWarehouse);

/** The body of `PATCH /inventory/:sku/warehouses/:warehouse`; an omitted field stays, null clears it. */
export const updateSkuWarehouseBody = z
  .strictObject({
    safety_stock: clearableField(quantity.describe(inOneWarehouse.safety_stock)),
    reorder_point: clearableField(quantity.describe(inOneWarehouse.reorder_point)),
    ...readOnlyInWarehouse,
  })
  .meta({ id: 'SkuWarehouseUpdate', examples: [{ safety_stock: 5, reorder_point: 10 }] });
export type UpdateSkuWarehouseBody = z.output<typeof updateSkuWarehouseBody>;

/** Query parameters of `GET /inventory`. */
export const listSkusQuery = z.strictObject({
  ...listQuery,
  status: z.enum(['active', 'archived', 'all']).default('active').describe('Status of the record.'),
  low_stock: queryFlag.optional().describe('`true`: only SKUs below their reorder point; `false`: only the others.'),
  sold_out: queryFlag.optional().describe('`true`: only SKUs without available units; `false`: only the others.'),
  location: locationByIdOrPath
    .optional()
    .describe('Id or path of a location: only SKUs with their home or stock at it or below it. 400 if it does not exist.'),
  warehouse: locationByIdOrPath
    .optional()
    .describe(
      'Id or code of a warehouse: only SKUs with stock, their home or settings in it, each with the quantities, places, `safety_stock`, `reorder_point`, ' +
        '`low_stock` and `sold_out` of that warehouse alone, and the filters of these names judged by it. Not together with `location`. 400 if it does not exist.',
    ),
  q: searchText
    .optional()
    .describe(
      'Only SKUs whose `sku`, or a word of whose `name`, starts with this, ignoring case and accents. Every word must match; there are at most 8.',
    ),
  sku: repeatable(skuCode, 100).optional().describe('Only these SKUs: repeat the parameter, up to 100 times.'),
  barcode: repeatable(skuBarcode, 100)
    .optional()
    .describe('Only SKUs with one of these barcodes: repeat the parameter, up to 100 times.'),
  barcode_prefix: barcodeBeginning
    .optional()
    .describe('Only SKUs with a barcode that starts with this, case-sensitive; of digits, leading zeros count for nothing.'),
  updated_since: clientTimestamp
    .optional()
    .describe(
      'Only SKUs that changed at or after this time. A change carries the time of its request and becomes visible with its commit: ' +
        'to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.',
    ),
  sort: z
    .enum(['sku', 'updated_at'])
    .optional()
    .describe(
      'Ascending. Default: `updated_at` with `updated_since`, else `sku`. By `updated_at`, a SKU that changes between two pages is listed again.',
    ),
});
export type ListSkusQuery = z.output<typeof listSkusQuery>;

/** A page of SKUs. */
export const skuPage = pageOf(skuRecord).meta({ id: 'SkuPage' });
