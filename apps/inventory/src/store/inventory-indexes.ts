import type { IndexDeclaration } from '@fulfilment/mongo';

export const SKUS = 'skus';
export const LOCATIONS = 'locations';
export const MOVEMENTS = 'movements';
export const ALLOCATIONS = 'allocations';

export const FILLING_INDEX = 'tenant_filling';
export const WAITING_INDEX = 'tenant_waiting_oldest';
export const HELD_INDEX = 'tenant_held_newest';

export const INVENTORY_INDEXES: readonly IndexDeclaration[] = [
  { collection: SKUS, name: 'tenant_sku', key: { tenant: 1, sku: 1 }, options: { unique: true } },
  { collection: SKUS, name: 'tenant_status_sku', key: { tenant: 1, status: 1, sku: 1 } },
  { collection: SKUS, name: 'tenant_low_sku', key: { tenant: 1, low_stock: 1, sku: 1 } },
  { collection: SKUS, name: 'tenant_status_low_sku', key: { tenant: 1, status: 1, low_stock: 1, sku: 1 } },
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
  { collection: LOCATIONS, name: 'tenant_type_id', key: { tenant: 1, type: 1, _id: 1 } },
  { collection: LOCATIONS, name: 'tenant_parent_type_id', key: { tenant: 1, parent_id: 1, type: 1, _id: 1 } },
  { collection: LOCATIONS, name: 'tenant_parent_id', key: { tenant: 1, parent_id: 1, _id: 1 } },
  {
    collection: MOVEMENTS,
    name: 'tenant_sku_version_line',
    key: { tenant: 1, sku: 1, version: 1, line: 1 },
    options: { unique: true },
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
];
