import { z } from 'zod';
import { DELIVERED_TYPES } from '../events/delivered-events.ts';
import { clientTimestamp, id, listQuery, pageOf, timestamp } from '../fields.ts';
import { inEnvironment } from './keys.ts';

/** The state of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed', 'dropped', 'batched'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const STATUS =
  '`pending` until it is `delivered`, or `failed` with the last attempt; `held` while its endpoint is paused or disabled; `dropped` ' +
  'where it was not wanted any more, or, of a batch, where its events go one by one since their endpoint is in order; `batched` where it goes as a part of a batch, which is a delivery of its own.';

const delivery = {
  id: id('dlv'),
  webhook_id: id('whk').describe('The endpoint.'),
  event_id: z.string().describe('The event; of a batch the id of the delivery itself.'),
  event_type: z.string().describe('The type of the event; `batch` where it is several.'),
  status: z.enum(DELIVERY_STATUSES).describe(STATUS),
  batch_id: id('dlv').nullable().describe('The delivery that it goes in; null unless it is `batched`.'),
  events: z.int().describe('Number of events in it: 1, or those of a batch.'),
  attempts: z.int().describe('Number of attempts made.'),
  next_attempt_at: timestamp.nullable().describe('When it is tried next; null unless it is `pending`.'),
  created_at: timestamp.describe('When its event came to be.'),
  ended_at: timestamp.nullable().describe('When it was delivered, failed or dropped; null before.'),
};

/** One event on its way to one endpoint. */
export const deliveryRecord = z.strictObject(delivery).meta({ id: 'Delivery' });
export type DeliveryRecord = z.output<typeof deliveryRecord>;

const headers = z.record(z.string(), z.string());

/** One try of a delivery. */
export const attemptRecord = z
  .strictObject({
    number: z.int().describe('Which attempt it was, from 1: the `Service-Attempt` of the request.'),
    at: timestamp.describe('When it began.'),
    latency_ms: z.int().describe('Milliseconds until the whole answer was there, or until it was given up.'),
    status: z.int().nullable().describe('The HTTP status of the answer; null where none came.'),
    error: z
      .string()
      .nullable()
      .describe('Why there is no complete answer, or why a complete one does not count; null where nothing is wrong.'),
    error_detail: z.string().nullable().describe('More of it, where there is more: what a time-out waited for, say.'),
    outcome: z
      .enum(['delivered', 'retry', 'failed'])
      .describe('What it made of the delivery: `retry`: it was tried again; `failed`: it was the last.'),
    signed_with: z.array(z.string()).describe('Ids of the secrets that signed it.'),
    request_headers: headers.describe('What it was sent with, but for the signatures.'),
    response_headers: headers.describe('A few headers of the answer, by their lower-case names.'),
    response_excerpt: z
      .string()
      .nullable()
      .describe(
        'The first 1 024 bytes of the answer as text; null where none came. It is what the receiver wrote: show it as text alone.',
      ),
  })
  .meta({ id: 'DeliveryAttempt' });

/** A delivery with all that happened to it. */
export const deliveryDetails = z
  .strictObject({
    ...delivery,
    request_body: z
      .string()
      .nullable()
      .describe('What is sent, character by character; null once the event is past its 30 days.'),
    attempt_log: z.array(attemptRecord).describe('Every attempt of the last 30 days, in order.'),
  })
  .meta({ id: 'DeliveryDetails' });
export type DeliveryDetailsRecord = z.output<typeof deliveryDetails>;

/** Which deliveries are listed. */
export const listDeliveriesQuery = z.strictObject({
  ...listQuery,
  ...inEnvironment,
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only those that are so. Without it every one.'),
  event_type: z.enum(DELIVERED_TYPES).optional().describe('Only those of events of this type.'),
  event_id: id('evt').optional().describe('Only that of this event.'),
  since: clientTimestamp.optional().describe('Only those that came to be then or later, RFC 3339.'),
  until: clientTimestamp.optional().describe('Only those that came to be before, RFC 3339.'),
});
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>;
/** A page of deliveries. */
export const deliveryPage = pageOf(deliveryRecord).meta({ id: 'DeliveryPage' });

/** The deliveries to send again. */
export const createReplayBody = z
  .strictObject({
    since: clientTimestamp.describe('Events that were stored then or later, RFC 3339; at most 30 days ago.'),
    until: clientTimestamp.optional().describe('Events that were stored before, RFC 3339; now unless told.'),
    status: z
      .enum(['failed', 'all'])
      .default('failed')
      .describe(
        '`failed`: deliveries that were given up. `all`: every event that the endpoint got, or would get as it is now: what it had already comes again.',
      ),
    rate: z
      .number()
      .min(0.1)
      .max(1_000)
      .nullable()
      .default(null)
      .describe('Deliveries a second at which they become due, 0.1 to 1 000; null: as fast as the endpoint takes them.'),
  })
  .meta({ id: 'ReplayCreate', examples: [{ since: '2026-11-21T09:00:00.000Z', status: 'failed', rate: 10 }] });
export type CreateReplayBody = z.output<typeof createReplayBody>;

/** Deliveries that are sent again, bit by bit. */
export const replayRecord = z
  .strictObject({
    id: id('rpl'),
    webhook_id: id('whk').describe('The endpoint.'),
    since: timestamp.describe('Events stored then or later.'),
    until: timestamp.describe('Events stored before.'),
    selection: z.enum(['failed', 'all']).describe('Which of them, as it was asked.'),
    rate: z.number().nullable().describe('Deliveries a second; null: as fast as the endpoint takes them.'),
    status: z.enum(['running', 'done', 'cancelled']).describe('`done`: all are due again, and are delivered like any others.'),
    examined: z.int().describe('Number of events or deliveries looked at.'),
    resent: z.int().describe('Number of deliveries that were made due again.'),
    created_at: timestamp,
    ended_at: timestamp.nullable().describe('When it was done or cancelled; null before.'),
  })
  .meta({ id: 'Replay' });
export type ReplayRecord = z.output<typeof replayRecord>;
export const replayPage = pageOf(replayRecord).meta({ id: 'ReplayPage' });
export const listReplaysQuery = z.strictObject({ ...listQuery, ...inEnvironment });
