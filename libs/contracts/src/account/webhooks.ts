import { z } from 'zod';
import { DELIVERED_TYPES, DISABLED_REASONS } from '../events/delivered-events.ts';
import { createdAt, id, listQuery, pageOf, recordEnvironment, recordId, text, timestamp, updatedAt } from '../fields.ts';
import { endpointUrl, eventSelection } from '../operator.ts';
import { passingField, readOnlyField } from '../optional-fields.ts';
import { inEnvironment } from './keys.ts';
import { FILTER_EXAMPLE, filterOrNone } from './webhook-events.ts';

const url = endpointUrl.describe(
  'Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses.',
);
const selection = eventSelection.describe(
  'Event types, each once; `["*"]` selects every type, including those of later versions.',
);
const description = text(1, 200).nullable().describe('Purpose, 1 to 200 characters; null for none.');
const ordered = z
  .boolean()
  .describe('Whether events of one record are sent in order: each waits until the previous one is delivered or failed.');
const MAX_EVENTS = { min: 2, max: 100 } as const;
const batch = z
  .strictObject({
    max_events: z
      .int()
      .min(MAX_EVENTS.min)
      .max(MAX_EVENTS.max)
      .default(100)
      .describe('Maximum number of events in one request, 2 to 100.'),
    max_wait_ms: z
      .int()
      .min(10)
      .max(1_000)
      .default(1_000)
      .describe('Milliseconds, 10 to 1 000, that the first event waits for others, of any record.'),
  })
  .meta({ id: 'WebhookBatch' });
const BATCH = 'Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.';
/** The JSON Schema of a rule that webhooks keeps, also between a change and what the endpoint has. */
const NO_BATCHES_IN_ORDER = {
  if: { type: 'object', properties: { ordered: { type: 'boolean', const: true } }, required: ['ordered'] },
  // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
  then: { type: 'object', properties: { batch: { type: 'null' } } },
};
const maxRate = z.number().min(0.1).max(1_000);
const MAX_RATE = 'Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.';

/** A new endpoint. */
export const createWebhookBody = z
  .strictObject({
    url,
    events: selection.prefault(['*']),
    description: description.default(null),
    filter: filterOrNone.default(null),
    ordered: ordered.default(false),
    batch: batch.nullable().default(null).describe(BATCH),
    max_rate: maxRate.nullable().default(null).describe(MAX_RATE),
  })
  .meta({
    id: 'WebhookCreate',
    examples: [{ url: 'https://hooks.example.com/orders', events: ['order.shipped'] }],
    ...NO_BATCHES_IN_ORDER,
  });
export type CreateWebhookBody = z.output<typeof createWebhookBody>;

/** Fields of an endpoint that a change of it may repeat as they are. */
const readOnly = {
  id: readOnlyField,
  environment: readOnlyField,
  status: readOnlyField,
  disabled: readOnlyField,
  secrets: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  updated_at: readOnlyField,
};

/** The read-only fields of an endpoint. */
export const READ_ONLY_WEBHOOK_FIELDS: readonly string[] = Object.keys(readOnly);

/** The body of `PATCH` of an endpoint; an omitted field stays. */
export const updateWebhookBody = z
  .strictObject({
    ...readOnly,
    rests_until: passingField,
    url: url.optional(),
    events: selection.optional(),
    description: description.optional(),
    filter: filterOrNone.optional(),
    ordered: ordered.optional(),
    batch: batch.nullable().optional().describe(BATCH),
    max_rate: maxRate.nullable().optional().describe(MAX_RATE),
  })
  .meta({ id: 'WebhookUpdate', examples: [{ events: ['scan.completed'], filter: FILTER_EXAMPLE }], ...NO_BATCHES_IN_ORDER });
export type UpdateWebhookBody = z.output<typeof updateWebhookBody>;

const last4 = z.string().describe('Last four characters of the secret.');
const secretFacts = {
  id: id('sec').describe('Opaque id, as in `signed_with` of an attempt.'),
  created_at: createdAt,
  ends_at: timestamp.nullable().describe('Time at which it stops signing; null for the newest.'),
};

/** An endpoint as its owner sees it. */
export const webhookEndpoint = z
  .strictObject({
    id: recordId('whk'),
    environment: recordEnvironment,
    url: z.string().describe('Where events are sent.'),
    events: z.array(z.string()).describe('Event types, or `*` alone.'),
    description: z.string().nullable().describe('Purpose, as given; null if none was given.'),
    filter: filterOrNone,
    ordered,
    batch: batch.nullable().describe(BATCH),
    max_rate: z.number().nullable().describe(MAX_RATE),
    status: z
      .enum(['active', 'paused', 'disabled'])
      .describe('Events for a `paused` or `disabled` endpoint are held, for 30 days each, until it is resumed.'),
    disabled: z
      .strictObject({
        reason: z
          .enum(DISABLED_REASONS)
          .describe('`gone`: the receiver answered 410. `failing`: no attempt has succeeded for days.'),
        at: timestamp.describe('Time of the event, RFC 3339 in UTC with milliseconds.'),
      })
      .meta({ id: 'WebhookDisabled' })
      .nullable()
      .describe('Reason and time of disabling; null unless disabled.'),
    rests_until: timestamp
      .nullable()
      .optional()
      .describe(
        'End of the back-off, during which nothing is sent: requested by the receiver, or after repeated failures; null without ' +
          'back-off. It is no change of the record: `version` stays.',
      ),
    secrets: z
      .array(z.strictObject({ ...secretFacts, last4 }).meta({ id: 'WebhookSecretFacts' }))
      .describe('Secrets that sign deliveries, newest first.'),
    version: z.int().describe('Increases by one with every change; also the `ETag`.'),
    created_at: createdAt,
    updated_at: updatedAt,
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
      .describe('Secrets that sign now, newest first.'),
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
        'Seconds for which the replaced secrets still sign beside the new one: 0 to 604 800 (7 days). 0 ends all other secrets at once.',
      ),
  })
  .meta({ id: 'WebhookSecretRotate', examples: [{ overlap_seconds: 3_600 }] });

/** The fate of held events: sent or dropped. */
export const resumeWebhookBody = z
  .strictObject({
    held: z
      .enum(['deliver', 'drop'])
      .default('deliver')
      .describe('`deliver`: held events are sent now. `drop`: held events are dropped; each can be resent individually.'),
  })
  .meta({ id: 'WebhookResume', examples: [{ held: 'deliver' }] });

/** Which event is sent to try an endpoint out. */
export const testWebhookBody = z
  .strictObject({
    type: z
      .enum(DELIVERED_TYPES)
      .default('webhook.test')
      .describe('Event type of the sample, which carries `"test": true`. It is sent whatever types the endpoint selects.'),
  })
  .meta({ id: 'WebhookTestRequest', examples: [{ type: 'order.shipped' }] });

/** Which endpoints are listed. */
export const listWebhooksQuery = z.strictObject({ ...listQuery, ...inEnvironment });
/** A page of endpoints. */
export const webhookPage = pageOf(webhookEndpoint).meta({ id: 'WebhookPage' });
