import { z } from 'zod';
import { clientTimestamp, createdAt, id, listQuery, pageOf, recordEnvironment, recordId, timestamp } from '../fields.ts';
import { reference } from '../inventory/movements.ts';
import { operation } from '../operation.ts';
import { bytesUse, storageUse } from '../storage-bounds.ts';
import { auditFilters, inEnvironment } from './keys.ts';

const counts = {
  delivered: z.int().describe('Number of successful attempts.'),
  refused: z.int().describe('Number of failed attempts.'),
  failed: z.int().describe('Number of deliveries that were given up.'),
  success_rate: z.number().nullable().describe('Share of successful attempts, 0 to 1; null without attempts.'),
  latency_p50_ms: z.int().nullable().describe('Median latency of the attempts in milliseconds; null without attempts.'),
  latency_p95_ms: z
    .int()
    .nullable()
    .describe('95th percentile of the latency of the attempts in milliseconds; null without attempts.'),
};

const totals = z.strictObject(counts).meta({ id: 'WebhookCounts' });

const health = z
  .strictObject({
    failing_since: timestamp
      .nullable()
      .describe('First failure after the last success, or after two days without an attempt; null while attempts succeed.'),
    last_success_at: timestamp.nullable().describe('Last successful attempt; null if never.'),
    last_failure_at: timestamp.nullable().describe('Last failed attempt; null if never.'),
    failures: z.int().describe('Number of failed attempts in a row.'),
    rests_until: timestamp
      .nullable()
      .describe(
        'End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without back-off.',
      ),
  })
  .meta({ id: 'WebhookHealth' });

const oldestUndelivered = z
  .int()
  .nullable()
  .describe(
    'Age of the oldest undelivered event in seconds; a resent event counts from the request. Null without undelivered events.',
  );

/** How an endpoint has done. */
export const webhookStats = z
  .strictObject({
    health: health.describe('Present health.'),
    oldest_undelivered_seconds: oldestUndelivered,
    total: totals.describe('Over the whole period.'),
    intervals: z
      .array(z.strictObject({ at: timestamp.describe('Start of the interval, UTC.'), ...counts }).meta({ id: 'WebhookInterval' }))
      .describe('Intervals with attempts, oldest first.'),
  })
  .meta({ id: 'WebhookStats' });

/** Which time is counted. */
export const webhookStatsQuery = z.strictObject({
  ...inEnvironment,
  since: clientTimestamp.optional().describe('From the hour of this time on, RFC 3339. Default: 24 hours ago.'),
  until: clientTimestamp.optional().describe('Up to the hour of this time, RFC 3339. Default: now.'),
  interval: z.enum(['hour', 'day']).default('hour').describe('Length of an interval, in UTC.'),
});

/** All endpoints at a glance. */
export const webhooksOverview = z
  .strictObject({
    data: z
      .array(
        z
          .strictObject({
            id: recordId('whk'),
            url: z.string().describe('Where events are sent.'),
            description: z.string().nullable().describe('Purpose, as given; null if none was given.'),
            status: z.enum(['active', 'paused', 'disabled']).describe('Status of the endpoint.'),
            health: health.describe('Present health.'),
            oldest_undelivered_seconds: oldestUndelivered,
            last_24_hours: totals.describe('Results of its attempts.'),
          })
          .meta({ id: 'WebhookOverview' }),
      )
      .describe('All endpoints, oldest first.'),
    max_rate: z
      .int()
      .describe('Attempts a second at all endpoints of the environment together, at most; further due deliveries wait.'),
    storage: storageUse.describe(
      'Endpoints that are stored, paused and disabled ones included; they are counted with each request.',
    ),
    stored_bytes: bytesUse.describe(
      'Bytes of endpoints, events and deliveries. Events and deliveries expire, and come from other operations: they are not refused.',
    ),
    minutes: z
      .array(
        z
          .strictObject({
            at: timestamp.describe('Start of the minute, UTC.'),
            delivered: z.int().describe('Number of successful attempts of all endpoints.'),
            refused: z.int().describe('Number of failed attempts of all endpoints.'),
          })
          .meta({ id: 'WebhookMinute' }),
      )
      .describe('The last 60 minutes of the clock, oldest first; the last one is still going on.'),
  })
  .meta({ id: 'WebhooksOverview' });

/** An audit entry of a change of endpoints. */
export const webhookChange = z
  .strictObject({
    id: recordId('aud'),
    environment: recordEnvironment,
    action: z.string().describe('Action, such as `webhook.secret_rotated`.'),
    target: reference.describe('Changed record.'),
    actor: z
      .string()
      .describe('Id of the key or member that made the change, `operator` (with a name as `operator:jo`), or `system`.'),
    address: z
      .string()
      .nullable()
      .describe('IP address of the client; null where it is unknown, as for changes of the service itself.'),
    request_id: z.string().nullable().describe('Id of the request; null for changes by the system.'),
    details: z.record(z.string(), z.unknown()).describe('Changed fields; never a secret.'),
    created_at: createdAt,
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChangeRecord = z.output<typeof webhookChange>;
/** Which changes of endpoints are asked for. */
export const listWebhookChangesQuery = z.strictObject({
  ...listQuery,
  ...inEnvironment,
  ...auditFilters,
  webhook_id: id('whk').optional().describe('Only changes of this endpoint, which may be removed.'),
});
/** A page of changes of endpoints, newest first. */
export const webhookChangePage = pageOf(webhookChange).meta({ id: 'WebhookChangePage' });

const reading = { api: 'account', service: 'webhooks', permission: 'webhooks:read', method: 'GET' } as const;
const query = z.strictObject(inEnvironment);
const params = z.strictObject({ id: recordId('whk') });
const nextPage = { Link: 'The next page, `rel="next"`.' };

const getWebhookStats = operation({
  ...reading,
  id: 'getWebhookStats',
  path: '/webhooks/:id/stats',
  summary: 'Retrieve the stats of a webhook endpoint',
  description: 'Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.',
  params,
  query: webhookStatsQuery,
  replies: { 200: { description: 'The numbers.', body: webhookStats } },
  errors: ['not_found'],
});

const getWebhooksOverview = operation({
  ...reading,
  id: 'getWebhooksOverview',
  path: '/overview/webhooks',
  summary: 'Retrieve an overview of webhook endpoints',
  description:
    'Each endpoint with its status, its health and the stats of the last 24 hours; attempts of all endpoints by the minute.',
  query,
  replies: { 200: { description: 'The endpoints.', body: webhooksOverview } },
});

const listWebhookChanges = operation({
  ...reading,
  id: 'listWebhookChanges',
  path: '/webhooks/changes',
  summary: 'List the audit log of webhooks',
  description:
    'Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.',
  query: listWebhookChangesQuery,
  replies: { 200: { description: 'A page of changes.', body: webhookChangePage, headers: nextPage } },
  errors: ['invalid_cursor'],
});

/** How webhook endpoints have done, and who changed what of them. */
export const webhookStatsOperations = { listWebhookChanges, getWebhookStats, getWebhooksOverview } as const;
