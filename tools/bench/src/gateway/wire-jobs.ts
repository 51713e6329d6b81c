import { z } from 'zod';

/** One request, byte for byte, again and again. */
export const sendOnWire = z.object({
  kind: z.literal('send-on-wire'),
  /** Of the loopback address. */
  port: z.int(),
  /** A whole HTTP/1.1 request. */
  request: z.string(),
  /** Connections, each with one request under way. */
  atOnce: z.int().min(1),
  /** How often it is sent in all. */
  requests: z.int().min(1),
});
export type SendOnWire = z.output<typeof sendOnWire>;

export const sentOnWire = z.object({
  elapsedMs: z.number(),
  answers: z.int(),
  /** Answers whose status is not 200. */
  others: z.int(),
  p50Ms: z.number(),
  p99Ms: z.number(),
});
export type SentOnWire = z.output<typeof sentOnWire>;

/** Connections that read one long answer each, a little at a time. */
export const readSlowly = z.object({
  kind: z.literal('read-slowly'),
  port: z.int(),
  request: z.string(),
  readers: z.int().min(1),
  /** Milliseconds that they read from when the last of them got its first bytes. */
  forMs: z.number().positive(),
});
export type ReadSlowly = z.output<typeof readSlowly>;

export const readingSlowly = z.object({
  /** Readers that were answered with 200 and had their connection to the end. */
  served: z.int(),
  bytes: z.int(),
});
export type ReadingSlowly = z.output<typeof readingSlowly>;

/** What the process that loads proxies is asked for. */
export const wireJob = z.discriminatedUnion('kind', [sendOnWire, readSlowly]);
export type WireJob = z.output<typeof wireJob>;
