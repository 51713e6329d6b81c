import type { z } from 'zod';
import { EVENT_MEANINGS, DELIVERED_SCHEMAS, DELIVERED_TYPES, type DeliveredType } from '@fulfilment/contracts';
import { SAMPLE_DELIVERIES } from '../samples/delivered-events.ts';
import type { JsonObject } from './json.ts';
import type { SchemaCollection } from './schemas.ts';

/** Headers of every delivery, and their meaning. */
export const DELIVERY_HEADERS: Readonly<Record<string, string>> = {
  'Service-Signature':
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 over `<t>.<raw body>` with the endpoint's secret as shown. There can be several `v1`: one match is enough. Refuse a `t` more than 5 minutes off.",
  'Service-Event-Id': 'Id of the event, the same at every attempt.',
  'Service-Event-Type': 'The type of the event.',
  'Service-Delivery-Id': 'Id of the delivery, one for each endpoint and event.',
  'Service-Attempt': 'Attempt number, from 1.',
  'webhook-id': 'As `Service-Event-Id`, for the libraries of Standard Webhooks.',
  'webhook-timestamp': 'Unix seconds, signed with the body.',
  'webhook-signature': 'The signature of Standard Webhooks: `v1,<base64>`.',
};

/** Every event type as a webhook that subscribers take. */
export function describeWebhooks(schemas: SchemaCollection): JsonObject {
  return Object.fromEntries(
    DELIVERED_TYPES.map((type) => [type, { post: describeDelivery(type, DELIVERED_SCHEMAS[type], schemas) }]),
  );
}

function describeDelivery(type: DeliveredType, schema: z.ZodType, schemas: SchemaCollection): JsonObject {
  return {
    operationId: `receive${type.split(/[._]/).map(capitalised).join('')}`,
    tags: ['webhooks'],
    summary: type,
    description: EVENT_MEANINGS[type],
    security: [],
    parameters: Object.entries(DELIVERY_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.schemaOf(schema, 'output'), example: SAMPLE_DELIVERIES[type] } },
    },
    responses: {
      '2XX': { description: 'Accepted. Answer within 15 seconds.' },
      default: { description: 'Not accepted: the delivery is retried, byte for byte, on a schedule of about three days.' },
    },
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
