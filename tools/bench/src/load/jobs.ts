import { z } from 'zod';

/** Requests of one shape, sent as fast as they are answered. */
export const sendRequests = z.object({
  kind: z.literal('send-requests'),
  /** Without a path. */
  origin: z.string(),
  method: z.enum(['GET', 'POST']),
  /** One request each, in their order. */
  paths: z.array(z.string()).readonly(),
  /** Whether they begin anew at their end. */
  cycle: z.boolean(),
  headers: z.record(z.string(), z.string()).readonly(),
  body: z.string().optional(),
  /** Requests under way at once, each on a connection of its own that is kept. */
  atOnce: z.int().min(1),
  /** Milliseconds after which no further one is begun. */
  forMs: z.number().positive(),
});
export type SendRequests = z.output<typeof sendRequests>;

export const sentRequests = z.object({
  elapsedMs: z.number(),
  /** How many answers had each status. */
  statuses: z.record(z.string(), z.int()),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Of the records in the answers. */
  ids: z.array(z.string()),
});
export type SentRequests = z.output<typeof sentRequests>;

const openReceiver = z.object({ kind: z.literal('open-receiver') });
export const openedReceiver = z.object({ url: z.string() });

/** From now on the receiver answers, what it has held as well. */
const releaseReceiver = z.object({ kind: z.literal('release-receiver') });
export const released = z.object({});

const countReceived = z.object({ kind: z.literal('count-received') });
export const received = z.object({
  count: z.int(),
  /** Milliseconds from the release to the last. */
  elapsedMs: z.number(),
});

/** What the load process is asked for. */
export const job = z.discriminatedUnion('kind', [sendRequests, openReceiver, releaseReceiver, countReceived]);
export type Job = z.output<typeof job>;
