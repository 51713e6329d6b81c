import { withoutPersons } from '@fulfilment/contracts';
import type { Receipts } from '@fulfilment/idempotency';
import type { OutgoingMessage } from '@fulfilment/kernel';
import type { Outbox } from '@fulfilment/messaging';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { type OrderDocument, ORDERS } from './order-documents.ts';
import type { OrderChange } from './order-ports.ts';

/** The collection of erasures whose copies are not all done. */
export const ERASURES = 'erasures';

/** An order whose persons' data was erased: written with that, ended once its copies have followed. */
export interface ErasureDocument {
  /** The order. */
  readonly _id: string;
  readonly tenant: string;
  readonly at: Date;
  /** The event of the erasure, which has no persons' data; null where the order has no events. */
  readonly event: OutgoingMessage | null;
  /** When the copies in this service were done; absent before. */
  readonly cleaned_at?: Date;
}

/** An order that is erased once more is done once more. */
export function toErasure(
  { _id, tenant }: Pick<OrderDocument, '_id' | 'tenant'>,
  { order, messages }: Pick<OrderChange, 'order' | 'messages'>,
): AnyBulkWriteOperation<ErasureDocument> {
  const $set = { tenant, at: order.updatedAt, event: messages.find(({ type }) => type === 'order.updated') ?? null };
  return { updateOne: { filter: { _id }, update: { $set, $unset: { cleaned_at: '' } }, upsert: true } };
}

export interface OrderErasuresParts {
  readonly receipts: Pick<Receipts, 'rewrite'>;
  readonly outbox: Pick<Outbox, 'rewrite' | 'resend'>;
}

const AT_ONCE = 200;
/** Events of erasures are published again after a day: by then an upgrade is over whose older processes only stored them. */
const AGAIN_MS = 24 * 60 * 60 * 1_000;

/** Has copies of erased orders follow: published events, answers to idempotency keys, and by the event what webhooks keep. */
export class OrderErasures {
  readonly #orders: Collection<OrderDocument>;
  readonly #erasures: Collection<ErasureDocument>;
  readonly #parts: OrderErasuresParts;

  constructor(db: Db, parts: OrderErasuresParts) {
    this.#orders = db.collection(ORDERS);
    this.#erasures = db.collection(ERASURES);
    this.#parts = parts;
  }

  /** Takes up to 200 erasures further. It may run twice, and end at any place. @returns the number of those whose copies are done. */
  async pass(now: Date): Promise<number> {
    const fresh = await this.#erasures
      .find({ cleaned_at: { $exists: false } })
      .limit(AT_ONCE)
      .toArray();
    const byTenant = Map.groupBy(fresh, ({ tenant }) => tenant);
    let done = 0;
    for (const [tenant, erasures] of byTenant) done += await this.#clean(tenant, erasures);
    const before = new Date(now.getTime() - AGAIN_MS);
    for (const erasure of await this.#erasures
      .find({ cleaned_at: { $lt: before } })
      .limit(AT_ONCE)
      .toArray()) {
      const { _id, event, at } = erasure;
      if (event) await this.#parts.outbox.resend([{ message: event, unlessSince: before }]);
      await this.#erasures.deleteOne({ _id, at });
    }
    return done;
  }

  async #clean(tenant: string, erasures: readonly ErasureDocument[]): Promise<number> {
    const { outbox, receipts } = this.#parts;
    const ids = erasures.map(({ _id }) => _id);
    // Events of before that still wait are kept in the outbox once they are published.
    const waiting = await this.#orders.find({ _id: { $in: ids }, 'outbox.state': 'new' }, { projection: { _id: 1 } }).toArray();
    const waits = new Set(waiting.map(({ _id }) => _id));
    const ready = erasures.filter(({ _id }) => !waits.has(_id));
    if (ready.length === 0) return 0;
    for (const { _id, event } of ready)
      if (event) await outbox.rewrite({ tenant, key: event.key }, (value) => withoutOrders(value, [_id]));
    const readyIds = ready.map(({ _id }) => _id);
    await receipts.rewrite(tenant, readyIds, (answer) => withoutOrders(answer, readyIds));
    for (const { _id, at } of ready) await this.#erasures.updateOne({ _id, at }, { $currentDate: { cleaned_at: true } });
    return ready.length;
  }
}

function withoutOrders(json: string, ids: readonly string[]): string {
  const named = ids.filter((id) => json.includes(id));
  if (named.length === 0) return json;
  return JSON.stringify(named.reduce<unknown>((value, id) => withoutPersons(value, id), JSON.parse(json)));
}
