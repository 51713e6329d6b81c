import { tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db, Filter } from 'mongodb';
import type { OrderFilter, OrderLists } from './order-ports.ts';
import { type HistoryDocument, toHistoryEntry } from './history-documents.ts';
import { type OrderDocument, toOrder } from './order-documents.ts';
import { BY_EXTERNAL_ID, BY_SKU, BY_STATUS, NEWEST_FIRST, ORDER_HISTORY, ORDERS } from './order-indexes.ts';

export function makeMongoOrderLists(db: Db, cursors: Cursors): OrderLists {
  const orders = db.collection<OrderDocument>(ORDERS);
  const history = db.collection<HistoryDocument>(ORDER_HISTORY);
  return {
    orders: (owner, filter, page) => {
      const tenant = tenantKey(owner);
      return readPage(
        cursors,
        {
          ...page,
          collection: orders,
          filter: conditionsOf(tenant, filter),
          sort: NEWEST_FIRST,
          hint: indexFor(filter),
          scope: { tenant, list: 'orders', filter: { ...filter } },
        },
        toOrder,
      );
    },
    history: ({ tenant: owner, id }, page) => {
      const tenant = tenantKey(owner);
      return readPage(
        cursors,
        {
          ...page,
          collection: history,
          filter: { tenant, order_id: id },
          sort: { _id: 1 },
          scope: { tenant, list: 'order history', filter: { id } },
        },
        toHistoryEntry,
      );
    },
  };
}

function conditionsOf(
  tenant: string,
  { statuses, allocations, externalId, sku, createdFrom, createdBefore }: OrderFilter,
): Filter<OrderDocument> {
  return {
    tenant,
    status: { $in: [...statuses] },
    allocation: { $in: [...allocations] },
    ...(externalId === undefined ? {} : { external_id: externalId }),
    ...(sku === undefined ? {} : { 'lines.sku': sku }),
    ...(createdFrom || createdBefore ? { created_at: between(createdFrom, createdBefore) } : {}),
  };
}

function between(from: Date | undefined, before: Date | undefined) {
  return { ...(from ? { $gte: from } : {}), ...(before ? { $lt: before } : {}) };
}

/** Told, since a plan that MongoDB chose for a common SKU or status would be kept for a rare one. */
function indexFor({ externalId, sku }: OrderFilter): string {
  // Under an external id there is one order, and those that were rejected before it: whatever else is asked is looked up there.
  if (externalId !== undefined) return BY_EXTERNAL_ID;
  return sku === undefined ? BY_STATUS : BY_SKU;
}
