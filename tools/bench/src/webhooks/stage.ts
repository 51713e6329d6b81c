import { fileURLToPath } from 'node:url';
import type { Stoppable } from '@fulfilment/kernel';
import { type CpuTime, makeCpuTime } from '../gateway/cpu-time.ts';
import { type JobProcess, startProcess } from '../load/start-process.ts';
import type { Subject } from '../subject.ts';
import type { WebhooksExtent } from './extent.ts';
import { opened, type PublisherJob, type RawSenderJob, type SubscriberJob } from './jobs.ts';

/** A subscriber that listens. */
export interface Subscriber extends JobProcess<SubscriberJob> {
  /** Without a path. */
  readonly url: string;
}

/** What measures of webhooks work with. */
export interface Stage extends Stoppable {
  readonly subject: Subject;
  readonly extent: WebhooksExtent;
  readonly publisher: JobProcess<PublisherJob>;
  readonly rawSender: JobProcess<RawSenderJob>;
  /** Answers at once, unless it is told to hold. */
  readonly subscriber: Subscriber;
  /** Never ends an answer. */
  readonly dripping: Subscriber;
  readonly cpuTime: CpuTime;
}

const PUBLISHER = fileURLToPath(new URL('./publisher-process.ts', import.meta.url));
const SUBSCRIBER = fileURLToPath(new URL('./subscriber-process.ts', import.meta.url));
const RAW_SENDER = fileURLToPath(new URL('../../../../apps/webhooks/src/raw-sender.ts', import.meta.url));

export async function openStage(subject: Subject, extent: WebhooksExtent): Promise<Stage> {
  const publisher = startProcess<PublisherJob>(PUBLISHER);
  const rawSender = startProcess<RawSenderJob>(RAW_SENDER);
  const subscriber = startProcess<SubscriberJob>(SUBSCRIBER);
  const dripping = startProcess<SubscriberJob>(SUBSCRIBER);
  return {
    subject,
    extent,
    publisher,
    rawSender,
    subscriber: { ...subscriber, ...(await subscriber.run({ kind: 'open', drips: false }, opened)) },
    dripping: { ...dripping, ...(await dripping.run({ kind: 'open', drips: true }, opened)) },
    cpuTime: await makeCpuTime(),
    stop: async () => {
      await Promise.all([publisher, rawSender, subscriber, dripping].map((process) => process.stop()));
    },
  };
}
