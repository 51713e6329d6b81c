import { delay } from '@fulfilment/kernel';
import { collect, placeOf } from './collect.ts';
import { published, taken } from './jobs.ts';
import { type Measured, startCpuMeter } from './measured.ts';
import type { Stage } from './stage.ts';

/** Deliveries of events that are published and that have not arrived yet, to each endpoint at most: enough that nobody waits for the publisher. */
const AHEAD = 500;
const AT_ONCE = 100;
const LOOK_MS = 5;

/** Events that come from the broker, are stored and are each delivered to every endpoint of an account, while further ones come. */
export async function measureLive(stage: Stage, endpoints: number): Promise<Measured> {
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
