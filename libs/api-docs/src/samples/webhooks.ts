import type {
  DeliveryDetailsRecord,
  DeliveryRecord,
  ReplayRecord,
  WebhookChangeRecord,
  WebhookEndpointRecord,
} from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from './events.ts';

const secret = { id: 'sec_01KAJ6PB7J5N0R8YQ2ETWSEC01', created_at: '2026-11-21T09:00:00.000Z', ends_at: null };
/** No endpoint has it. */
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export const sampleWebhook: WebhookEndpointRecord = {
  id: 'whk_01KAJ6PB7J5N0R8YQ2ETW3BH01',
  environment: 'sandbox',
  url: 'https://hooks.example.com/orders',
  events: ['order.shipped', 'scan.completed'],
  description: 'Shop',
  filter: null,
  ordered: false,
  batch: null,
  max_rate: 50,
  status: 'active',
  disabled: null,
  secrets: [{ ...secret, last4: 'Hh8=' }],
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
};
export const sampleWebhookWithSecret = { ...sampleWebhook, secret: SECRET };
export const sampleWebhookSecrets = { data: [{ ...secret, secret: SECRET }] };

const event = SAMPLE_EVENTS['order.shipped'];
export const sampleDelivery: DeliveryRecord = {
  id: 'dlv_01KAJ71C5V8X2N6R4TPBD3V001',
  webhook_id: sampleWebhook.id,
  event_id: event.id,
  event_type: event.type,
  status: 'delivered',
  batch_id: null,
  events: 1,
  attempts: 1,
  next_attempt_at: null,
  created_at: event.created_at,
  ended_at: '2026-11-21T09:15:00.212Z',
};

export const sampleDeliveryDetails: DeliveryDetailsRecord = {
  ...sampleDelivery,
  request_body: JSON.stringify(event),
  attempt_log: [
    {
      number: 1,
      at: '2026-11-21T09:15:00.140Z',
      latency_ms: 72,
      status: 200,
      error: null,
      error_detail: null,
      outcome: 'delivered',
      signed_with: [secret.id],
      request_headers: {
        'Content-Type': 'application/json',
        'Service-Event-Id': event.id,
        'Service-Event-Type': event.type,
        'Service-Delivery-Id': sampleDelivery.id,
        'Service-Attempt': '1',
        'webhook-id': event.id,
        'webhook-timestamp': '1795252500',
      },
      response_headers: { 'content-type': 'text/plain' },
      response_excerpt: 'ok',
    },
  ],
};

export const sampleReplay: ReplayRecord = {
  id: 'rpl_01KAJ71C5V8X2N6R4TPBRP0001',
  webhook_id: sampleWebhook.id,
  since: '2026-11-21T09:00:00.000Z',
  until: '2026-11-21T10:00:00.000Z',
  selection: 'failed',
  rate: 10,
  status: 'running',
  examined: 120,
  resent: 120,
  created_at: '2026-11-21T10:00:00.000Z',
  ended_at: null,
};

export const sampleWebhookChange: WebhookChangeRecord = {
  address: '203.0.113.7',
  id: 'aud_01KAJ6PB7J5N0R8YQ2AVD1T002',
  environment: 'sandbox',
  action: 'webhook.secret_rotated',
  target: { type: 'webhook', id: sampleWebhook.id },
  actor: 'key_01KAJ6PB7J5N0R8YQ2ETK3Y0N1',
  request_id: 'req_01KAJ6PB7H2C6D4F8GREQE5T01',
  details: { overlap_seconds: 3_600 },
  created_at: '2026-11-21T09:00:00.000Z',
};

const counts = { delivered: 118, refused: 2, failed: 0, success_rate: 0.983, latency_p50_ms: 64, latency_p95_ms: 181 };
const health = {
  failing_since: null,
  last_success_at: '2026-11-21T09:15:00.212Z',
  last_failure_at: '2026-11-21T09:04:11.020Z',
  failures: 0,
  rests_until: null,
};

export const sampleWebhookStats = {
  health,
  oldest_undelivered_seconds: null,
  total: counts,
  intervals: [{ at: '2026-11-21T09:00:00.000Z', ...counts }],
};

const { id, url, description, status } = sampleWebhook;
export const sampleWebhooksOverview = {
  data: [{ id, url, description, status, health, oldest_undelivered_seconds: null, last_24_hours: counts }],
  max_rate: 100,
  storage: { used: 1, limit: 50 },
  stored_bytes: { used: 12_408_000, limit: 50_000_000_000 },
  minutes: [
    { at: '2026-11-21T09:14:00.000Z', delivered: 9, refused: 0 },
    { at: '2026-11-21T09:15:00.000Z', delivered: 2, refused: 1 },
  ],
};

export const sampleEventTypes = {
  data: [
    {
      type: event.type,
      description: 'An order was shipped and its stock decremented.',
      selectable: true,
      in_feed: true,
      sample: event,
    },
  ],
};
