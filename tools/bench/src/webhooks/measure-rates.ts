import { randomBytes } from 'node:crypto';
import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { delay } from '@fulfilment/kernel';
import type { Customer } from '../subject.ts';
import { counted, done, published, rawlySent, taken } from './jobs.ts';
import { collect, pendingDeliveries, placeOf, type Stage } from './stage.ts';

/** Deliveries a second, and those that the sender alone can make. */
export interface AgainstCeiling {
  readonly what: 'backlog' | 'backlogs' | 'live' | 'lives';
  readonly endpoints: number;
  readonly rounds: readonly Round[];
}

interface Round {
  readonly ceiling: Measured;
  readonly service: Measured;
}

const SEVERAL = 8;

/** Measures in rounds, each rate right after its ceiling; the first round only warms up. */
export async function measureRates(
  stage: Stage,
  { progress, signal }: { readonly progress: (line: string) => void; readonly signal: AbortSignal },
): Promise<readonly AgainstCeiling[]> {
  const measures = [
    { what: 'backlog', endpoints: 1, measure: () => measureBacklog(stage, 1) },
    { what: 'live', endpoints: 1, measure: () => measureLive(stage, 1) },
    { what: 'backlogs', endpoints: SEVERAL, measure: () => measureBacklog(stage, SEVERAL) },
    { what: 'lives', endpoints: SEVERAL, measure: () => measureLive(stage, SEVERAL) },
  ] as const;
  const rounds = measures.map((): Round[] => []);
  for (let round = 0; round <= stage.extent.rounds; round += 1) {
    progress(round === 0 ? 'Warming up' : `Measuring rates, round ${round}`);
    for (const [place, { endpoints, measure }] of measures.entries()) {
      signal.throwIfAborted();
      const measured = { ceiling: await measureCeiling(stage, endpoints), service: await measure() };
      if (round > 0) rounds[place]?.push(measured);
    }
  }
  return measures.map(({ what, endpoints }, place) => ({ what, endpoints, rounds: rounds[place] ?? [] }));
}

/**
 * Deliveries of a backlog to endpoints of a new account. The receiver holds what comes first until all are stored; what is
 * measured is from its release to the last.
 *
 * @throws Error if one does not come.
 */
async function measureBacklog(stage: Stage, endpoints: number): Promise<Measured> {
  const { subject, subscriber, publisher, extent } = stage;
  const customer = await subject.newCustomer(`Backlog of ${endpoints}`);
  for (let added = 0; added < endpoints; added += 1) await customer.subscribe(placeOf(subscriber, customer).url);
  const events = endpoints === 1 ? extent.backlog : Math.ceil(extent.backlog / 4);
  await subscriber.run({ kind: 'hold' }, done);
  const { accountId } = customer;
  await publisher.run({ kind: 'publish', brokers: subject.kafkaBrokers, accountId, events }, published);
  await pendingDeliveries(subject, [customer], (pending) => pending >= events * endpoints);
  const cpu = await startCpuMeter(stage, 'webhooks');
  const releasedAtMs = Date.now();
  await subscriber.run({ kind: 'release' }, done);
  const { latenciesMs, lastAtMs } = await collect(subscriber, customer, events * endpoints);
  const perSecond = (latenciesMs.length / (lastAtMs - releasedAtMs)) * 1_000;
  return { perSecond, cpuMs: await cpu.each(latenciesMs.length) };
}

/**
 * Deliveries of the same sender to the same receiver, signed the same way, with no broker and no database.
 *
 * @param endpoints as many as these have in flight at most.
 */
async function measureCeiling(stage: Stage, endpoints: number): Promise<Measured> {
  const cpu = await startCpuMeter(stage, 'raw');
  const { rawSender, subscriber, extent } = stage;
  const sample = SAMPLE_EVENTS['scan.completed'];
  const { delivered, elapsedMs } = await rawSender.run(
    {
      url: `${subscriber.url}/raw`,
      endpoints,
      forMs: extent.roundMs,
      secret: `whsec_${randomBytes(32).toString('base64')}`,
      event: { id: sample.id, type: sample.type, body: JSON.stringify(sample) },
    },
    rawlySent,
  );
  return { perSecond: (delivered / elapsedMs) * 1_000, cpuMs: await cpu.each(delivered) };
}

/** Deliveries of events that are published and that have not arrived yet, to each endpoint at most: enough that no worker waits for the publisher. */
const AHEAD = 500;
const AT_ONCE = 100;
const LOOK_MS = 5;

/** Events that come from the broker, are stored and are each delivered to every endpoint of an account, while further ones come. */
async function measureLive(stage: Stage, endpoints: number): Promise<Measured> {
  const { subject, subscriber, publisher, extent } = stage;
  const customer = await subject.newCustomer('Live stream');
  const { url, path } = placeOf(subscriber, customer);
  for (let added = 0; added < endpoints; added += 1) await customer.subscribe(url);
  const job = { kind: 'publish', brokers: subject.kafkaBrokers, accountId: customer.accountId, events: AT_ONCE } as const;
  const cpu = await startCpuMeter(stage, 'webhooks');
  const beganAtMs = Date.now();
  let [sent, delivered] = [0, 0];
  while (Date.now() - beganAtMs < extent.roundMs) {
    if (sent - delivered <= (AHEAD - AT_ONCE) * endpoints) sent += (await publisher.run(job, published)).events * endpoints;
    else await delay(LOOK_MS);
    delivered += (await subscriber.run({ kind: 'take', path }, taken)).latenciesMs.length;
  }
  const { latenciesMs, lastAtMs } = await collect(subscriber, customer, sent - delivered);
  const all = delivered + latenciesMs.length;
  return { perSecond: (all / (lastAtMs - beganAtMs)) * 1_000, cpuMs: await cpu.each(all) };
}

/** Milliseconds from the creation of an event to its arrival. */
export interface Latency {
  readonly perSecond: number;
  readonly events: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Publishes events at a steady rate, whether or not those before them have arrived. @throws Error if one does not arrive. */
export async function measureLatency(stage: Stage, customer: Customer, perSecond: number): Promise<Latency> {
  const { subject, publisher, subscriber, extent } = stage;
  const stream = { kind: 'publish-steadily', brokers: subject.kafkaBrokers, accountId: customer.accountId, perSecond } as const;
  const { events } = await publisher.run({ ...stream, forMs: extent.streamMs }, published);
  const { latenciesMs } = await collect(subscriber, customer, events);
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond, events, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** A new account with one endpoint, at the subscriber that answers at once. */
export async function newSubscribed({ subject, subscriber }: Stage, name: string): Promise<Customer> {
  const customer = await subject.newCustomer(name);
  await customer.subscribe(placeOf(subscriber, customer).url);
  return customer;
}

/** The rate of deliveries, and their cost. */
interface Measured {
  readonly perSecond: number;
  /** CPU milliseconds of each delivery, by process. They count work and not waiting, so they hold on a busy machine too. */
  readonly cpuMs: { readonly sender: number; readonly mongodb: number };
}

/** Measures the CPU time of processes from its start until it is read. */
interface CpuMeter {
  /** @returns milliseconds for each of so many deliveries. */
  readonly each: (deliveries: number) => Promise<Measured['cpuMs']>;
}

/** @param sender the webhooks service, or the sender without it. */
async function startCpuMeter({ cpuTime, subject, rawSender }: Stage, sender: 'webhooks' | 'raw'): Promise<CpuMeter> {
  const pidOf = (name: string): number => subject.processes.find((one) => one.name === name)?.pid ?? 0;
  const senderPid = sender === 'raw' ? rawSender.pid : pidOf('webhooks');
  const read = async () => ({ sender: await cpuTime(senderPid), mongodb: await cpuTime(pidOf('mongodb')) });
  const before = await read();
  return {
    each: async (deliveries) => {
      const after = await read();
      const ms = (name: 'sender' | 'mongodb'): number => (after[name] - before[name]) / 1_000 / deliveries;
      return { sender: ms('sender'), mongodb: ms('mongodb') };
    },
  };
}

/** One healthy endpoint alone, and beside the endpoints of other accounts that never end an answer. */
export interface Neighbours {
  readonly alone: Latency;
  readonly beside: Latency;
  /** Answers that dripped when it began, and when it ended. */
  readonly dripping: readonly [number, number];
}

const NOISY_ACCOUNTS = 4;
/** For each endpoint that drips; an attempt is given up after 15 s. */
const EVENTS_EACH = 4;
const LOOK_NOISE_MS = 50;
const PATIENCE_MS = 30_000;
/** The work that the removal of many endpoints leaves is over by then. */
const QUIET_MS = 2_000;

/** Measures in rounds, so that both see the same machine. */
export async function measureNeighbours(stage: Stage): Promise<readonly Neighbours[]> {
  const healthy = await newSubscribed(stage, 'Healthy');
  const noisy = await Promise.all(
    Array.from({ length: NOISY_ACCOUNTS }, (_, place) => stage.subject.newCustomer(`Noisy ${place}`)),
  );
  const rounds: Neighbours[] = [];
  await measureLatency(stage, healthy, stage.extent.healthyRate);
  for (let round = 0; round < stage.extent.rounds; round += 1) rounds.push(await oneRound(stage, healthy, noisy));
  return rounds;
}

async function oneRound(stage: Stage, healthy: Customer, noisy: readonly Customer[]): Promise<Neighbours> {
  const { healthyRate } = stage.extent;
  const alone = await measureLatency(stage, healthy, healthyRate);
  const silence = await startNoise(stage, noisy);
  const before = await openAnswers(stage);
  const beside = await measureLatency(stage, healthy, healthyRate);
  const after = await openAnswers(stage);
  await silence();
  return { alone, beside, dripping: [before, after] };
}

/** Resolves when every endpoint drips, with what ends it. */
async function startNoise(stage: Stage, noisy: readonly Customer[]): Promise<() => Promise<void>> {
  const { subject, publisher, dripping, extent } = stage;
  const added: { customer: Customer; endpointId: string }[] = [];
  for (const customer of noisy) {
    for (let nth = 0; nth < extent.dripping; nth += 1) {
      // A URL that has not answered yet gets one attempt at a time.
      added.push({ customer, endpointId: await customer.subscribe(`${placeOf(dripping, customer).url}/${nth}`) });
    }
    const { accountId } = customer;
    await publisher.run({ kind: 'publish', brokers: subject.kafkaBrokers, accountId, events: EVENTS_EACH }, published);
  }
  const deadline = Date.now() + PATIENCE_MS;
  while ((await openAnswers(stage)) < added.length) {
    if (Date.now() > deadline) throw new Error(`not all ${added.length} endpoints drip`);
    await delay(LOOK_NOISE_MS);
  }
  return async () => {
    for (const { customer, endpointId } of added) await customer.unsubscribe(endpointId);
    // What was in flight fails now, and nothing follows.
    while ((await openAnswers(stage)) > 0) {
      await dripping.run({ kind: 'hang-up' }, done);
      await delay(LOOK_NOISE_MS);
    }
    await pendingDeliveries(subject, noisy, (pending) => pending === 0);
    await delay(QUIET_MS);
  };
}

async function openAnswers({ dripping }: Stage): Promise<number> {
  const { open } = await dripping.run({ kind: 'count-open' }, counted);
  return open;
}
