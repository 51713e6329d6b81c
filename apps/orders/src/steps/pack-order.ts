import type { PackOrderBody } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { OrderAnswer } from '../orders/order-answer.ts';
import type { RunStep } from './run-step.ts';

export type PackOrder = (orderId: string, asked: PackOrderBody, context: RequestContext) => Promise<OrderAnswer>;

export function makePackOrder(runStep: RunStep): PackOrder {
  return (orderId, { packages = [] }, context) => runStep(orderId, { transition: 'pack', packages }, context);
}
