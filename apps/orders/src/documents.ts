import { ORDER_HISTORY, ORDERS, toHistoryEntry, toOrder } from './orders/order-documents.ts';

export { type HistoryDocument, ORDER_HISTORY, type OrderDocument, ORDERS } from './orders/order-documents.ts';

/**
 * Every collection of records: the reader of its documents, and the counter that their writers compare; null where they compare none,
 * or only add.
 */
export const COLLECTIONS = {
  [ORDERS]: { read: toOrder, counter: 'version' },
  [ORDER_HISTORY]: { read: toHistoryEntry, counter: null, isOnlyAdded: true },
} as const;
