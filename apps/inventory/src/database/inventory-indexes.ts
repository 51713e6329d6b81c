import type { IndexDeclaration, MigrationStep, RetiredIndex } from '@fulfilment/mongo';

export const SKUS = 'skus';
export const LOCATIONS = 'locations';
export const MOVEMENTS = 'movements';
/** The first entries of SKUs' ledgers, where an operator has moved them there: an entry is in one of the two. */
export const COLD_MOVEMENTS = 'cold_movements';
export const ALLOCATIONS = 'allocations';
/** One document a tenant that has set them, by its key. */
export const ALLOCATION_RULES = 'allocation_rules';
export const RESERVATIONS = 'reservations';
export const SCAN_ANSWERS = 'scan_answers';
/** The last one of each SKU's ledger. */
export const CHECKPOINTS = 'ledger_checkpoints';
/** Where the pass that writes them has ended. */
export const CHECKPOINT_PASSES = 'ledger_checkpoint_passes';

export const SKU_LIST_INDEXES = {
  all: { sku: 'tenant_status_low_sku', updated_at: 'tenant_status_low_updated' },
  within: { sku: 'tenant_within_sku', updated_at: 'tenant_local_within_updated' },
  widespread: { updated_at: 'tenant_widespread_updated', within: 'tenant_widespread_within' },
  search: 'tenant_prefix_sku',
} as const;
export const LOCATION_LIST_INDEXES = {
  all: { created_at: 'tenant_status_type_id', path: 'tenant_status_type_path' },
  parent: { created_at: 'tenant_parent_status_id', path: 'tenant_parent_status_code' },
  within: 'tenant_lineage_id',
  search: 'tenant_prefix_id',
} as const;
export const BARCODE_INDEX = 'tenant_barcode';

/** A GTIN has one SKU, in whichever length. SKUs of releases before 0.1.0 have the field with the next change of their barcodes. */
export const GTINS: IndexDeclaration = {
  collection: SKUS,
  name: 'tenant_gtin',
  key: { tenant: 1, gtins: 1 },
  options: { unique: true, partialFilterExpression: { gtins: { $gt: '' } } },
};
/** The few locations whose units no order may have. */
export const UNSELLABLE: IndexDeclaration = {
  collection: LOCATIONS,
  name: 'tenant_unsellable',
  key: { tenant: 1 },
  options: { partialFilterExpression: { sellable: false } },
};
/** SKUs that are below a reorder point of a warehouse, by its id; others are not in them. Of schema version 16. */
export const LOW_IN_INDEXES = { sku: 'tenant_low_in_sku', updated_at: 'tenant_low_in_updated' } as const;
export const LOW_IN_WAREHOUSES: readonly IndexDeclaration[] = (
  [
    { name: LOW_IN_INDEXES.sku, key: { tenant: 1, low_in: 1, status: 1, sku: 1 } },
    { name: LOW_IN_INDEXES.updated_at, key: { tenant: 1, low_in: 1, status: 1, updated_at: 1, sku: 1 } },
  ] as const
).map((index) => ({ collection: SKUS, ...index, options: { partialFilterExpression: { low_in: { $exists: true } } } }));
export const STOCKED_WITHIN_INDEX = 'tenant_stocked_within_sku';
export const STOCKED_AT_INDEX = 'tenant_stocked_at_sku';
/** Both by version. */
export const LEDGER_INDEXES = { all: 'tenant_sku_version_line', atPlace: 'tenant_sku_place_version_line' } as const;
export const MOVED_UNDER_INDEX = 'tenant_claim';
export const FILLING_INDEX = 'tenant_filling';
export const WAITING_INDEX = 'tenant_waiting_oldest';
export const HELD_INDEX = 'tenant_held_newest';
export const RANKED_WAITING_INDEX = 'tenant_ranked_waiting';
export const RANKED_HELD_INDEX = 'tenant_ranked_held';
export const ENTRIES_BY_ORDER_INDEX = 'reference_order';
export const STANDING_SKU_INDEX = 'tenant_standing_sku';

/** Indexes of releases before schema version 1. */
export const RETIRED_INDEXES: readonly RetiredIndex[] = [{ collection: SKUS, name: 'tenant_within_updated' }];

/** Of schema version 1; each later one stands in its migration. */
export const BASELINE_INDEXES: readonly IndexDeclaration[] = [
  { collection: SKUS, name: 'tenant_sku', key: { tenant: 1, sku: 1 }, options: { unique: true } },
  // A list of all statuses, low in stock or not, merges up to four ranges of these: each is in the order of the list.
  { collection: SKUS, name: SKU_LIST_INDEXES.all.sku, key: { tenant: 1, status: 1, low_stock: 1, sku: 1 } },
  { collection: SKUS, name: SKU_LIST_INDEXES.all.updated_at, key: { tenant: 1, status: 1, low_stock: 1, updated_at: 1, sku: 1 } },
  { collection: SKUS, name: SKU_LIST_INDEXES.within.sku, key: { tenant: 1, within: 1, status: 1, low_stock: 1, sku: 1 } },
  {
    collection: SKUS,
    name: SKU_LIST_INDEXES.within.updated_at,
    key: { tenant: 1, within: 1, status: 1, low_stock: 1, updated_at: 1, sku: 1 },
    // It would have an entry to move for each of many locations, whenever a unit of a widespread SKU is moved or held.
    options: { partialFilterExpression: { widespread: null } },
  },
  {
    collection: SKUS,
    name: SKU_LIST_INDEXES.widespread.updated_at,
    key: { tenant: 1, status: 1, low_stock: 1, updated_at: 1, sku: 1 },
    options: { partialFilterExpression: { widespread: true } },
  },
  {
    collection: SKUS,
    name: SKU_LIST_INDEXES.widespread.within,
    key: { tenant: 1, widespread: 1, within: 1, status: 1, low_stock: 1, sku: 1 },
    options: { partialFilterExpression: { widespread: true } },
  },
  { collection: SKUS, name: SKU_LIST_INDEXES.search, key: { tenant: 1, prefixes: 1, status: 1, low_stock: 1, sku: 1 } },
  // A barcode has one SKU. Those without any are not in it.
  {
    collection: SKUS,
    name: BARCODE_INDEX,
    key: { tenant: 1, barcodes: 1 },
    options: { unique: true, partialFilterExpression: { barcodes: { $exists: true } } },
  },
  { collection: SKUS, name: STOCKED_WITHIN_INDEX, key: { tenant: 1, stocked_within: 1, sku: 1 } },
  { collection: SKUS, name: STOCKED_AT_INDEX, key: { tenant: 1, 'stock.location_id': 1, sku: 1 } },
  {
    collection: SKUS,
    name: FILLING_INDEX,
    key: { tenant: 1, filling: 1 },
    options: { partialFilterExpression: { filling: true } },
  },
  {
    collection: LOCATIONS,
    name: 'tenant_parent_code',
    key: { tenant: 1, parent_id: 1, code: 1 },
    options: { unique: true },
  },
  { collection: LOCATIONS, name: 'tenant_path', key: { tenant: 1, path: 1 }, options: { unique: true } },
  { collection: LOCATIONS, name: 'tenant_id', key: { tenant: 1, _id: 1 } },
  { collection: LOCATIONS, name: LOCATION_LIST_INDEXES.all.created_at, key: { tenant: 1, status: 1, type: 1, _id: 1 } },
  { collection: LOCATIONS, name: LOCATION_LIST_INDEXES.all.path, key: { tenant: 1, status: 1, type: 1, path: 1 } },
  {
    collection: LOCATIONS,
    name: LOCATION_LIST_INDEXES.parent.created_at,
    key: { tenant: 1, parent_id: 1, status: 1, type: 1, _id: 1 },
  },
  // In one parent the order of codes is that of paths, and stays when something above is renamed.
  {
    collection: LOCATIONS,
    name: LOCATION_LIST_INDEXES.parent.path,
    key: { tenant: 1, parent_id: 1, status: 1, type: 1, code: 1 },
  },
  { collection: LOCATIONS, name: LOCATION_LIST_INDEXES.within, key: { tenant: 1, lineage: 1, status: 1, type: 1, _id: 1 } },
  { collection: LOCATIONS, name: LOCATION_LIST_INDEXES.search, key: { tenant: 1, prefixes: 1, status: 1, type: 1, _id: 1 } },
  {
    collection: MOVEMENTS,
    name: LEDGER_INDEXES.all,
    key: { tenant: 1, sku: 1, version: 1, line: 1 },
    options: { unique: true },
  },
  {
    collection: MOVEMENTS,
    name: LEDGER_INDEXES.atPlace,
    key: { tenant: 1, sku: 1, location_id: 1, version: 1, line: 1 },
  },
  // Entries of requests without an idempotency key are not in it.
  {
    collection: MOVEMENTS,
    name: MOVED_UNDER_INDEX,
    key: { tenant: 1, 'claim.id': 1 },
    options: { partialFilterExpression: { 'claim.id': { $exists: true } } },
  },
  // Only open orders are in these two: they stay small however many orders were shipped.
  {
    collection: ALLOCATIONS,
    name: WAITING_INDEX,
    key: { tenant: 1, waiting_skus: 1, order_created_at: 1, order_id: 1 },
    options: { partialFilterExpression: { waiting_skus: { $exists: true } } },
  },
  {
    collection: ALLOCATIONS,
    name: HELD_INDEX,
    key: { tenant: 1, held_skus: 1, order_created_at: -1, order_id: -1 },
    options: { partialFilterExpression: { held_skus: { $exists: true } } },
  },
  // Orders that hold something or wait. Since version 2 no service reads by it; `verify` does, as it could by `tenant_standing_sku`. The
  // start of this release asks for it, so a release that drops it has to raise `minReader` above this one.
  {
    collection: ALLOCATIONS,
    name: 'tenant_standing',
    key: { tenant: 1, state: 1 },
    options: { partialFilterExpression: { state: { $in: ['open', 'confirmed'] } } },
  },
];

/** Entries of orders and scans: `verify` finds those of one of them. Ids are unique over all tenants. Of schema version 4. */
export const REFERENCES: IndexDeclaration = {
  collection: MOVEMENTS,
  name: 'reference',
  key: { 'reference.id': 1 },
  options: { partialFilterExpression: { 'reference.id': { $gt: '' } } },
};

/** Those of the ledger, by the same names: a query of both has one hint. Of schema version 5. */
export const COLD_LEDGER: readonly IndexDeclaration[] = [...BASELINE_INDEXES, REFERENCES]
  .filter(({ collection }) => collection === MOVEMENTS)
  .map((index) => ({ ...index, collection: COLD_MOVEMENTS }));

/** Entries of fulfilments by their orders, so that those of an order are found; no others are in it. Of schema version 9. */
export const ENTRIES_BY_ORDER: readonly IndexDeclaration[] = [MOVEMENTS, COLD_MOVEMENTS].map((collection) => ({
  collection,
  name: ENTRIES_BY_ORDER_INDEX,
  key: { 'reference.order_id': 1 },
  options: { partialFilterExpression: { 'reference.order_id': { $gt: '' } } },
}));

/** Orders that were edited, or have a priority or a time to ship by: they stand in these in place of the two of other orders. Of schema version 11. */
export const RANKED_ORDERS: readonly IndexDeclaration[] = [
  {
    collection: ALLOCATIONS,
    name: RANKED_WAITING_INDEX,
    key: { tenant: 1, ranked_waiting_skus: 1, waiting_rank: 1 },
    options: { partialFilterExpression: { ranked_waiting_skus: { $exists: true } } },
  },
  {
    collection: ALLOCATIONS,
    name: RANKED_HELD_INDEX,
    key: { tenant: 1, ranked_held_skus: 1, held_rank: -1 },
    options: { partialFilterExpression: { ranked_held_skus: { $exists: true } } },
  },
];

/**
 * Edits of earlier releases left lines that they did not change in no queue that is read of their SKU: the queues of all SKUs that orders
 * wait for or hold are read with those of orders that do not stand where their creation puts them.
 */
export const RANKED_SKUS: MigrationStep = {
  type: 'update',
  collection: SKUS,
  filter: { $or: [{ waiting: { $gt: 0 } }, { allocated: { $gt: 0 } }], ranked: { $exists: false } },
  update: [{ $set: { ranked: true } }],
};

/** Orders that hold or want a SKU: what is shipped and released is not in it. Of schema version 2. */
export const STANDING_SKUS: IndexDeclaration = {
  collection: ALLOCATIONS,
  name: STANDING_SKU_INDEX,
  key: { tenant: 1, 'lines.sku': 1 },
  options: { partialFilterExpression: { state: { $in: ['open', 'confirmed'] } } },
};

export const RESERVATION_LIST_INDEXES = {
  all: 'tenant_id',
  bySku: 'tenant_sku_id',
  byState: 'tenant_state_id',
  byExternalId: 'tenant_external_id',
  byWarehouse: 'tenant_warehouse_id',
} as const;
export const OVERDUE_INDEX = 'active_expires';
export const RESERVED_SKU_INDEX = 'tenant_active_sku_expires';
export const RESERVATION_NAME_INDEX = 'tenant_external_key';
const ENDED_RESERVATIONS_KEPT_S = 30 * 24 * 3_600;

/** Of reservations; only active ones are in those by expiry. Of schema version 12. */
export const RESERVATION_INDEXES: readonly IndexDeclaration[] = (
  [
    { name: RESERVATION_LIST_INDEXES.all, key: { tenant: 1, _id: -1 } },
    { name: RESERVATION_LIST_INDEXES.byState, key: { tenant: 1, state: 1, _id: -1 } },
    { name: RESERVATION_LIST_INDEXES.bySku, key: { tenant: 1, 'lines.sku': 1, _id: -1 } },
    {
      name: RESERVATION_LIST_INDEXES.byExternalId,
      key: { tenant: 1, external_id: 1, _id: -1 },
      options: { partialFilterExpression: { external_id: { $gt: '' } } },
    },
    {
      name: RESERVED_SKU_INDEX,
      key: { tenant: 1, 'lines.sku': 1, expires_at: 1, _id: 1 },
      options: { partialFilterExpression: { state: 'active' } },
    },
    { name: OVERDUE_INDEX, key: { expires_at: 1, tenant: 1 }, options: { partialFilterExpression: { state: 'active' } } },
    {
      name: RESERVATION_NAME_INDEX,
      key: { tenant: 1, external_key: 1 },
      options: { unique: true, partialFilterExpression: { external_key: { $gt: '' } } },
    },
    { name: 'ended', key: { ended_at: 1 }, options: { expireAfterSeconds: ENDED_RESERVATIONS_KEPT_S } },
  ] as const
).map((index) => ({ collection: RESERVATIONS, ...index }));

/** Reservations that keep their units in one warehouse. Of schema version 15. */
export const RESERVATIONS_BY_WAREHOUSE: IndexDeclaration = {
  collection: RESERVATIONS,
  name: RESERVATION_LIST_INDEXES.byWarehouse,
  key: { tenant: 1, 'warehouse.id': 1, _id: -1 },
  options: { partialFilterExpression: { 'warehouse.id': { $gt: '' } } },
};

/** Orders of which units come back, by their returns. */
export const RETURNS_OF_ORDERS: IndexDeclaration = {
  collection: ALLOCATIONS,
  name: 'tenant_return',
  key: { tenant: 1, return_ids: 1 },
  options: { partialFilterExpression: { return_ids: { $exists: true } } },
};

/** Locations of which scans was not told: documents of earlier releases. */
export const ANNOUNCED_LOCATIONS: IndexDeclaration = {
  collection: LOCATIONS,
  name: 'locations_announced',
  key: { announced: 1, _id: 1 },
};
