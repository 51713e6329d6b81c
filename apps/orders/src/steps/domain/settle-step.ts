import { assertNever } from '@fulfilment/kernel';
import type { Answer, Cancel, Order, OrderIn, Pack, Refusal, Ship } from '../../orders/domain/order.ts';

/** Ends the step under way by inventory's answer: in its new status, or refused where it stood. */
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
