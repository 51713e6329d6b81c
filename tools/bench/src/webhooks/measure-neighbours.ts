import { delay } from '@fulfilment/kernel';
import type { Customer } from '../subject.ts';
import { counted, done, published } from './jobs.ts';
import { pendingDeliveries, placeOf, type Stage } from './stage.ts';
import { type Latency, measureLatency, newSubscribed } from './measure-rates.ts';

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
const LOOK_MS = 50;
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
      added.push({ customer, endpointId: await customer.subscribe(placeOf(dripping, customer).url) });
    }
    const { accountId } = customer;
    await publisher.run({ kind: 'publish', brokers: subject.kafkaBrokers, accountId, events: EVENTS_EACH }, published);
  }
  const deadline = Date.now() + PATIENCE_MS;
  while ((await openAnswers(stage)) < added.length) {
    if (Date.now() > deadline) throw new Error(`not all ${added.length} endpoints drip`);
    await delay(LOOK_MS);
  }
  return async () => {
    for (const { customer, endpointId } of added) await customer.unsubscribe(endpointId);
    // What was in flight fails now, and nothing follows.
    while ((await openAnswers(stage)) > 0) {
      await dripping.run({ kind: 'hang-up' }, done);
      await delay(LOOK_MS);
    }
    await pendingDeliveries(subject, noisy, (pending) => pending === 0);
    await delay(QUIET_MS);
  };
}

async function openAnswers({ dripping }: Stage): Promise<number> {
  const { open } = await dripping.run({ kind: 'count-open' }, counted);
  return open;
}
