import { type CancelOrderBody, errors, type PackOrderBody, type ShipOrderBody } from '@fulfilment/contracts';
import { type AppError, type Clock, meetsCondition, type RequestContext, versionConflict } from '@fulfilment/kernel';
import { type Order, type OrderStatus, recordVersion, type Step, type Transition } from '../orders/domain/order.ts';
import { stockCommandMessage, toOrderRecord } from '../orders/order-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';
import { startStep } from '../orders/domain/transitions.ts';
import {
  type Begun,
  isAnswered,
  openReceipt,
  type OrderAnswers,
  type OrderReply,
  originOf,
  stepInProgress,
  type WaitingRequest,
} from './order-answers.ts';
import type { OrderWatch } from './order-watch.ts';

/**
 * Carries an order one step further.
 *
 * @throws AppError `not_found`; `version_conflict` where `If-Match` names another version of the order; `invalid_transition`
 * from a wrong status; `transition_in_progress` where another step was not decided in time; inventory's refusal;
 * `idempotency_key_reused`.
 */
type RunStep<Body> = (orderId: string, body: Body, context: RequestContext) => Promise<OrderReply>;

export type PackOrder = RunStep<PackOrderBody>;
export type ShipOrder = RunStep<ShipOrderBody>;
export type CancelOrder = RunStep<CancelOrderBody>;

export interface StepParts {
  readonly orders: Pick<OrderStore, 'find' | 'lastCommitted' | 'save'>;
  readonly watch: OrderWatch;
  readonly answers: OrderAnswers;
  readonly now: Clock;
  /** Milliseconds to wait for other steps and for inventory, in all. */
  readonly waitMs: number;
}

/** The commands that carry an order further: each becomes a step, which inventory accepts or refuses. */
export function makeSteps({ orders, watch, answers, now, waitMs }: StepParts) {
  const begin = async (orderId: string, step: Step, request: WaitingRequest): Promise<Begun> => {
    const { context, deadlineMs } = request;
    const key = { tenant: context.tenant, id: orderId };
    let order = orders.lastCommitted(key);
    let isRemembered = order !== undefined;
    order ??= await orders.find(key);
    while (order) {
      const outcome = decide(order, step, context, now());
      if (isRemembered && outcome.type !== 'step-started') {
        isRemembered = false;
        order = await orders.find(key);
      } else if (outcome.type === 'refused') {
        return outcome;
      } else if (outcome.type === 'step-pending') {
        const isOver = isAnswered(outcome.commandId);
        order = await watch.until(order, isOver, request);
        if (!isOver(order)) return { type: 'refused', error: stepInProgress(order) };
      } else {
        const { order: next, sent } = outcome;
        const receipt = openReceipt(context, sent);
        const saved = await orders.save({
          from: order.version,
          order: next,
          history: [],
          messages: [stockCommandMessage(next)],
          receipt,
        });
        if (saved === 'saved') return { type: 'sent', order: next, step: sent };
        if (saved === 'repeated') return { type: 'repeated' };
        order = await orders.find(key);
      }
      if (order && performance.now() >= deadlineMs) return { type: 'refused', error: stepInProgress(order) };
    }
    return { type: 'refused', error: errors.notFound('There is no such order.') };
  };

  const run = async (orderId: string, step: Step, context: RequestContext): Promise<OrderReply> => {
    const request = { context, deadlineMs: performance.now() + waitMs };
    return answers.conclude(await begin(orderId, step, request), request);
  };

  const packOrder: PackOrder = (orderId, { packages = [] }, context) => run(orderId, { transition: 'pack', packages }, context);
  const shipOrder: ShipOrder = (orderId, body, context) => {
    const { carrier = null, tracking_number: trackingNumber = null, tracking_url: trackingUrl = null } = body;
    return run(orderId, { transition: 'ship', carrier, trackingNumber, trackingUrl }, context);
  };
  const cancelOrder: CancelOrder = (orderId, { reason = null }, context) =>
    run(orderId, { transition: 'cancel', reason }, context);
  return { packOrder, shipOrder, cancelOrder };
}

function decide(order: Order, step: Step, context: RequestContext, at: Date) {
  if (!meetsCondition(context.ifMatch, recordVersion(order)))
    return { type: 'refused', error: versionConflict(toOrderRecord(order)) } as const;
  const outcome = startStep(order, step, originOf(context), at);
  if (outcome.type !== 'wrong-status') return outcome;
  return { type: 'refused', error: wrongStatus(step.transition, outcome.status) } as const;
}

const PAST_TENSE = { create: 'created', pack: 'packed', ship: 'shipped', cancel: 'cancelled' } as const satisfies Record<
  Transition,
  string
>;

const wrongStatus = (transition: Transition, status: OrderStatus): AppError =>
  errors.invalidTransition(`The order is ${status}; from there it cannot be ${PAST_TENSE[transition]}.`, {
    facts: { current_status: status },
  });
