import type { OrderRecord } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { Order, Step } from '../domain/order.ts';
import { startStep } from '../domain/start-step.ts';
import { answered, type AwaitAnswer } from './await-answer.ts';
import { orderNotFound, refusedByInventory, stepInProgress, wrongStatus } from './order-errors.ts';
import { toOrderRecord } from './order-record.ts';
import type { OrderWatch } from './order-watch.ts';
import type { OrderStore } from './ports.ts';
import { requesterOf } from './requester.ts';
import { stockCommandMessage } from './stock-command-message.ts';

export interface SteppedOrder {
  /** `pending`: recorded, and not answered yet. */
  readonly type: 'done' | 'pending';
  readonly order: OrderRecord;
}

/**
 * Carries an order one step further.
 *
 * @throws AppError `not_found`; `invalid_transition` from a wrong status; `transition_in_progress` where another step was not
 * decided in time; what inventory refuses with.
 */
export type RunStep = (orderId: string, step: Step, context: RequestContext) => Promise<SteppedOrder>;

export interface RunStepOptions {
  readonly orders: OrderStore;
  readonly watch: OrderWatch;
  readonly awaitAnswer: AwaitAnswer;
  readonly now: Clock;
  /** Milliseconds to wait for other steps and for inventory, in all. */
  readonly waitMs: number;
}

export function makeRunStep({ orders, watch, awaitAnswer, now, waitMs }: RunStepOptions): RunStep {
  const load = async ({ tenant }: RequestContext, id: string): Promise<Order> => {
    const order = await orders.find({ tenant, id });
    if (!order) throw orderNotFound();
    return order;
  };

  const finish = async (order: Order, commandId: string, deadlineMs: number): Promise<SteppedOrder> => {
    const verdict = await awaitAnswer(order, commandId, deadlineMs);
    if (verdict.type === 'refused') throw refusedByInventory(verdict.refusal, verdict.order);
    return { type: verdict.type === 'undecided' ? 'pending' : 'done', order: toOrderRecord(verdict.order) };
  };

  return async (orderId, step, context) => {
    const deadlineMs = performance.now() + waitMs;
    let order = await load(context, orderId);
    do {
      const outcome = startStep(order, { step, requester: requesterOf(context), at: now() });
      if (outcome.type === 'wrong-status') throw wrongStatus(step.transition, outcome.status);
      if (outcome.type === 'step-under-way') {
        order = await watch.until(order, answered(outcome.commandId), deadlineMs);
      } else {
        const change = { from: order.version, order: outcome.order, history: [], messages: [stockCommandMessage(outcome.order)] };
        if (await orders.save(change)) return finish(outcome.order, outcome.commandId, deadlineMs);
        order = await load(context, orderId);
      }
    } while (performance.now() < deadlineMs);
    throw stepInProgress(order);
  };
}
