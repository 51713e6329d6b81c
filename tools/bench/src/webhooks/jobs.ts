import { z } from 'zod';

/** The jobs of the process that receives webhooks. */
export const subscriberJob = z.discriminatedUnion('kind', [
  /** Opens a server. One that drips begins each answer, sends a byte of it a second, and never ends it. */
  z.object({ kind: z.literal('open'), drips: z.boolean() }),
  /** From now on deliveries are held, or answered, those that were held as well. */
  z.object({ kind: z.literal('hold') }),
  z.object({ kind: z.literal('release') }),
  /** Takes the deliveries that came to a path since it was last asked, each once. */
  z.object({ kind: z.literal('take'), path: z.string() }),
  /** Answers under way now. */
  z.object({ kind: z.literal('count-open') }),
  /** Closes every connection. */
  z.object({ kind: z.literal('hang-up') }),
]);
export type SubscriberJob = z.output<typeof subscriberJob>;

export const opened = z.object({ url: z.string() });
export const done = z.object({});
export const taken = z.object({
  /** Milliseconds from the creation of its event to the arrival of each delivery. */
  latenciesMs: z.array(z.number()),
  /** Of the last delivery, by the clock of the machine. */
  lastAtMs: z.number(),
});
export const counted = z.object({ open: z.int() });
export type Taken = z.output<typeof taken>;

const place = { brokers: z.string(), accountId: z.string() };

/** The jobs of the process that publishes events, each event of its own device, straight to the topic of scans. */
export const publisherJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('publish'), ...place, events: z.int() }),
  z.object({ kind: z.literal('publish-steadily'), ...place, perSecond: z.number(), forMs: z.number() }),
]);
export type PublisherJob = z.output<typeof publisherJob>;

export const published = z.object({ events: z.int() });

/** The job of the sender without a broker and a database. */
export interface RawSenderJob {
  readonly url: string;
  readonly endpoints: number;
  readonly forMs: number;
  readonly secret: string;
  readonly event: { readonly id: string; readonly type: string; readonly body: string };
}

export const rawlySent = z.object({ delivered: z.int(), elapsedMs: z.number() });
