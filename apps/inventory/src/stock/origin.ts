import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { Origin } from './domain/command.ts';

/** Who causes a change by a request, now. */
export function originOf({ actor, requestId, traceparent, idempotency: claim }: RequestContext, now: Clock): Origin {
  return { actor, requestId, traceparent, at: now(), claim };
}
