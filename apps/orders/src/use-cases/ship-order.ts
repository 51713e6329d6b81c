import type { ShipOrderBody } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { RunStep, SteppedOrder } from './run-step.ts';

export type ShipOrder = (orderId: string, asked: ShipOrderBody, context: RequestContext) => Promise<SteppedOrder>;

export function makeShipOrder(runStep: RunStep): ShipOrder {
  return (orderId, { carrier = null, tracking_number: trackingNumber = null, tracking_url: trackingUrl = null }, context) =>
    runStep(orderId, { transition: 'ship', carrier, trackingNumber, trackingUrl }, context);
}
