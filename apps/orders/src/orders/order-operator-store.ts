import { type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';
import { type OrderDocument, ORDERS } from './order-documents.ts';

/** The version of the allocation of an order. */
interface AllocationVersion {
  readonly tenant: string;
  readonly order_id: string;
  readonly version: number;
}

/** Differences of orders from allocations, by kind; each with the version that the order knows. */
interface Compared {
  readonly behind: AllocationVersion[];
  readonly ahead: AllocationVersion[];
  readonly unknown: Pick<AllocationVersion, 'tenant' | 'order_id'>[];
}

/** The operator's view of orders. */
export class OrderOperator {
  readonly #orders: Collection<OrderDocument>;

  constructor(db: Db) {
    this.#orders = db.collection(ORDERS);
  }

  /** Steps of a tenant that wait for inventory. */
  countWaiting(tenant: Tenant): Promise<number> {
    return this.#orders.countDocuments({ tenant: tenantKey(tenant), 'pending.since': { $type: 'date' } });
  }

  /** Compares the versions that orders know with those that inventory has. */
  async compare(allocations: readonly AllocationVersion[]): Promise<Compared> {
    const ids = allocations.map(({ order_id: id }) => id);
    const found = await this.#orders.find({ _id: { $in: ids } }, { projection: { tenant: 1, allocation_version: 1 } }).toArray();
    const known = new Map(found.map(({ _id, tenant, allocation_version: version }) => [`${tenant}/${_id}`, version]));
    const compared: Compared = { behind: [], ahead: [], unknown: [] };
    for (const { tenant, order_id, version } of allocations) {
      const own = known.get(`${tenant}/${order_id}`);
      if (own === undefined) compared.unknown.push({ tenant, order_id });
      else if (own < version) compared.behind.push({ tenant, order_id, version: own });
      else if (own > version) compared.ahead.push({ tenant, order_id, version: own });
    }
    return compared;
  }
}
