import type { Clock, OutgoingMessage } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import { pendingStep } from '../orders/domain/order.ts';
import { type OrderDocument, ORDERS, toOrder } from '../orders/order-documents.ts';
import { stockCommandMessage } from '../orders/order-messages.ts';

const WAITING = 'steps_waiting_since';

/** Only orders with a step under way are in it. */
export const WAITING_STEPS_INDEX: IndexDeclaration = {
  collection: ORDERS,
  name: WAITING,
  key: { 'pending.since': 1 },
  options: { partialFilterExpression: { 'pending.since': { $exists: true } } },
};

/** Publishes messages again that were not published since a time. @returns their number. */
type Resend = (messages: readonly { readonly message: OutgoingMessage; readonly unlessSince: Date }[]) => Promise<number>;

const AT_ONCE = 200;
/** A step that waits for long is asked for again after another quarter of its time. */
const SHARE_OF_AGE = 4;

/**
 * Sends the commands of steps again that wait for longer than a step takes: the command or its outcome may be lost, with records of
 * Kafka or by a restored backup. The id of the command makes it harmless: inventory answers it as it did before.
 */
export class WaitingSteps {
  readonly #orders: Collection<OrderDocument>;
  readonly #resend: Resend;
  readonly #waitMs: number;
  readonly #now: Clock;
  /** Steps up to this time were looked at by the last pass; the next goes on from there. */
  #after = new Date(0);

  /** @param options.waitMs milliseconds after which a step waits too long. */
  constructor(db: Db, { resend, waitMs, now }: { readonly resend: Resend; readonly waitMs: number; readonly now: Clock }) {
    this.#orders = db.collection(ORDERS);
    this.#resend = resend;
    this.#waitMs = waitMs;
    this.#now = now;
  }

  /** Looks at the next 200 steps that wait too long. @returns the number of commands that are sent again. */
  async pass(): Promise<number> {
    const now = this.#now().getTime();
    const found = await this.#orders
      .find({ 'pending.since': { $gt: this.#after, $lte: new Date(now - this.#waitMs) } })
      .sort({ 'pending.since': 1 })
      .hint(WAITING)
      .limit(AT_ONCE)
      .toArray();
    const last = found.at(-1);
    this.#after = (found.length === AT_ONCE && last ? pendingStep(toOrder(last))?.since : undefined) ?? new Date(0);
    // One that still carries its command waits for the relay.
    const steps = found.map(toOrder).flatMap((order, place) => {
      const step = pendingStep(order);
      return step && !found[place]?.command ? [{ order, since: step.since }] : [];
    });
    if (steps.length === 0) return 0;
    return this.#resend(
      steps.map(({ order, since }) => {
        const pauseMs = Math.max(this.#waitMs, (now - since.getTime()) / SHARE_OF_AGE);
        return { message: stockCommandMessage(order), unlessSince: new Date(now - pauseMs) };
      }),
    );
  }
}
