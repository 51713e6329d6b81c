import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { domainEvent, EVENT_SCHEMAS, EVENT_TYPES } from './events.ts';
import { id, timestamp } from '../fields.ts';

const envelope = <Type extends string>(type: Type) => ({
  id: id('evt').describe('The same at every attempt.'),
  type: z.literal(type),
  created_at: timestamp,
  api_version: z.literal('v1'),
  account_id: id('acc'),
  environment: z.enum(ENVIRONMENTS),
});

/** Why an endpoint was disabled: its receiver answered 410, or took nothing for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

/** A webhook endpoint was disabled, as the account's other endpoints are told. */
export const endpointDisabled = z
  .looseObject({
    ...envelope('endpoint.disabled'),
    data: z
      .looseObject({
        id: id('whk').describe('The endpoint.'),
        origin: z
          .string()
          .describe('Scheme, host and port of its URL. The rest may say what only those who may see endpoints are to know.'),
        description: z.string().nullable().describe('What its owner says of it; null where nothing.'),
        reason: z.enum(DISABLED_REASONS).describe('`gone`: it answered 410. `failing`: it has taken nothing for days.'),
        disabled_at: timestamp.describe('When it was disabled, RFC 3339 in UTC with milliseconds.'),
        failing_since: timestamp
          .nullable()
          .describe('Its first failure after the last success, or after two days without an attempt.'),
        last_success_at: timestamp.nullable().describe('Its last success; null where it never had one.'),
        failures: z.int().describe('Number of failed attempts in a row.'),
        last_status: z.int().nullable().describe('The HTTP status of its last answer; null where there was none.'),
        last_error: z.string().nullable().describe('Why its last attempt got no complete answer; null where it got one.'),
        message: z.string().describe('The same for people, with how to enable it again.'),
      })
      .meta({ id: 'DisabledEndpoint' }),
  })
  .meta({ id: 'EndpointDisabled' });

/** A requested test of an endpoint. It goes to that endpoint alone. */
export const webhookTest = z
  .looseObject({
    ...envelope('webhook.test'),
    test: z.literal(true).describe('In every event that was sent to try an endpoint out.'),
    data: z
      .looseObject({
        webhook_id: id('whk').describe('The endpoint that is tried out.'),
        message: z.string().describe('For people.'),
      })
      .meta({ id: 'TestOfWebhook' }),
  })
  .meta({ id: 'WebhookTest' });

/** Every type of event that an endpoint can select: those on topics, and what webhooks say of themselves. */
export const SUBSCRIBABLE_TYPES = [...EVENT_TYPES, 'endpoint.disabled'] as const;
export type SubscribableType = (typeof SUBSCRIBABLE_TYPES)[number];

/** Every type of event that is delivered, in the order of the catalogue. */
export const DELIVERED_TYPES = [...SUBSCRIBABLE_TYPES, 'webhook.test'] as const;
export type DeliveredType = (typeof DELIVERED_TYPES)[number];

/** The schema of each type that is delivered. */
export const DELIVERED_SCHEMAS = {
  ...EVENT_SCHEMAS,
  'endpoint.disabled': endpointDisabled,
  'webhook.test': webhookTest,
} as const satisfies Readonly<Record<DeliveredType, z.ZodType>>;

/** Any event of the feed: what endpoints can select. */
export const feedEvent = z.discriminatedUnion('type', [...domainEvent.options, endpointDisabled]);
export type FeedEvent = z.output<typeof feedEvent>;

/** When each event is emitted. */
export const EVENT_MEANINGS: Readonly<Record<DeliveredType, string>> = {
  'inventory.updated':
    'A quantity of a SKU changed: on hand, allocated, or that of a place. One for each command and SKU, however many lines it had; creating a SKU is one too.',
  'inventory.low_stock': 'A SKU fell below its reorder point. Not again until it has recovered.',
  'order.created': 'An order was created.',
  'order.updated': 'What is allocated to an order changed.',
  'order.packed': 'An order was packed.',
  'order.shipped': 'An order was shipped, and its stock decremented.',
  'order.cancelled': 'An order was cancelled, and what it held is free again.',
  'scan.completed': 'A scan was recorded. The volume is high: subscribe to it only where it is needed.',
  'endpoint.disabled':
    'Another endpoint of the account was disabled: it answered 410, or took nothing for days. What came meanwhile is held.',
  'webhook.test': 'Somebody asked for it, to try this endpoint out. It is not in the feed, and its `test` is true.',
};
