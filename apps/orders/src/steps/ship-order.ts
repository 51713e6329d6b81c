import type { ShipOrderBody } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { OrderAnswer } from '../orders/order-answer.ts';
import type { RunStep } from './run-step.ts';

export type ShipOrder = (orderId: string, asked: ShipOrderBody, context: RequestContext) => Promise<OrderAnswer>;

export function makeShipOrder(runStep: RunStep): ShipOrder {
  return (orderId, { carrier = null, tracking_number: trackingNumber = null, tracking_url: trackingUrl = null }, context) =>
    runStep(orderId, { transition: 'ship', carrier, trackingNumber, trackingUrl }, context);
}
