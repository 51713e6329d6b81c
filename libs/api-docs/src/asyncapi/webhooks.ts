import { DELIVERED_SCHEMAS, DELIVERED_TYPES, type DeliveredType, EVENT_MEANINGS } from '@fulfilment/contracts';
import type { JsonObject } from '../openapi/json.ts';
import { DELIVERY_HEADERS } from '../openapi/webhooks.ts';
import { SAMPLE_DELIVERIES } from '../samples/delivered-events.ts';
import type { SchemaCollection } from './schemas.ts';
import type { Part } from './topics.ts';

/** The webhooks of a subscriber: each event as one POST with its signatures. */
export function describeWebhooks(schemas: SchemaCollection): Part {
  const names = DELIVERED_TYPES.map((type) => `${nameOf(type)}Delivery`);
  const messages = DELIVERED_TYPES.map((type): [string, JsonObject] => [
    `${nameOf(type)}Delivery`,
    describeDelivery(type, schemas),
  ]);
  return {
    channels: {
      webhook: {
        address: null,
        description: 'The URL of an endpoint that was added. It gets the types of event that it selects.',
        servers: [{ $ref: '#/servers/subscriber' }],
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      deliverEvents: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'Delivers an event at least once.',
        description:
          'Any complete 2xx within 15 seconds is a success; anything else is tried again, byte for byte, for about three days. `Retry-After` on 429 and 503 is obeyed, 410 disables the endpoint. What was missed is in the feed: `GET /v1/events`.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    messages: Object.fromEntries(messages),
  };
}

const nameOf = (type: DeliveredType): string => DELIVERED_SCHEMAS[type].meta()?.id ?? type;

function describeDelivery(type: DeliveredType, schemas: SchemaCollection): JsonObject {
  return {
    name: type,
    title: `${type}, delivered`,
    summary: EVENT_MEANINGS[type],
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: Object.keys(DELIVERY_HEADERS),
      properties: {
        ...Object.fromEntries(
          Object.entries(DELIVERY_HEADERS).map(([name, description]) => [name, { type: 'string', description }]),
        ),
        traceparent: { type: 'string', description: 'W3C Trace Context, where the request that caused the event had one.' },
      },
    },
    payload: schemas.referTo(DELIVERED_SCHEMAS[type], nameOf(type)),
    correlationId: { description: 'The id of the event.', location: '$message.header#/Service-Event-Id' },
    examples: [{ name: type, payload: SAMPLE_DELIVERIES[type] }],
  };
}
