import { z } from 'zod';
import { DELIVERED_TYPES } from '../events/delivered-events.ts';
import { clientTimestamp, createdAt, id, listQuery, pageOf, recordId, severalOf, timestamp } from '../fields.ts';
import { BYTES_PER_TOKEN, EVENT_STREAM, operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';
import { testWebhookBody } from './webhooks.ts';

/** The state of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed', 'dropped', 'batched'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const STATUS =
  '`pending` until it is `delivered`, or `failed` after the last attempt; `held` while its endpoint is paused or disabled; `dropped` ' +
  'where it is not wanted any more, or, for a batch, where its events go otherwise: one by one because the endpoint is `ordered` now, or in two halves because the receiver answered 413; `batched` as part of a batch, which is a delivery of its own.';

const delivery = {
  id: recordId('dlv'),
  webhook_id: id('whk').describe('The endpoint.'),
  event_id: z.string().describe('Id of the event; for a batch, the id of the delivery itself.'),
  event_type: z.string().describe('Type of the event; `batch` for several events.'),
  status: z.enum(DELIVERY_STATUSES).describe(STATUS),
  batch_id: id('dlv').nullable().describe('The batch delivery that contains it; null unless `batched`.'),
  events: z.int().describe('Number of events in the delivery: 1, or the size of the batch.'),
  attempts: z.int().describe('Number of attempts made.'),
  next_attempt_at: timestamp.nullable().describe('Time of the next attempt; null unless `pending`.'),
  created_at: timestamp.describe('Creation time of the event.'),
  ended_at: timestamp.nullable().describe('Time at which the delivery was delivered, failed or dropped; null before.'),
  delivered_at: timestamp
    .nullable()
    .optional()
    .describe('Time at which it was delivered; it stays where the delivery is sent again. Null if it never was.'),
};

/** One event on its way to one endpoint. */
export const deliveryRecord = z.strictObject(delivery).meta({ id: 'Delivery' });
export type DeliveryRecord = z.output<typeof deliveryRecord>;

const headers = z.record(z.string(), z.string());

/** One try of a delivery. */
export const attemptRecord = z
  .strictObject({
    number: z.int().describe('Attempt number from 1, as in the `Service-Attempt` header of the request.'),
    at: timestamp.describe('Start of the attempt.'),
    latency_ms: z.int().describe('Milliseconds until the complete response, or until the attempt was given up.'),
    status: z.int().nullable().describe('HTTP status of the response; null without a response.'),
    error: z.string().nullable().describe('Reason for a missing or rejected response; null on success.'),
    error_detail: z.string().nullable().describe('Details of the error, such as the phase that timed out; null without details.'),
    outcome: z
      .enum(['delivered', 'retry', 'failed'])
      .describe('Effect on the delivery: `retry`: another attempt follows; `failed`: it was the last attempt.'),
    signed_with: z.array(z.string()).describe('Ids of the secrets that signed the request.'),
    request_headers: headers.describe('Request headers, without the signatures.'),
    response_headers: headers.describe('Selected response headers, by lower-case name.'),
    response_excerpt: z
      .string()
      .nullable()
      .describe(
        "First 1 024 bytes of the response as text; null without a response. The content is the receiver's: render it as plain text.",
      ),
  })
  .meta({ id: 'DeliveryAttempt' });

/** A delivery with all that happened to it. */
export const deliveryDetails = z
  .strictObject({
    ...delivery,
    request_body: z.string().nullable().describe('Exact request body; null once the event is older than 30 days.'),
    attempt_log: z.array(attemptRecord).describe('All attempts of the last 30 days, in order.'),
  })
  .meta({ id: 'DeliveryDetails' });
export type DeliveryDetailsRecord = z.output<typeof deliveryDetails>;

/** Which deliveries are listed. */
export const listDeliveriesQuery = z.strictObject({
  ...listQuery,
  ...inEnvironment,
  status: severalOf(DELIVERY_STATUSES).optional().describe('Only deliveries with these statuses. Default: all.'),
  event_type: severalOf(DELIVERED_TYPES).optional().describe('Only deliveries of these event types.'),
  event_id: id('evt').optional().describe('Only the delivery of this event.'),
  since: clientTimestamp.optional().describe('Only deliveries created at or after this time, RFC 3339.'),
  until: clientTimestamp.optional().describe('Only deliveries created before this time, RFC 3339.'),
});
/** A page of deliveries. */
export const deliveryPage = pageOf(deliveryRecord).meta({ id: 'DeliveryPage' });

/** A delivery after one of its attempts, as the stream of deliveries sends it. */
export const attemptedDelivery = z
  .strictObject({
    ...delivery,
    attempt: attemptRecord
      .pick({ number: true, at: true, latency_ms: true, status: true, error: true, outcome: true })
      .meta({ id: 'AttemptSummary' }),
  })
  .meta({ id: 'AttemptedDelivery' });
export type AttemptedDelivery = z.output<typeof attemptedDelivery>;

/** Which deliveries are streamed. */
export const streamDeliveriesQuery = z.strictObject({
  ...inEnvironment,
  webhook_id: id('whk').optional().describe('Only deliveries to this endpoint. Default: all.'),
  status: severalOf(DELIVERY_STATUSES).optional().describe('Only deliveries with these statuses. Default: all.'),
  event_type: severalOf(DELIVERED_TYPES).optional().describe('Only deliveries of these event types.'),
  event_id: id('evt').optional().describe('Only deliveries of this event.'),
});

const streamExample = `id: 6921f3a54c8e1b0012d4a7f0.0\nevent: delivery\ndata: ${JSON.stringify({
  id: 'dlv_01KAJ6PB7J5N0R8YQ2DE11VER1',
  webhook_id: 'whk_01KAJ6PB7J5N0R8YQ2ENDP01N1',
  event_id: 'evt_01KAJ6PB7J5N0R8YQ2EVENT0N1',
  event_type: 'order.created',
  status: 'delivered',
  batch_id: null,
  events: 1,
  attempts: 1,
  next_attempt_at: null,
  created_at: '2026-11-21T09:05:12.411Z',
  ended_at: '2026-11-21T09:05:12.502Z',
  attempt: { number: 1, at: '2026-11-21T09:05:12.431Z', latency_ms: 71, status: 204, error: null, outcome: 'delivered' },
})}\n\n`;

/** The deliveries to send again. */
export const createReplayBody = z
  .strictObject({
    since: clientTimestamp.describe('Events stored at or after this time, RFC 3339; at most 30 days ago.'),
    until: clientTimestamp.optional().describe('Events stored before this time, RFC 3339. Default: now.'),
    status: z
      .enum(['failed', 'all'])
      .default('failed')
      .describe(
        '`failed`: deliveries that were given up. `all`: every event that the endpoint received or would receive with its present selection, including delivered ones.',
      ),
    rate: z
      .number()
      .min(0.1)
      .max(1_000)
      .nullable()
      .default(null)
      .describe('Deliveries per second, 0.1 to 1 000; null: as fast as the endpoint accepts them.'),
  })
  .meta({ id: 'ReplayCreate', examples: [{ since: '2026-11-21T09:00:00.000Z', status: 'failed', rate: 10 }] });

/** Deliveries that are sent again, bit by bit. */
export const replayRecord = z
  .strictObject({
    id: recordId('rpl'),
    webhook_id: id('whk').describe('The endpoint.'),
    since: timestamp.describe('Events stored at or after this time.'),
    until: timestamp.describe('Events stored before this time.'),
    selection: z.enum(['failed', 'all']).describe('Selection of events, as requested.'),
    rate: z.number().nullable().describe('Deliveries per second; null: as fast as the endpoint accepts them.'),
    status: z
      .enum(['running', 'done', 'cancelled'])
      .describe('`done`: all selected deliveries are due again and are delivered like any others.'),
    examined: z.int().describe('Number of events or deliveries examined.'),
    resent: z.int().describe('Number of deliveries that were made due again.'),
    created_at: createdAt,
    ended_at: timestamp.nullable().describe('Time at which the replay was done or cancelled; null before.'),
  })
  .meta({ id: 'Replay' });
export type ReplayRecord = z.output<typeof replayRecord>;
/** A page of replays, newest first. */
export const replayPage = pageOf(replayRecord).meta({ id: 'ReplayPage' });
/** Which replays of an endpoint are asked for. */
export const listReplaysQuery = z.strictObject({ ...listQuery, ...inEnvironment });

const reading = { api: 'account', service: 'webhooks', permission: 'webhooks:read', method: 'GET' } as const;
const writing = { api: 'account', service: 'webhooks', permission: 'webhooks:manage', method: 'POST' } as const;
const query = z.strictObject(inEnvironment);
const ofWebhook = z.strictObject({ id: recordId('whk') });
const ofDelivery = z.strictObject({ id: recordId('dlv') });
const ofReplay = z.strictObject({ id: recordId('whk'), replay_id: id('rpl').describe('The replay.') });
const nextPage = { Link: 'The next page, `rel="next"`.' };
const located = { Location: 'URL of the record.' };

const testWebhook = operation({
  ...writing,
  id: 'testWebhook',
  addsRecords: true,
  path: '/webhooks/:id/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.',
  params: ofWebhook,
  query,
  body: testWebhookBody,
  replies: { 202: { description: 'The delivery. Read it again for the result.', body: deliveryRecord, headers: located } },
  errors: ['not_found', 'webhook_not_active'],
});

const listDeliveries = operation({
  ...reading,
  id: 'listDeliveries',
  path: '/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: 'Newest first, for 30 days after each ended.',
  params: ofWebhook,
  query: listDeliveriesQuery,
  replies: { 200: { description: 'A page of deliveries.', body: deliveryPage, headers: nextPage } },
  errors: ['not_found', 'invalid_cursor'],
});

const streamDeliveries = operation({
  ...reading,
  id: 'streamDeliveries',
  path: '/deliveries/stream',
  summary: 'Stream deliveries as they are attempted',
  description:
    'Server-sent events, for `EventSource`: one event `delivery` for each attempt, one to two seconds after it. Its data is the delivery as ' +
    'it is then, and in `attempt` the number, time, latency, status, error and outcome of the attempt. `Last-Event-ID` continues after that event, up to 30 days back; without it the ' +
    'stream begins now. Its first block, and the comment that comes every 15 seconds without an event, have an `id` too, from which to continue. The stream ends when the service or the gateway restarts, and within seconds of ' +
    'the end of the session or key: reconnect after `retry` milliseconds. A key or member may have 4 streams open at a gateway, an account ' +
    'and environment 8.',
  query: streamDeliveriesQuery,
  requestClass: 'tail',
  // An event has four lines, and a page of the list a hundred deliveries at most.
  rowPrice: { rowsPerToken: 400, bytesPerToken: BYTES_PER_TOKEN },
  replies: {
    200: {
      description: 'The stream.',
      body: z.string(),
      media: [{ type: EVENT_STREAM, description: 'Server-sent events (HTML section 9.2) in UTF-8.', example: streamExample }],
    },
  },
  errors: ['not_found', 'invalid_cursor', 'not_acceptable'],
});

const getDelivery = operation({
  ...reading,
  id: 'getDelivery',
  path: '/deliveries/:id',
  summary: 'Retrieve one delivery',
  description: 'Includes the request body and every attempt with its response.',
  params: ofDelivery,
  query,
  replies: { 200: { description: 'The delivery.', body: deliveryDetails } },
  errors: ['not_found'],
});

const resendDelivery = operation({
  ...writing,
  id: 'resendDelivery',
  addsRecords: true,
  asksRecentAuthentication: true,
  path: '/deliveries/:id/resend',
  summary: 'Send one delivery again',
  description:
    'A delivery that was delivered, failed or dropped keeps its ids and attempts, and its retry schedule starts again. A pending one is tried at once, and its schedule goes on. It is held while the endpoint is paused or disabled; resending ends a rest of the endpoint.',
  params: ofDelivery,
  query,
  replies: { 202: { description: 'The delivery, due again.', body: deliveryRecord, headers: located } },
  errors: ['not_found', 'delivery_not_ended', 'event_expired'],
});

const createReplay = operation({
  ...writing,
  id: 'createReplay',
  addsRecords: true,
  asksRecentAuthentication: true,
  path: '/webhooks/:id/resend',
  summary: 'Replay events to a webhook endpoint',
  description:
    'Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.',
  params: ofWebhook,
  query,
  body: createReplayBody,
  replies: { 202: { description: 'The replay. Read it again for its progress.', body: replayRecord, headers: located } },
  errors: ['not_found', 'replay_in_progress'],
});

const listReplays = operation({
  ...reading,
  id: 'listReplays',
  path: '/webhooks/:id/replays',
  summary: 'List the replays of a webhook endpoint',
  description: 'Newest first, for 30 days after each ended.',
  params: ofWebhook,
  query: listReplaysQuery,
  replies: { 200: { description: 'A page of replays.', body: replayPage, headers: nextPage } },
  errors: ['not_found', 'invalid_cursor'],
});

const getReplay = operation({
  ...reading,
  id: 'getReplay',
  path: '/webhooks/:id/replays/:replay_id',
  summary: 'Retrieve one replay',
  description: 'Shows its progress.',
  params: ofReplay,
  query,
  replies: { 200: { description: 'The replay.', body: replayRecord } },
  errors: ['not_found'],
});

const cancelReplay = operation({
  ...writing,
  id: 'cancelReplay',
  path: '/webhooks/:id/replays/:replay_id/cancel',
  summary: 'Cancel a replay',
  description: 'Deliveries that are due stay due. Cancelling a replay that has ended changes nothing.',
  params: ofReplay,
  query,
  replies: { 200: { description: 'The replay.', body: replayRecord } },
  errors: ['not_found'],
});

/** Operations of deliveries and of sending them again. */
export const deliveryOperations = {
  testWebhook,
  listDeliveries,
  streamDeliveries,
  getDelivery,
  resendDelivery,
  createReplay,
  listReplays,
  getReplay,
  cancelReplay,
} as const;
