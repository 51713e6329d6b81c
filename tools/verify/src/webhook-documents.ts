import { z } from 'zod';
import type { Source } from './look.ts';

// What is compared of the documents of webhooks, under the names that the service gives it (apps/webhooks/src/store).

function source<Schema extends z.ZodObject>(collection: string, schema: Schema): Source<Schema> {
  return { store: 'webhooks', collection, schema };
}

const owned = { tenant: z.string() };

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
export const EVENTS = source('events', z.object(event));
export type EventRow = z.output<typeof EVENTS.schema>;
export const MATCHED_EVENTS = source('events', z.object({ id: z.string(), ...owned, endpoints: z.array(z.string()) }));
export const EVENT_BODIES = source(
  'events',
  z.object({ id: z.string(), ...owned, type: z.string(), key: z.string(), body: z.string() }),
);
export const FILED_EVENTS = source(
  'events',
  z.object({ id: z.string(), ...owned, type: z.string(), sequence: z.int().nullable(), body: z.string() }),
);
export type FiledEventRow = z.output<typeof FILED_EVENTS.schema>;
export const KEPT_EVENTS = source('events', z.object({ ...owned, position: z.int(), expires_at: z.date() }));
export type KeptEventRow = z.output<typeof KEPT_EVENTS.schema>;
export const POSITIONS = source('positions', z.object({ id: z.string(), position: z.int() }));

export const ENDPOINTS = source(
  'endpoints',
  z.object({ id: z.string(), ...owned, status: z.enum(['active', 'paused', 'disabled']) }),
);
export const QUEUES = source('queues', z.object({ id: z.string(), ...owned, due_at: z.date().nullable() }));
export const DELIVERIES = source(
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
/** What workers look for. */
export const PENDING_DELIVERIES = source(
  'pending',
  z.object({ id: z.string(), ...owned, endpoint_id: z.string(), attempts: z.int(), next_at: z.date() }),
);
export type PendingRow = z.output<typeof PENDING_DELIVERIES.schema>;
const attempt = z.object({ delivery_id: z.string(), n: z.int(), outcome: z.enum(['delivered', 'retry', 'failed']) });
export type AttemptRow = z.output<typeof attempt>;
/** Those of a tenant that were written together. Its id is the tenant, a slash, and what deliveries know it by. */
export const ATTEMPTS = source('attempts', z.object({ id: z.string(), made: z.array(attempt) }));
