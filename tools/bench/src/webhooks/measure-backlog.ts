import { done, published } from './jobs.ts';
import { type Measured, startCpuMeter } from './measured.ts';
import { pendingDeliveries } from './pending-deliveries.ts';
import type { Stage } from './stage.ts';
import { collect, placeOf } from './collect.ts';

/**
 * Deliveries of a backlog to endpoints of a new account. The receiver holds what comes first until all are stored; what is
 * measured is from its release to the last.
 *
 * @throws Error if one does not come.
 */
export async function measureBacklog(stage: Stage, endpoints: number): Promise<Measured> {
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
