import { fileURLToPath } from 'node:url';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { delay, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { type CpuTime, makeCpuTime } from '../measured-start.ts';
import { type JobProcess, startProcess } from '../load/start-process.ts';
import type { Customer, Subject } from '../subject.ts';
import { opened, type PublisherJob, type RawSenderJob, type SubscriberJob, type Taken, taken } from './jobs.ts';

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

/** The extent of a measurement of webhooks. */
export interface WebhooksExtent {
  /** After one that warms up. */
  readonly rounds: number;
  /** Of the ceiling, and of a live stream, in each round. */
  readonly roundMs: number;
  /** Events of a backlog to one endpoint; half of them, to each of eight. */
  readonly backlog: number;
  /** Of a stream whose latency is measured. */
  readonly streamMs: number;
  /** Deliveries a second of the one that has neighbours. */
  readonly healthyRate: number;
  /** Endpoints that drip, in each of four tenants. */
  readonly dripping: number;
}

export const WEBHOOKS: WebhooksExtent = {
  rounds: 3,
  roundMs: 3_000,
  backlog: 10_000,
  streamMs: 8_000,
  healthyRate: 60,
  dripping: 50,
};
export const WEBHOOKS_QUICK: WebhooksExtent = { ...WEBHOOKS, rounds: 2, roundMs: 1_500, backlog: 5_000, streamMs: 4_000 };

/** Without a further delivery. */
const SILENCE_MS = 20_000;

/** The path and the URL at which a subscriber receives the events of one account. */
export function placeOf({ url }: Subscriber, { accountId }: Pick<Customer, 'accountId'>) {
  const path = `/${accountId}`;
  return { path, url: `${url}${path}` };
}

/** Waits until so many deliveries of an account came. @throws Error if for 20 s none does. */
export async function collect(subscriber: Subscriber, customer: Customer, expected: number): Promise<Taken> {
  const { path } = placeOf(subscriber, customer);
  const latenciesMs: number[] = [];
  let heardAt = Date.now();
  for (;;) {
    const some = await subscriber.run({ kind: 'take', path }, taken);
    if (some.latenciesMs.length > 0) heardAt = Date.now();
    latenciesMs.push(...some.latenciesMs);
    if (latenciesMs.length >= expected) return { latenciesMs, lastAtMs: some.lastAtMs };
    if (Date.now() - heardAt > SILENCE_MS) throw new Error(`of ${expected} deliveries ${latenciesMs.length} came`);
    await delay(LOOK_MS);
  }
}
