import { withoutPersons } from '@fulfilment/contracts';
import type { Receipts } from '@fulfilment/idempotency';
import type { OutgoingMessage } from '@fulfilment/kernel';
import type { Outbox } from '@fulfilment/messaging';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { isUnlinked } from './domain/order.ts';
import { type OrderDocument, ORDERS } from './order-documents.ts';
import type { OrderChange } from './order-ports.ts';
import { OrderTerms } from './search/order-search-store.ts';

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
  /** False where answers to idempotency keys are left to their own end; absent where they are looked through. */
  readonly kept_answers?: false;
}

/** Finds erasures whose copies are not done, and those whose event is due again. */
export const ERASURES_INDEX: IndexDeclaration = { collection: ERASURES, name: 'cleaned_at', key: { cleaned_at: 1 } };

/** An order that is erased once more is done once more. */
export function toErasure(
  { _id, tenant }: Pick<OrderDocument, '_id' | 'tenant'>,
  { order, messages, erases }: Pick<OrderChange, 'order' | 'messages' | 'erases'>,
): AnyBulkWriteOperation<ErasureDocument> {
  const told = isUnlinked(order) ? 'return.updated' : 'order.updated';
  const event = messages.find(({ type }) => type === told) ?? null;
  const facts = { tenant, at: order.updatedAt, event };
  const update =
    erases?.keptAnswers === false
      ? { $set: { ...facts, kept_answers: false as const }, $unset: { cleaned_at: '' } as const }
      : { $set: facts, $unset: { cleaned_at: '', kept_answers: '' } as const };
  return { updateOne: { filter: { _id }, update, upsert: true } };
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
  readonly #terms: OrderTerms;
  readonly #parts: OrderErasuresParts;

  constructor(db: Db, parts: OrderErasuresParts) {
    this.#terms = new OrderTerms(db);
    this.#orders = db.collection(ORDERS);
    this.#erasures = db.collection(ERASURES);
    this.#parts = parts;
  }

  /**
   * Takes erasures further until none is left that can be, or `stopping` ends it. It may run twice, and end at any place.
   *
   * @param mark is called after each 200. @returns the number of those whose copies are done.
   */
  async pass(now: Date, mark: () => void, stopping: AbortSignal): Promise<number> {
    let sum = 0;
    for (let done = AT_ONCE; done === AT_ONCE && !stopping.aborted; mark()) {
      done = await this.#cleanSome();
      sum += done;
    }
    const before = new Date(now.getTime() - AGAIN_MS);
    for (let done = AT_ONCE; done === AT_ONCE && !stopping.aborted; mark()) done = await this.#endSome(before);
    return sum;
  }

  /** Erasures whose copies are not done, counted up to a bound. */
  countWaiting(bound: number): Promise<number> {
    return this.#erasures.countDocuments({ cleaned_at: { $exists: false } }, { limit: bound });
  }

  async #cleanSome(): Promise<number> {
    const fresh = await this.#erasures
      .find({ cleaned_at: { $exists: false } })
      .limit(AT_ONCE)
      .toArray();
    const byTenant = Map.groupBy(fresh, ({ tenant }) => tenant);
    let done = 0;
    for (const [tenant, erasures] of byTenant) done += await this.#clean(tenant, erasures);
    return done;
  }

  async #endSome(before: Date): Promise<number> {
    const due = await this.#erasures
      .find({ cleaned_at: { $lt: before } })
      .limit(AT_ONCE)
      .toArray();
    // A process of a release before may have erased them, which leaves the terms that it does not know.
    await this.#terms.renew(due.map(({ _id }) => _id));
    for (const erasure of due) {
      const { _id, event, at } = erasure;
      // A process that stood still while it kept published events may have kept some after their erasure.
      await this.#eraseEvents(erasure);
      if (event) await this.#parts.outbox.resend([{ message: event, unlessSince: before }]);
      await this.#erasures.deleteOne({ _id, at });
    }
    return due.length;
  }

  async #clean(tenant: string, erasures: readonly ErasureDocument[]): Promise<number> {
    const { receipts } = this.#parts;
    const ids = erasures.map(({ _id }) => _id);
    // Events of before that still wait are kept in the outbox once they are published.
    const waiting = await this.#orders.find({ _id: { $in: ids }, 'outbox.state': 'new' }, { projection: { _id: 1 } }).toArray();
    const waits = new Set(waiting.map(({ _id }) => _id));
    const ready = erasures.filter(({ _id }) => !waits.has(_id));
    if (ready.length === 0) return 0;
    for (const erasure of ready) await this.#eraseEvents(erasure);
    const answered = ready.filter(({ kept_answers: kept }) => kept !== false).map(shownIn);
    if (answered.length > 0) await receipts.rewrite(tenant, answered, (answer) => withoutRecords(answer, answered));
    await this.#terms.renew(ready.map(({ _id }) => _id));
    for (const { _id, at } of ready) await this.#erasures.updateOne({ _id, at }, { $currentDate: { cleaned_at: true } });
    return ready.length;
  }

  async #eraseEvents(erasure: ErasureDocument): Promise<void> {
    const { tenant, event } = erasure;
    if (event) await this.#parts.outbox.rewrite({ tenant, key: event.key }, (value) => withoutRecords(value, [shownIn(erasure)]));
  }
}

/** The record that copies show: the order, or the return that has none. */
const shownIn = ({ _id, event }: ErasureDocument): string => (event?.type === 'return.updated' ? event.subject : _id);

function withoutRecords(json: string, ids: readonly string[]): string {
  const named = ids.filter((id) => json.includes(id));
  if (named.length === 0) return json;
  return JSON.stringify(named.reduce<unknown>((value, id) => withoutPersons(value, id), JSON.parse(json)));
}
