import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { clientTimestamp, id, listQuery, pageOf, timestamp } from '../fields.ts';
import { inEnvironment } from './keys.ts';

const counts = {
  delivered: z.int().describe('Number of attempts that delivered.'),
  refused: z.int().describe('Number of attempts that did not.'),
  failed: z.int().describe('Number of deliveries that were given up.'),
  success_rate: z.number().nullable().describe('Share of attempts that delivered, 0 to 1; null where there were none.'),
  latency_p50_ms: z
    .int()
    .nullable()
    .describe('Milliseconds that half of the attempts stayed within; null where there were none.'),
  latency_p95_ms: z.int().nullable().describe('Milliseconds that 95 of 100 attempts stayed within; null where there were none.'),
};

const health = z
  .strictObject({
    failing_since: timestamp
      .nullable()
      .describe('Its first failure after the last success, or after two days without an attempt; null while it succeeds.'),
    last_success_at: timestamp.nullable().describe('When it last took something; null: never.'),
    last_failure_at: timestamp.nullable().describe('When it last did not; null: never.'),
    failures: z.int().describe('Number of failed attempts in a row.'),
    rests_until: timestamp
      .nullable()
      .describe('Until when nothing is sent: it asked for it, or keeps failing; null where nothing is in the way.'),
  })
  .meta({ id: 'WebhookHealth' });

const oldestUndelivered = z
  .int()
  .nullable()
  .describe(
    'Age of the oldest event that it has still to get, in seconds; one that is sent again counts since that was asked for. Null where it has all.',
  );

/** How an endpoint has done. */
export const webhookStats = z
  .strictObject({
    health: health.describe('How it does now.'),
    oldest_undelivered_seconds: oldestUndelivered,
    total: z.strictObject(counts).meta({ id: 'WebhookCounts' }).describe('Over the whole time.'),
    intervals: z
      .array(z.strictObject({ at: timestamp.describe('Its beginning, UTC.'), ...counts }).meta({ id: 'WebhookInterval' }))
      .describe('Those in which something was tried, the oldest first.'),
  })
  .meta({ id: 'WebhookStats' });

/** Which time is counted. */
export const webhookStatsQuery = z.strictObject({
  ...inEnvironment,
  since: clientTimestamp.optional().describe('From the hour of this moment on, RFC 3339; 24 hours ago unless told.'),
  until: clientTimestamp.optional().describe('To the hour of this moment, RFC 3339; now unless told.'),
  interval: z.enum(['hour', 'day']).default('hour').describe('Length of an interval, in UTC.'),
});

/** All endpoints at a glance. */
export const webhooksOverview = z
  .strictObject({
    data: z
      .array(
        z
          .strictObject({
            id: id('whk'),
            url: z.string().describe('Where events are sent.'),
            description: z.string().nullable().describe('What it is for; null where nobody said.'),
            status: z.enum(['active', 'paused', 'disabled']).describe('As of the endpoint.'),
            health: health.describe('How it does now.'),
            oldest_undelivered_seconds: oldestUndelivered,
            last_24_hours: z.strictObject(counts).describe('What came of its attempts.'),
          })
          .meta({ id: 'WebhookOverview' }),
      )
      .describe('Every endpoint, the oldest first.'),
  })
  .meta({ id: 'WebhooksOverview' });

/** An audit entry of a change of endpoints. */
export const webhookChange = z
  .strictObject({
    id: id('aud'),
    environment: z.enum(ENVIRONMENTS),
    action: z.string().describe('What was done: `webhook.secret_rotated`, say.'),
    target: z.strictObject({ type: z.string(), id: z.string() }).describe('What was changed.'),
    actor: z.string().describe('Who did it: the id of a key or a member, `operator`, or `system`.'),
    request_id: z.string().nullable().describe('The request that did it; null where none did.'),
    details: z.record(z.string(), z.unknown()).describe('What was changed; never a secret.'),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChangeRecord = z.output<typeof webhookChange>;
export const listWebhookChangesQuery = z.strictObject({
  ...listQuery,
  ...inEnvironment,
  webhook_id: id('whk').optional().describe('Only changes of this endpoint, though it is removed.'),
});
export const webhookChangePage = pageOf(webhookChange).meta({ id: 'WebhookChangePage' });
