import type { IndexDeclaration } from '@fulfilment/mongo';

export const ORDERS = 'orders';
export const ORDER_HISTORY = 'order_history';

export const ORDER_INDEXES: readonly IndexDeclaration[] = [
  {
    collection: ORDERS,
    name: 'tenant_external_key',
    key: { tenant: 1, external_key: 1 },
    options: { unique: true, partialFilterExpression: { external_key: { $exists: true } } },
  },
  // Lists by one status or several: MongoDB merges the statuses, each in the order of ids, without sorting.
  { collection: ORDERS, name: 'tenant_status_id', key: { tenant: 1, status: 1, _id: -1 } },
  {
    collection: ORDERS,
    name: 'tenant_external_id',
    key: { tenant: 1, external_id: 1, _id: -1 },
    options: { partialFilterExpression: { external_id: { $exists: true } } },
  },
  { collection: ORDER_HISTORY, name: 'tenant_order_id', key: { tenant: 1, order_id: 1, _id: 1 } },
];
