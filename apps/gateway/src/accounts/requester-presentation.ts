import type { RequestContext } from '@fulfilment/kernel';
import type { Requester } from './account-ports.ts';

/** Who asks, as the audit log keeps it. */
export function requesterOf({ actor, clientAddress, requestId }: RequestContext): Requester {
  return { actor, address: clientAddress, requestId };
}
