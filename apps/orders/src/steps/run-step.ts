import { type Clock, meetsCondition, type RequestContext, versionConflict } from '@fulfilment/kernel';
import type { Order, Step } from '../orders/domain/order.ts';
import { startStep } from './domain/start-step.ts';
import { type AnswerOnce, type Begun, openReceipt } from './answer-once.ts';
import { answered } from './await-answer.ts';
import type { OrderAnswer } from '../orders/order-answer.ts';
import { orderNotFound, stepInProgress, wrongStatus } from '../orders/order-errors.ts';
import { toOrderRecord } from '../orders/order-record.ts';
import type { OrderWatch } from './order-watch.ts';
import type { OrderStore } from '../orders/order-ports.ts';
import { requesterOf } from '../orders/requester.ts';
import { stockCommandMessage } from '../orders/stock-command-messages.ts';

/**
 * Carries an order one step further.
 *
 * @throws AppError `not_found`; `version_conflict` where the step is meant for another version of the order;
 * `invalid_transition` from a wrong status; `transition_in_progress` where another step was not decided in time; what inventory
 * refuses with; `idempotency_key_reused`.
 */
export type RunStep = (orderId: string, step: Step, context: RequestContext) => Promise<OrderAnswer>;

export interface RunStepOptions {
  readonly orders: OrderStore;
  readonly watch: OrderWatch;
  readonly answerOnce: AnswerOnce;
  readonly now: Clock;
  /** Milliseconds to wait for other steps and for inventory, in all. */
  readonly waitMs: number;
}

export function makeRunStep({ orders, watch, answerOnce, now, waitMs }: RunStepOptions): RunStep {
  const load = async ({ tenant }: RequestContext, id: string): Promise<Order> => {
    const order = await orders.find({ tenant, id });
    if (!order) throw orderNotFound();
    return order;
  };

  const begin = async (orderId: string, step: Step, { context, deadlineMs }: Attempt): Promise<Begun> => {
    let order = await load(context, orderId);
    do {
      if (!meetsCondition(context.ifMatch, order.version)) throw versionConflict(toOrderRecord(order));
      const outcome = startStep(order, { step, requester: requesterOf(context), at: now() });
      if (outcome.type === 'wrong-status') throw wrongStatus(step.transition, outcome.status);
      if (outcome.type === 'step-under-way') {
        order = await watch.until(order, answered(outcome.commandId), deadlineMs);
      } else {
        const { order: next, sent } = outcome;
        const intent = { from: order.version, order: next, history: [], messages: [stockCommandMessage(next)] };
        const saved = await orders.save({ ...intent, receipt: openReceipt(context, sent) });
        if (saved === 'saved') return { type: 'sent', order: next, step: sent };
        if (saved === 'repeated') return { type: 'repeated' };
        order = await load(context, orderId);
      }
    } while (performance.now() < deadlineMs);
    throw stepInProgress(order);
  };

  return (orderId, step, context) => {
    const deadlineMs = performance.now() + waitMs;
    return answerOnce({ context, deadlineMs, begin: () => begin(orderId, step, { context, deadlineMs }) });
  };
}

interface Attempt {
  readonly context: RequestContext;
  readonly deadlineMs: number;
}
