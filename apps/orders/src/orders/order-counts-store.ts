import type { Db } from 'mongodb';
import type { OrderCounts, StandingCount } from './order-ports.ts';
import type { OrderDocument } from './order-documents.ts';
import { BY_STATUS, ORDERS } from './order-indexes.ts';

/** Counts in the index of lists, which holds all that is asked: no order is read, and none that is closed is passed. */
export function makeMongoOrderCounts(db: Db): OrderCounts {
  const orders = db.collection<OrderDocument>(ORDERS);
  return {
    byStanding: (tenant, statuses) =>
      orders
        .aggregate<StandingCount>(
          [
            { $match: { tenant, status: { $in: [...statuses] } } },
            { $group: { _id: { status: '$status', allocation: '$allocation' }, orders: { $sum: 1 } } },
            { $project: { _id: 0, status: '$_id.status', allocation: '$_id.allocation', orders: 1 } },
          ],
          { hint: BY_STATUS },
        )
        .toArray(),
  };
}
