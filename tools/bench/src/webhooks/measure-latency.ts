import type { Customer } from '../subject.ts';
import { collect, placeOf } from './collect.ts';
import { published } from './jobs.ts';
import type { Stage } from './stage.ts';

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
