import type { RequestContext } from '@fulfilment/kernel';
import type { Requester } from './domain/order.ts';

/** Who asks, as an order keeps it. */
export function requesterOf({ actor, requestId, traceparent, idempotency }: RequestContext): Requester {
  return { actor, requestId, traceparent, claimId: idempotency?.id };
}
