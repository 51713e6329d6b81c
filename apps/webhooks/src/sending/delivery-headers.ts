import type { WebhookRequest } from '../deliveries/delivery-ports.ts';
import { serviceSignature, standardSignature } from './signatures.ts';

const USER_AGENT = 'Fulfilment-Webhooks/1';

/** What the headers of an attempt follow from, but for its signatures. */
export interface SentFacts {
  readonly delivery: Pick<WebhookRequest['delivery'], 'id' | 'eventId'>;
  readonly event: Pick<WebhookRequest['event'], 'type' | 'traceparent'>;
  readonly attempt: number;
}

/** All headers of one attempt. */
export function deliveryHeaders(request: WebhookRequest, at: Date): Record<string, string> {
  const { delivery, event } = request;
  const secrets = request.secrets.map(({ secret }) => secret);
  const signed = { secrets, eventId: delivery.eventId, timestamp: secondsOf(at), body: event.body };
  return {
    ...sentHeaders(request, at),
    'Service-Signature': serviceSignature(signed),
    'webhook-signature': standardSignature(signed),
  };
}

/** The headers of one attempt without its signatures: they are not kept, but who looks at an attempt later can have the rest. */
export function sentHeaders({ delivery, event, attempt }: SentFacts, at: Date): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'Service-Event-Id': delivery.eventId,
    'Service-Event-Type': event.type,
    'Service-Delivery-Id': delivery.id,
    'Service-Attempt': String(attempt),
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(secondsOf(at)),
    ...(event.traceparent === null ? {} : { traceparent: event.traceparent }),
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
