import { transact } from '@fulfilment/mongo';
import type { Filter } from 'mongodb';
import type { Database } from '../database/collections-documents.ts';
import type { DeliveryDocument, PendingDocument } from '../database/delivery-documents.ts';
import type { QueueKey } from '../model/domain/delivery.ts';
import type { Delivery } from '../model/domain/delivery.ts';
import { PENDING_DUE } from '../database/webhook-indexes.ts';
import { UNSENT, UNWANTED } from '../database/pending-store.ts';

/** A pending delivery as its endpoint's worker reads it. */
export interface PlannedDelivery extends Delivery {
  /** Milliseconds until its next attempt; 0 or less where that is due. */
  readonly dueInMs: number;
  readonly nextAt: Date;
}

const pendingOf = ({ tenant, endpointId }: QueueKey) => ({ tenant, endpoint_id: endpointId });

/** The pending deliveries of one endpoint, as its worker uses them. */
export type PendingDeliveries = Pick<
  PendingDeliveryStore,
  'due' | 'dueAndNext' | 'after' | 'ofRecord' | 'nextDueAt' | 'drop' | 'finishDrop'
>;

/** The pending deliveries of one endpoint. */
export class PendingDeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of all endpoints of a tenant. */
  count(tenant: string): Promise<number> {
    return this.#database.collections.pending.countDocuments({ tenant }, { hint: PENDING_DUE });
  }

  /** Deliveries that are due, oldest first. */
  due(
    queue: QueueKey,
    page: { readonly limit: number; readonly except: readonly string[] },
  ): Promise<readonly PlannedDelivery[]> {
    const except = page.except.length > 0 ? { _id: { $nin: [...page.except] } } : {};
    return this.#read({ ...pendingOf(queue), $expr: { $lte: ['$next_at', '$$NOW'] }, ...except }, 'next_at', page.limit);
  }

  /** As `due`, with the time at which the next one after them is due; undefined where none is left. */
  async dueAndNext(
    queue: QueueKey,
    { limit, except }: { readonly limit: number; readonly except: readonly string[] },
  ): Promise<{ readonly due: readonly PlannedDelivery[]; readonly nextDueAt: Date | undefined }> {
    const others = except.length > 0 ? { _id: { $nin: [...except] } } : {};
    const found = await this.#read({ ...pendingOf(queue), ...others }, 'next_at', limit);
    const due = found.filter(({ dueInMs }) => dueInMs <= 0);
    return { due, nextDueAt: found[due.length]?.nextAt };
  }

  /** All after a position of the feed, due or not, in its order. A batch has the position of its first event. */
  after(queue: QueueKey, position: number, limit: number): Promise<readonly PlannedDelivery[]> {
    return this.#read({ ...pendingOf(queue), position: { $gt: position } }, 'position', limit);
  }

  /** Those of one record that are not batches, up to a position of the feed, in its order. */
  ofRecord(
    queue: QueueKey,
    { recordKey, through, limit }: { readonly recordKey: string; readonly through: number; readonly limit: number },
  ): Promise<readonly PlannedDelivery[]> {
    const single = { record_key: recordKey, position: { $lte: through }, members: { $exists: false } };
    return this.#read({ ...pendingOf(queue), ...single }, 'position', limit);
  }

  /** When the next one is due; undefined where none is left. */
  async nextDueAt(queue: QueueKey): Promise<Date | undefined> {
    const { pending } = this.#database.collections;
    const next = await pending.findOne(pendingOf(queue), { sort: { next_at: 1 }, projection: { next_at: 1 } });
    return next?.next_at;
  }

  /**
   * Ends up to `limit` deliveries unsent.
   *
   * @param drop.through only those of events up to this position of the feed; all where it is null.
   * @returns how many.
   */
  async drop(queue: QueueKey, { through, limit }: { readonly through: number | null; readonly limit: number }): Promise<number> {
    const { client, collections } = this.#database;
    const { deliveries, pending } = collections;
    const upTo = through === null ? {} : { position: { $lte: through } };
    const found = pending.find({ ...pendingOf(queue), ...upTo }, { projection: { _id: 1 } });
    const ids = (await found.limit(limit).toArray()).map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    const change = through === null ? UNSENT : UNWANTED;
    await transact(client, async (session) => {
      await deliveries.updateMany({ _id: { $in: ids }, state: 'pending' }, [{ $set: change }], { session });
      await pending.deleteMany({ _id: { $in: ids } }, { session });
    });
    return ids.length;
  }

  /** Notes that everything up to the position is dropped: deliveries that become due again later are sent. */
  async finishDrop({ endpointId, tenant }: QueueKey, through: number): Promise<void> {
    const { endpoints } = this.#database.collections;
    // Not if its owner has asked for more to be dropped since.
    await endpoints.updateOne({ _id: endpointId, tenant, drop_through: through }, { $set: { drop_through: null } });
  }

  async #read(filter: Filter<PendingDocument>, sort: 'next_at' | 'position', limit: number): Promise<readonly PlannedDelivery[]> {
    const { pending } = this.#database.collections;
    const found = pending.find<DeliveryRow>(filter, { projection: DELIVERY_FIELDS }).sort({ [sort]: 1 });
    return (await found.limit(limit).toArray()).map(toDelivery);
  }
}

interface DeliveryRow extends Omit<Delivery, 'id' | 'members'>, Pick<DeliveryDocument, '_id' | 'members'> {
  /** By the server's clock; below 0 where it is due. */
  readonly dueInMs: number;
  readonly nextAt: Date;
}

const DELIVERY_FIELDS = {
  tenant: 1,
  endpointId: '$endpoint_id',
  eventId: '$event_id',
  position: 1,
  recordKey: '$record_key',
  attempts: 1,
  scheduleFrom: '$schedule_from',
  members: 1,
  nextAt: '$next_at',
  dueInMs: { $toDouble: { $subtract: ['$next_at', '$$NOW'] } },
};

function toDelivery({ _id: id, members, ...delivery }: DeliveryRow): PlannedDelivery {
  return { id, ...delivery, members: members?.map(({ event_id: member }) => member) };
}
