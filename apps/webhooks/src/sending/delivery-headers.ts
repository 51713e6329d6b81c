import type { Shipment } from '../use-cases/ports.ts';
import { serviceSignature, standardSignature } from './signatures.ts';

const USER_AGENT = 'Fulfilment-Webhooks/1';

/** The headers of one attempt. */
export function deliveryHeaders({ delivery, event, secrets, attempt }: Shipment, at: Date): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signed = { secrets, eventId: delivery.eventId, timestamp, body: event.body };
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'Service-Signature': serviceSignature(signed),
    'Service-Event-Id': delivery.eventId,
    'Service-Event-Type': event.type,
    'Service-Delivery-Id': delivery.id,
    'Service-Attempt': String(attempt),
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(signed),
    ...(event.traceparent === null ? {} : { traceparent: event.traceparent }),
  };
}
