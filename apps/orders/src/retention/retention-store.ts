import { ALLOCATIONS } from '@fulfilment/contracts';
import { parseTenantKey, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type Mongo, transact } from '@fulfilment/mongo';
import type { Collection, Filter, MongoClient } from 'mongodb';
import { type OrderDocument, ORDERS } from '../orders/order-documents.ts';
import { BY_CHANGE } from '../orders/order-lists-store.ts';
import type { EndedOrder, LimitedTenant, Retention, RetentionStore } from './retention-ports.ts';

/** The collection of retentions, one of each tenant that has set it. */
export const RETENTIONS = 'retentions';

/** The retention of a tenant, and how far its orders were looked through. */
export interface RetentionDocument {
  /** The tenant. */
  readonly _id: string;
  readonly ship_to_days: number | null;
  readonly updated_at: Date;
  readonly updated_by: string;
  readonly reached?: { readonly at: Date; readonly id: string };
}

/** Statuses of orders that have ended, in every allocation: the index begins with both. Returns without an order are among them. */
const ENDED = {
  status: { $in: ['shipped', 'cancelled', 'rejected'] },
  allocation: { $in: [...ALLOCATIONS, 'none'] },
} satisfies Filter<OrderDocument>;

/** Retentions in MongoDB, and the orders that they are about. */
export class MongoRetentions implements RetentionStore {
  readonly #retentions: Collection<RetentionDocument>;
  readonly #orders: Collection<OrderDocument>;
  readonly #client: MongoClient;

  constructor({ client, db }: Pick<Mongo, 'client' | 'db'>) {
    this.#client = client;
    this.#retentions = db.collection(RETENTIONS);
    this.#orders = db.collection(ORDERS);
  }

  async find(tenant: Tenant): Promise<Retention> {
    const found = await this.#retentions.findOne({ _id: tenantKey(tenant) });
    if (!found) return { shipToDays: null, changed: undefined };
    return { shipToDays: found.ship_to_days, changed: { at: found.updated_at, by: found.updated_by } };
  }

  async set(tenant: Tenant, { shipToDays, changed }: Parameters<RetentionStore['set']>[1]): Promise<void> {
    const facts = { ship_to_days: shipToDays, updated_at: changed.at, updated_by: changed.by };
    // Joins the transaction in which the reply is kept.
    await transact(this.#client, (session) =>
      this.#retentions.updateOne({ _id: tenantKey(tenant) }, { $set: facts }, { upsert: true, session }),
    );
  }

  async limited(): Promise<readonly LimitedTenant[]> {
    const found = await this.#retentions.find({ ship_to_days: { $gt: 0 } }).toArray();
    return found.flatMap(({ _id, ship_to_days: shipToDays, reached }) =>
      shipToDays === null
        ? []
        : [{ tenant: parseTenantKey(_id), shipToDays, reached: reached && { id: reached.id, updatedAt: reached.at } }],
    );
  }

  async endedBefore({ tenant, reached }: LimitedTenant, before: Date, limit: number): Promise<readonly EndedOrder[]> {
    const behind = reached && { $or: [{ updated_at: { $gt: reached.updatedAt } }, { _id: { $gt: reached.id } }] };
    const updated = { $lt: before, ...(reached && { $gte: reached.updatedAt }) };
    const found = await this.#orders
      .find({ tenant: tenantKey(tenant), ...ENDED, updated_at: updated, ...behind }, { hint: BY_CHANGE })
      .project<Pick<OrderDocument, '_id' | 'updated_at' | 'allocation' | 'return_ids'>>({
        updated_at: 1,
        allocation: 1,
        return_ids: 1,
      })
      .sort({ updated_at: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id: id, updated_at: updatedAt, allocation, return_ids: [returnId] = [] }) => ({
      id,
      updatedAt,
      ...(allocation === 'none' && { returnId }),
    }));
  }

  async reach(tenant: Tenant, { id, updatedAt: at }: EndedOrder): Promise<void> {
    await this.#retentions.updateOne({ _id: tenantKey(tenant) }, { $set: { reached: { at, id } } });
  }
}
