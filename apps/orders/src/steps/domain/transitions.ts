import { assertNever } from '@fulfilment/kernel';
import {
  type Answer,
  type Cancel,
  type Order,
  type OrderIn,
  type OrderStatus,
  type Pack,
  type PendingStep,
  pendingStep,
  type Refusal,
  type RequestOrigin,
  type Ship,
  type Step,
  withCommand,
} from '../../orders/domain/order.ts';

export type StartOutcome =
  | { readonly type: 'step-started'; readonly order: Order; readonly sent: PendingStep }
  /** Another command must be answered first; then try again. */
  | { readonly type: 'step-pending'; readonly commandId: string }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/** Starts a step if the order's status allows it, with the next command. Nothing else changes until inventory accepts that. */
export function startStep(order: Order, step: Step, origin: RequestOrigin, at: Date): StartOutcome {
  const other = pendingStep(order);
  if (other) return { type: 'step-pending', commandId: other.commandId };
  const attempt = order.attempt + 1;
  const next = { attempt, version: order.version + 1, updatedAt: at };
  const sent = <Asked extends Step>(asked: Asked) => withCommand(asked, { id: order.id, attempt }, origin, at);
  if (order.status === 'created' && step.transition !== 'ship') return started({ ...order, ...next, pending: sent(step) });
  if (order.status === 'packed' && step.transition !== 'pack') return started({ ...order, ...next, pending: sent(step) });
  return { type: 'wrong-status', status: order.status };
}

function started(order: Order & { readonly pending: PendingStep }): StartOutcome {
  return { type: 'step-started', order, sent: order.pending };
}

/** Ends the pending step by inventory's answer: in its new status, or refused in the old one. */
export function finishStep(order: Order, answer: Answer, at: Date): Order {
  const answered: Order = { ...order, lastAnswer: answer };
  return answer.refusal ? refuse(answered, answer.refusal) : accept(answered, at);
}

function refuse(order: Order, refusal: Refusal): Order {
  switch (order.status) {
    case 'pending': {
      const { pending: _refused, ...facts } = order;
      return { ...facts, refusal, status: 'rejected' };
    }
    case 'created':
    case 'packed':
      return { ...order, refusal, pending: null };
    default:
      return order;
  }
}

function accept(order: Order, at: Date): Order {
  switch (order.status) {
    case 'pending':
      return { ...order, refusal: null, status: 'created', pending: null };
    case 'created':
      return order.pending ? leaveCreated(order, order.pending.asked, at) : order;
    case 'packed':
      return order.pending ? leavePacked(order, order.pending.asked, at) : order;
    default:
      return order;
  }
}

function leaveCreated(order: OrderIn<'created'>, step: Pack | Cancel, at: Date): Order {
  const { pending: _done, ...facts } = order;
  switch (step.transition) {
    case 'pack':
      return { ...facts, refusal: null, status: 'packed', packing: { packages: step.packages, packedAt: at }, pending: null };
    case 'cancel':
      return { ...facts, refusal: null, status: 'cancelled', packing: null, cancelledAt: at };
    default:
      return assertNever(step);
  }
}

function leavePacked(order: OrderIn<'packed'>, step: Ship | Cancel, at: Date): Order {
  const { pending: _done, ...facts } = order;
  switch (step.transition) {
    case 'ship': {
      const { carrier, trackingNumber, trackingUrl } = step;
      return { ...facts, refusal: null, status: 'shipped', shipment: { carrier, trackingNumber, trackingUrl }, shippedAt: at };
    }
    case 'cancel':
      return { ...facts, refusal: null, status: 'cancelled', cancelledAt: at };
    default:
      return assertNever(step);
  }
}
