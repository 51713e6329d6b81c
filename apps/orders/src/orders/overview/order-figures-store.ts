import { ALLOCATIONS } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Collection, Db, Filter } from 'mongodb';
import type { OrderStatus } from '../domain/order.ts';
import { type OrderDocument, ORDERS } from '../order-documents.ts';
import { BY_CHANGE, BY_HOLD, BY_STATUS } from '../order-lists-store.ts';
import type { OrderFigures, ShippedOfDay } from '../order-ports.ts';

/** The last moment of a `Date`. */
const END_OF_TIME = new Date(8.64e15);

/** Counts of orders over time in MongoDB. */
export class MongoOrderFigures implements OrderFigures {
  readonly #orders: Collection<OrderDocument>;

  constructor(db: Db) {
    this.#orders = db.collection(ORDERS);
  }

  /** Counts in the index of lists, which covers the query: no order is read. */
  async countBySpan(tenant: Tenant, statuses: readonly OrderStatus[], from: readonly Date[]): Promise<readonly number[]> {
    const stages = [
      { $match: { ...listed(tenant, statuses), created_at: { $gte: from[0] } } },
      { $bucket: { groupBy: '$created_at', boundaries: [...from, END_OF_TIME], output: { orders: { $sum: 1 } } } },
    ];
    const counted = await this.#orders.aggregate<{ _id: Date; orders: number }>(stages, { hint: BY_STATUS }).toArray();
    const orders = new Map(counted.map(({ _id: start, orders: count }) => [start.getTime(), count]));
    return from.map((start) => orders.get(start.getTime()) ?? 0);
  }

  /** Reads the orders of the index of holds that are of these states, which are few of the open ones: no key of an ended order is examined. */
  async countHeld(tenant: Tenant, at: Date): Promise<number> {
    const held: Filter<OrderDocument> = {
      tenant: tenantKey(tenant),
      status: 'created',
      allocation: 'allocated',
      holds: { $exists: true, $elemMatch: { $or: [{ until: { $exists: false } }, { until: { $gt: at } }] } },
    };
    return await this.#orders.countDocuments(held, { hint: BY_HOLD });
  }

  /** Reads the orders that have changed since, which are those that were shipped since, and of older ones those with later facts. */
  async shippedSince(tenant: Tenant, from: Date): Promise<readonly ShippedOfDay[]> {
    const stages = [
      { $match: { ...listed(tenant, ['shipped']), updated_at: { $gte: from }, shipped_at: { $gte: from } } },
      {
        $group: {
          _id: { $dateTrunc: { date: '$shipped_at', unit: 'day' } },
          orders: { $sum: 1 },
          units: { $sum: { $sum: '$lines.shipped' } },
        },
      },
      { $project: { _id: 0, day: '$_id', orders: 1, units: 1 } },
    ];
    return await this.#orders.aggregate<ShippedOfDay>(stages, { hint: BY_CHANGE }).toArray();
  }
}

function listed(tenant: Tenant, statuses: readonly OrderStatus[]) {
  return { tenant: tenantKey(tenant), status: { $in: [...statuses] }, allocation: { $in: [...ALLOCATIONS] } };
}
