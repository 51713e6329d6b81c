import { tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import type { OrderLists } from '../use-cases/ports.ts';
import { type HistoryDocument, toHistoryEntry } from './history-document.ts';
import { type OrderDocument, toOrder } from './order-document.ts';
import { ORDER_HISTORY, ORDERS } from './order-indexes.ts';

export function makeMongoOrderLists(db: Db, cursors: Cursors): OrderLists {
  const orders = db.collection<OrderDocument>(ORDERS);
  const history = db.collection<HistoryDocument>(ORDER_HISTORY);
  return {
    orders: (owner, { statuses, externalId }, page) => {
      const tenant = tenantKey(owner);
      return readPage(
        cursors,
        {
          ...page,
          collection: orders,
          filter: { tenant, status: { $in: statuses }, ...(externalId === undefined ? {} : { external_id: externalId }) },
          by: '_id',
          direction: 'descending',
          scope: { tenant, list: 'orders', filter: { statuses, externalId } },
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
          by: '_id',
          direction: 'ascending',
          scope: { tenant, list: 'order history', filter: { id } },
        },
        toHistoryEntry,
      );
    },
  };
}
