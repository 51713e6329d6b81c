import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { DELIVERED_TYPES, DISABLED_REASONS } from '../events/delivered-events.ts';
import { id, listQuery, pageOf, text, timestamp } from '../fields.ts';
import { eventSelection } from '../operator.ts';
import { inEnvironment } from './keys.ts';
import { FILTER_EXAMPLE, filterOrNone } from './webhook-events.ts';

const url = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .describe(
    'Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses.',
  );
const selection = eventSelection.describe('Types of event, each once; `["*"]` is every type, those of later versions too.');
const description = text(1, 200).nullable().describe('What it is for, 1 to 200 characters; null where nobody said.');
const ordered = z
  .boolean()
  .describe('Whether events of one record are sent one after the other: each waits until the one before is delivered or failed.');
const MAX_EVENTS = { min: 2, max: 100 } as const;
const batch = z
  .strictObject({
    max_events: z.int().min(MAX_EVENTS.min).max(MAX_EVENTS.max).default(100).describe('Events in one request at most, 2 to 100.'),
    max_wait_ms: z
      .int()
      .min(10)
      .max(1_000)
      .default(1_000)
      .describe('Milliseconds, 10 to 1 000, that the first event waits for others. Records do not matter for it.'),
  })
  .meta({ id: 'WebhookBatch' });
const BATCH = 'Sends several events in one request, `{"batch": [ … ]}`; null: one each. Not together with `ordered`.';
const maxRate = z.number().min(0.1).max(1_000);
const MAX_RATE = 'Deliveries a second at most, 0.1 to 1 000; null: as fast as the receiver takes them.';

/** A new endpoint. */
export const createWebhookBody = z
  .strictObject({
    url,
    events: selection.default(['*']),
    description: description.default(null),
    filter: filterOrNone.default(null),
    ordered: ordered.default(false),
    batch: batch.nullable().default(null).describe(BATCH),
    max_rate: maxRate.nullable().default(null).describe(MAX_RATE),
  })
  .meta({ id: 'WebhookCreate', examples: [{ url: 'https://hooks.example.com/orders', events: ['order.shipped'] }] });
export type CreateWebhookBody = z.output<typeof createWebhookBody>;

/** The body of `PATCH` of an endpoint; an omitted field stays. */
export const updateWebhookBody = z
  .strictObject({
    url: url.optional(),
    events: selection.optional(),
    description: description.optional(),
    filter: filterOrNone.optional(),
    ordered: ordered.optional(),
    batch: batch.nullable().optional().describe(BATCH),
    max_rate: maxRate.nullable().optional().describe(MAX_RATE),
  })
  .meta({ id: 'WebhookUpdate', examples: [{ events: ['scan.completed'], filter: FILTER_EXAMPLE }] });
export type UpdateWebhookBody = z.output<typeof updateWebhookBody>;

const last4 = z.string().describe('The last four characters of its text.');
const secretFacts = {
  id: id('sec').describe('Opaque; attempts name the secrets that signed them by it.'),
  created_at: timestamp,
  ends_at: timestamp.nullable().describe('When it signs nothing any more; null for the newest.'),
};

/** An endpoint as its owner sees it. */
export const webhookEndpoint = z
  .strictObject({
    id: id('whk'),
    environment: z.enum(ENVIRONMENTS),
    url: z.string().describe('Where events are sent.'),
    events: z.array(z.string()).describe('Types of event, or `*` alone.'),
    description: z.string().nullable().describe('What it is for; null where nobody said.'),
    filter: filterOrNone,
    ordered,
    batch: batch.nullable().describe(BATCH),
    max_rate: z.number().nullable().describe(MAX_RATE),
    status: z
      .enum(['active', 'paused', 'disabled'])
      .describe('Events for one that is `paused` or `disabled` are held, for 30 days each, until it is resumed.'),
    disabled: z
      .strictObject({
        reason: z.enum(DISABLED_REASONS).describe('`gone`: it answered 410. `failing`: it has taken nothing for days.'),
        at: timestamp,
      })
      .nullable()
      .describe('Why and when it was disabled; null unless it is.'),
    secrets: z
      .array(z.strictObject({ ...secretFacts, last4 }).meta({ id: 'WebhookSecretFacts' }))
      .describe('What its deliveries are signed with, the newest first; older ones until they end.'),
    version: z.int().describe('Rises by one with every change of the endpoint; its `ETag`.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Webhook' });
export type WebhookEndpointRecord = z.output<typeof webhookEndpoint>;

/** An endpoint with its newest secret. */
export const webhookWithSecret = z
  .strictObject({ ...webhookEndpoint.shape, secret: z.string().describe('The newest secret, `whsec_` and base64.') })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

/** The secrets of an endpoint that sign now. */
export const webhookSecrets = z
  .strictObject({
    data: z
      .array(
        z.strictObject({ ...secretFacts, secret: z.string().describe('`whsec_` and base64.') }).meta({ id: 'WebhookSecret' }),
      )
      .describe('Those that sign now, the newest first.'),
  })
  .meta({ id: 'WebhookSecrets' });

/** How long the replaced secrets sign still. */
export const rotateWebhookSecretBody = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(7 * 86_400)
      .default(86_400)
      .describe(
        'Seconds for which the secret that is replaced signs beside the new one: 0 to 604 800 (7 days), one day unless told. 0 ends all others at once.',
      ),
  })
  .meta({ id: 'WebhookSecretRotate', examples: [{ overlap_seconds: 3_600 }] });

/** The fate of held events: sent or dropped. */
export const resumeWebhookBody = z
  .strictObject({
    held: z
      .enum(['deliver', 'drop'])
      .default('deliver')
      .describe('`deliver`: those that were held are sent now. `drop`: they are not; each can be sent again by itself.'),
  })
  .meta({ id: 'WebhookResume', examples: [{ held: 'deliver' }] });

/** Which event is sent to try an endpoint out. */
export const testWebhookBody = z
  .strictObject({
    type: z
      .enum(DELIVERED_TYPES)
      .default('webhook.test')
      .describe('The type of which a sample is sent, with `"test": true` in it, whatever the endpoint selects.'),
  })
  .meta({ id: 'WebhookTestRequest', examples: [{ type: 'order.shipped' }] });

/** Which endpoints are listed. */
export const listWebhooksQuery = z.strictObject({ ...listQuery, ...inEnvironment });
/** A page of endpoints. */
export const webhookPage = pageOf(webhookEndpoint).meta({ id: 'WebhookPage' });
