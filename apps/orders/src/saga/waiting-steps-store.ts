import type { Clock, OutgoingMessage } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import { type Order, pendingStep } from '../orders/domain/order.ts';
import { type OrderDocument, ORDERS, toOrder } from '../orders/order-documents.ts';
import { stockCommandMessage } from '../orders/stock-command-messages.ts';

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

/** A position among the steps by the time at which they began: the orders of that time whose steps were looked at. */
interface Position {
  readonly since: Date;
  readonly ids: readonly string[];
}

const BEGINNING: Position = { since: new Date(0), ids: [] };

/**
 * Sends the commands of steps again that wait for longer than a step takes: the command or its outcome may be lost, with records of
 * Kafka or by a restored backup. The id of the command makes it harmless: inventory answers it as it did before.
 */
export class WaitingSteps {
  readonly #orders: Collection<OrderDocument>;
  readonly #resend: Resend;
  readonly #waitMs: number;
  readonly #now: Clock;
  /** Where the last pass ended; the next goes on from there. */
  #after = BEGINNING;

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
    const { since: from, ids } = this.#after;
    const found = await this.#orders
      .find({ 'pending.since': { $gte: from, $lte: new Date(now - this.#waitMs) }, _id: { $nin: [...ids] } })
      .sort({ 'pending.since': 1 })
      .hint(WAITING)
      .limit(AT_ONCE)
      .toArray();
    const waiting = found.map(toOrder).flatMap((order, index) => {
      const step = pendingStep(order);
      return step ? [{ order, since: step.since, carriesCommand: found[index]?.command !== undefined }] : [];
    });
    this.#after = found.length === AT_ONCE ? positionBehind(waiting, this.#after) : BEGINNING;
    // One that still carries its command waits for the relay.
    const steps = waiting.filter(({ carriesCommand }) => !carriesCommand);
    if (steps.length === 0) return 0;
    return this.#resend(
      steps.map(({ order, since }) => {
        const pauseMs = Math.max(this.#waitMs, (now - since.getTime()) / SHARE_OF_AGE);
        return { message: stockCommandMessage(order), unlessSince: new Date(now - pauseMs) };
      }),
    );
  }
}

/** Steps that began at one moment have no order among them: those that were looked at are named. */
function positionBehind(steps: readonly { readonly order: Order; readonly since: Date }[], before: Position): Position {
  const since = steps.at(-1)?.since ?? before.since;
  const ids = steps.flatMap((step) => (step.since.getTime() === since.getTime() ? [step.order.id] : []));
  return { since, ids: since.getTime() === before.since.getTime() ? [...before.ids, ...ids] : ids };
}
