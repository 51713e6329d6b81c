import type { IndexDeclaration } from '@fulfilment/mongo';
import { ORDER_HISTORY, ORDERS } from './order-documents.ts';

/** Names of the indexes that lists are read from. */
export const BY_STATUS = 'tenant_status_allocation_created';
export const BY_SKU = 'tenant_sku_status_allocation_created';
export const BY_EXTERNAL_ID = 'tenant_external_id_status_allocation_created';

/** The order of lists. */
export const NEWEST_FIRST = { created_at: -1, _id: -1 } as const;

const LISTED = { status: 1, allocation: 1 } as const;

export const ORDER_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: 'tenant_external_key',
    key: { tenant: 1, external_key: 1 },
    options: { unique: true, partialFilterExpression: { external_key: { $exists: true } } },
  },
  // Lists name their statuses and allocations: MongoDB merges one scan for each pair, all in the order of the list, and sorts nothing.
  { collection: ORDERS, name: BY_STATUS, key: { tenant: 1, ...LISTED, ...NEWEST_FIRST } },
  { collection: ORDERS, name: BY_SKU, key: { tenant: 1, 'lines.sku': 1, ...LISTED, ...NEWEST_FIRST } },
  {
    collection: ORDERS,
    name: BY_EXTERNAL_ID,
    key: { tenant: 1, external_id: 1, ...LISTED, ...NEWEST_FIRST },
    options: { partialFilterExpression: { external_id: { $exists: true } } },
  },
  { collection: ORDER_HISTORY, name: 'tenant_order_id', key: { tenant: 1, order_id: 1, _id: 1 } },
];
