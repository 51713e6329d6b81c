import { fileURLToPath } from 'node:url';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { delay, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { type CpuTime, makeCpuTime } from '../gateway/cpu-time.ts';
import { type JobProcess, startProcess } from '../load/start-process.ts';
import type { Customer, Subject } from '../subject.ts';
import type { WebhooksExtent } from './extent.ts';
import { opened, type PublisherJob, type RawSenderJob, type SubscriberJob } from './jobs.ts';

/** A subscriber that listens. */
export interface Subscriber extends JobProcess<SubscriberJob> {
  /** Without a path. */
  readonly url: string;
}

/** The parts that measures of webhooks work with. */
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

const LOOK_MS = 20;
const PATIENCE_MS = 60_000;

/** Waits until what is stored and not delivered yet of some accounts is as many as wanted. @throws Error if it is not in a minute. */
export async function pendingDeliveries(
  { mongodbUrl }: Subject,
  customers: readonly Customer[],
  isWanted: (pending: number) => boolean,
): Promise<void> {
  const client = new MongoClient(mongodbUrl);
  try {
    const deliveries = client.db(databasesOf('').webhooks).collection('pending');
    const tenants = customers.map(({ accountId }) => tenantKey({ accountId, environment: 'sandbox' }));
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const pending = await deliveries.countDocuments({ tenant: { $in: tenants } });
      if (isWanted(pending)) return;
      if (Date.now() > deadline) throw new Error(`${pending} deliveries are pending after ${PATIENCE_MS / 1_000} s`);
      await delay(LOOK_MS);
    }
  } finally {
    await client.close();
  }
}
