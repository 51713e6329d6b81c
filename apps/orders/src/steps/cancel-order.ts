import type { CancelOrderBody } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { OrderAnswer } from '../orders/order-answer.ts';
import type { RunStep } from './run-step.ts';

export type CancelOrder = (orderId: string, asked: CancelOrderBody, context: RequestContext) => Promise<OrderAnswer>;

export function makeCancelOrder(runStep: RunStep): CancelOrder {
  return (orderId, { reason = null }, context) => runStep(orderId, { transition: 'cancel', reason }, context);
}
