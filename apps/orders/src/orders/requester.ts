import type { RequestContext } from '@fulfilment/kernel';
import type { RequestOrigin } from './domain/order.ts';

/** Who asks, as an order keeps it. */
export function requesterOf({ actor, requestId, traceparent, idempotency }: RequestContext): RequestOrigin {
  return { actor, requestId, traceparent, claimId: idempotency?.id };
}
