import { z } from 'zod';
import {
  accountId,
  clientTimestamp,
  createdAt,
  id,
  listQuery,
  pageOf,
  recordEnvironment,
  severalOf,
  timestamp,
} from '../fields.ts';
import { domainEvent, eventEnvelope, EVENTS, namesOf } from './events.ts';

const envelope = <Type extends string>(type: Type) => ({
  id: id('evt').describe('Id of the event, the same at every attempt.'),
  type: z.literal(type).describe('Type of the event.'),
  created_at: createdAt,
  api_version: z.enum(['v1']).describe('API version of the records in the event.'),
  account_id: accountId,
  environment: recordEnvironment,
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
        origin: z.string().describe('Scheme, host and port of its URL. The path is left out, since it can hold secrets.'),
        description: z.string().nullable().describe('Description of the endpoint; null if none was given.'),
        reason: z
          .enum(DISABLED_REASONS)
          .describe('`gone`: the receiver answered 410. `failing`: no attempt has succeeded for days.'),
        disabled_at: timestamp.describe('When it was disabled, RFC 3339 in UTC with milliseconds.'),
        failing_since: timestamp
          .nullable()
          .describe('First failure after the last success, or after two days without an attempt.'),
        last_success_at: timestamp.nullable().describe('Last successful attempt; null if never.'),
        failures: z.int().describe('Number of failed attempts in a row.'),
        last_status: z.int().nullable().describe('HTTP status of the last response; null without one.'),
        last_error: z
          .string()
          .nullable()
          .describe('Reason for the missing response of the last attempt; null if there was a response.'),
        message: z.string().describe('Readable message, with the way to enable the endpoint again.'),
      })
      .meta({ id: 'DisabledEndpoint' })
      .describe('The disabled endpoint.'),
  })
  .meta({ id: 'EndpointDisabled' });

/** A requested test of an endpoint. It goes to that endpoint alone. */
export const webhookTest = z
  .looseObject({
    ...envelope('webhook.test'),
    test: z.literal(true).describe('Marks a test event.'),
    data: z
      .looseObject({
        webhook_id: id('whk').describe('The endpoint under test.'),
        message: z.string().describe('Readable message.'),
      })
      .meta({ id: 'TestOfWebhook' })
      .describe('The test.'),
  })
  .meta({ id: 'WebhookTest' });

/** Every type of event that an endpoint can select, in the order of the catalogue: those on topics, and what webhooks say of themselves. */
const SUBSCRIBABLE = {
  ...EVENTS,
  'endpoint.disabled': {
    schema: endpointDisabled,
    meaning:
      'Another endpoint of the account was disabled: its receiver answered 410, or no attempt succeeded for days. Its events are held.',
  },
} as const;

/** Every type of event that is delivered, in the order of the catalogue: its schema, and when it is emitted. */
export const DELIVERED = {
  ...SUBSCRIBABLE,
  'webhook.test': {
    schema: webhookTest,
    meaning: 'A test of this endpoint was requested. The event is not in the feed, and its `test` is true.',
  },
} as const;

/** The types that an endpoint can select. */
export const SUBSCRIBABLE_TYPES = namesOf(SUBSCRIBABLE);
export type SubscribableType = (typeof SUBSCRIBABLE_TYPES)[number];

/** The types that are delivered. */
export const DELIVERED_TYPES = namesOf(DELIVERED);
export type DeliveredType = (typeof DELIVERED_TYPES)[number];

/** Any event of the feed: what endpoints can select. */
export const feedEvent = z.discriminatedUnion('type', [...domainEvent.options, endpointDisabled]);
export type FeedEvent = z.output<typeof feedEvent>;

/** Which part of the feed is asked for. */
export const listEventsQuery = z.strictObject({
  ...listQuery,
  after: id('evt')
    .optional()
    .describe('Starts after this event: the last one that was handled, of any type. A `cursor`, as in `Link`, takes precedence.'),
  types: severalOf(SUBSCRIBABLE_TYPES).optional().describe('Event types. Default: all.'),
  created_after: clientTimestamp
    .optional()
    .describe(
      'Starts at the first event that was stored at or after this time: some tens of milliseconds after its `created_at`, or longer after an ' +
        'outage. Before the oldest event it starts there. With `after`, whichever is later.',
    ),
  created_before: clientTimestamp
    .optional()
    .describe(
      'Ends before the first event that was stored at or after this time, so that consecutive windows neither miss nor repeat one.',
    ),
});
export type ListEventsQuery = z.output<typeof listEventsQuery>;

/** An event of a type that this version does not know: a later version stored it. Its own members stand beside these. */
const otherEvent = eventEnvelope
  .refine(({ type }) => !DELIVERED_TYPES.some((known) => known === type), 'a type that is not known otherwise')
  .meta({ id: 'OtherEvent' });

/** Any event, read in the feed or delivered. */
const event = z.union([...feedEvent.options, webhookTest, otherEvent]).meta({ id: 'Event' });

/** A page of the feed, oldest first. */
export const eventPage = pageOf(event)
  .extend({
    next_after: id('evt')
      .nullable()
      .describe(
        'The `after` of the next round: the last event up to which this page looked, of any type, whether or not `types` shows it. ' +
          'Without one behind `after` it is `after`; null where there is neither.',
      ),
  })
  .meta({ id: 'EventPage' });

/**
 * An event's parsed body as it was stored. Its schema has read it then, and does not again: it would move the members.
 *
 * @throws ZodError if it is no object.
 */
export const storedEvent = z.custom<FeedEvent>((value) => typeof value === 'object' && value !== null);
