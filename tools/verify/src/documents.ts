import type { ServiceName } from '@fulfilment/dev-stack/run-file';
import { z } from 'zod';
import type { Source } from './look.ts';

// The fields of each service's documents that are compared, under the names that the service stores them by.

function source<Schema extends z.ZodObject>(store: ServiceName, collection: string, schema: Schema): Source<Schema> {
  return { store, collection, schema };
}

const owned = { tenant: z.string() };
const units = z.int();

export const ACCOUNTS = source('gateway', 'accounts', z.object({ id: z.string() }));
export const KEYS = source('gateway', 'keys', z.object({ id: z.string(), account_id: z.string() }));

const place = z.object({ location_id: z.string(), on_hand: units });
export const SKUS = source(
  'inventory',
  'skus',
  z.object({
    ...owned,
    sku: z.string(),
    on_hand: units,
    allocated: units,
    firm: units,
    waiting: units,
    filling: z.boolean(),
    reorder_point: units,
    low_stock: z.boolean(),
    stock: z.array(place),
    version: z.int(),
    created_at: z.date(),
  }),
);
export type SkuRow = z.output<typeof SKUS.schema>;

export const MOVEMENTS = source(
  'inventory',
  'movements',
  z.object({
    ...owned,
    sku: z.string(),
    version: z.int(),
    line: z.int(),
    location_id: z.string(),
    delta: units,
    balance: units,
    created_at: z.date(),
  }),
);
export type MovementRow = z.output<typeof MOVEMENTS.schema>;

/** Entries that requests with an idempotency key made. */
export const CLAIMED_MOVEMENTS = source(
  'inventory',
  'movements',
  z.object({ ...owned, sku: z.string(), version: z.int(), claim: z.object({ id: z.string() }) }),
);
export type ClaimedMovementRow = z.output<typeof CLAIMED_MOVEMENTS.schema>;

export const LOCATIONS = source('inventory', 'locations', z.object({ id: z.string(), ...owned }));

const line = z.object({ id: z.string(), sku: z.string(), quantity: units, allocated: units, shipped: units });
export type LineRow = z.output<typeof line>;

export const ALLOCATIONS = source(
  'inventory',
  'allocations',
  z.object({
    ...owned,
    order_id: z.string(),
    lines: z.array(line),
    state: z.enum(['open', 'confirmed', 'shipped', 'released', 'rejected']),
    version: z.int(),
    waiting_skus: z.array(z.string()).default([]),
    held_skus: z.array(z.string()).default([]),
  }),
);
export type AllocationRow = z.output<typeof ALLOCATIONS.schema>;

const step = z.object({ command_id: z.string(), claim_id: z.string().optional(), since: z.date() });
export const ORDERS = source(
  'orders',
  'orders',
  z.object({
    id: z.string(),
    ...owned,
    status: z.enum(['pending', 'rejected', 'created', 'packed', 'shipped', 'cancelled']),
    lines: z.array(line),
    allocation_version: z.int(),
    pending: step.nullish(),
    version: z.int(),
  }),
);
export type OrderRow = z.output<typeof ORDERS.schema>;

/** Of requests with an idempotency key; `id` is tenant and claim. */
export const ORDER_RECEIPTS = source(
  'orders',
  'idempotency_receipts',
  z.object({ id: z.string(), subject: z.string().nullable(), answer: z.string().nullable() }),
);

export const HISTORY = source(
  'orders',
  'order_history',
  z.object({
    ...owned,
    order_id: z.string(),
    transition: z.enum(['create', 'pack', 'ship', 'cancel', 'allocate']),
    answer: z.object({ refusal: z.unknown().nullable() }).nullable(),
    status: z.string(),
    version: z.int(),
    at: z.date(),
  }),
);
export type HistoryRow = z.output<typeof HISTORY.schema>;

const outbox = z.object({
  id: z.string(),
  ...owned,
  topic: z.string(),
  key: z.string(),
  version: z.int(),
  part: z.int(),
  value: z.string(),
  state: z.enum(['new', 'published', 'parked']),
  error: z.string().optional(),
});
export const ORDERS_OUTBOX = source('orders', 'outbox', outbox);
export const OUTBOXES = [source('inventory', 'outbox', outbox), ORDERS_OUTBOX] as const;
export type OutboxRow = z.output<typeof outbox>;

const waiting = z.object({ state: z.enum(['new', 'parked']), error: z.string().optional() });
export const SCANS = source(
  'scans',
  'scans',
  z.object({
    id: z.string(),
    ...owned,
    event_id: z.string(),
    scan: z.object({ received_at: z.string() }),
    outbox: waiting.optional(),
    command: waiting.optional(),
  }),
);

/** Scans that ask for a movement of stock. */
export const APPLIED_SCANS = source(
  'scans',
  'scans',
  z.object({
    id: z.string(),
    ...owned,
    scan: z.object({
      type: z.string(),
      sku: z.string(),
      quantity: units,
      applied: z.enum(['pending', 'done', 'refused']),
      refusal: z.object({ code: z.string() }).nullable(),
    }),
  }),
);
export type AppliedScanRow = z.output<typeof APPLIED_SCANS.schema>;

/** The answers of stock to scans. */
export const SCAN_ANSWERS = source(
  'inventory',
  'scan_answers',
  z.object({ ...owned, scan_id: z.string(), refusal: z.object({ code: z.string() }).nullable() }),
);
export type ScanAnswerRow = z.output<typeof SCAN_ANSWERS.schema>;

/** The movements of scans in the ledger. */
export const SCAN_MOVEMENTS = source(
  'inventory',
  'movements',
  z.object({ ...owned, sku: z.string(), version: z.int(), delta: units, reference: z.object({ id: z.string() }) }),
);
export type ScanMovementRow = z.output<typeof SCAN_MOVEMENTS.schema>;

const event = {
  id: z.string(),
  ...owned,
  position: z.int(),
  type: z.string(),
  key: z.string(),
  sequence: z.int().nullable(),
  created_at: z.date(),
};

/** Without their bodies, which are by far the most of them. */
export const EVENTS = source('webhooks', 'events', z.object(event));
export type EventRow = z.output<typeof EVENTS.schema>;
export const MATCHED_EVENTS = source(
  'webhooks',
  'events',
  z.object({ id: z.string(), ...owned, endpoints: z.array(z.string()) }),
);
export const EVENT_BODIES = source(
  'webhooks',
  'events',
  z.object({ id: z.string(), ...owned, type: z.string(), key: z.string(), body: z.string() }),
);
export const FILED_EVENTS = source(
  'webhooks',
  'events',
  z.object({ id: z.string(), ...owned, type: z.string(), sequence: z.int().nullable(), body: z.string() }),
);
export type FiledEventRow = z.output<typeof FILED_EVENTS.schema>;
export const KEPT_EVENTS = source('webhooks', 'events', z.object({ ...owned, position: z.int(), expires_at: z.date() }));
export type KeptEventRow = z.output<typeof KEPT_EVENTS.schema>;
export const POSITIONS = source('webhooks', 'positions', z.object({ id: z.string(), position: z.int() }));

export const ENDPOINTS = source(
  'webhooks',
  'endpoints',
  z.object({ id: z.string(), ...owned, status: z.enum(['active', 'paused', 'disabled']) }),
);
export const QUEUES = source('webhooks', 'queues', z.object({ id: z.string(), ...owned, due_at: z.date().nullable() }));
export const DELIVERIES = source(
  'webhooks',
  'deliveries',
  z.object({
    id: z.string(),
    ...owned,
    endpoint_id: z.string(),
    event_id: z.string(),
    state: z.enum(['pending', 'delivered', 'failed', 'dropped', 'batched']),
    members: z.array(z.object({ delivery_id: z.string(), event_id: z.string() })).optional(),
    batch_id: z.string().optional(),
    unwanted: z.literal(true).optional(),
    attempts: z.int(),
    recorded_in: z.array(z.string()).default([]),
    schedule_from: z.int().default(0),
    next_at: z.date().optional(),
    created_at: z.date(),
  }),
);
export type DeliveryRow = z.output<typeof DELIVERIES.schema>;
/** The pending projection, which workers read. */
export const PENDING_DELIVERIES = source(
  'webhooks',
  'pending',
  z.object({ id: z.string(), ...owned, endpoint_id: z.string(), attempts: z.int(), next_at: z.date() }),
);
export type PendingRow = z.output<typeof PENDING_DELIVERIES.schema>;
const attempt = z.object({ delivery_id: z.string(), n: z.int(), outcome: z.enum(['delivered', 'retry', 'failed']) });
export type AttemptRow = z.output<typeof attempt>;
/** Those of a tenant that were written together. Its id is the tenant, a slash, and what deliveries know it by. */
export const ATTEMPTS = source('webhooks', 'attempts', z.object({ id: z.string(), made: z.array(attempt) }));
