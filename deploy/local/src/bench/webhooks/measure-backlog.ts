import { delay, tenantKey } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { databasesOf } from '../../system/databases.ts';
import type { Customer } from '../subject.ts';
import { done, published } from './jobs.ts';
import type { Stage } from './stage.ts';
import { collect, placeOf } from './collect.ts';

const LOOK_MS = 20;
const PATIENCE_MS = 60_000;

/**
 * Deliveries a second of a backlog to endpoints of a new account. The receiver holds what comes first until all are stored; what is
 * measured is from its release to the last.
 *
 * @throws Error if one does not come.
 */
export async function measureBacklog(stage: Stage, endpoints: number): Promise<number> {
  const { subject, subscriber, publisher, extent } = stage;
  const customer = await subject.newCustomer(`Backlog of ${endpoints}`);
  for (let added = 0; added < endpoints; added += 1) await customer.subscribe(placeOf(subscriber, customer).url);
  const events = endpoints === 1 ? extent.backlog : Math.ceil(extent.backlog / 4);
  await subscriber.run({ kind: 'hold' }, done);
  const { accountId } = customer;
  await publisher.run({ kind: 'publish', brokers: subject.kafkaBrokers, accountId, events }, published);
  await allStored(stage, customer, events * endpoints);
  const releasedAtMs = Date.now();
  await subscriber.run({ kind: 'release' }, done);
  const { latenciesMs, lastAtMs } = await collect(subscriber, customer, events * endpoints);
  return (latenciesMs.length / (lastAtMs - releasedAtMs)) * 1_000;
}

async function allStored({ subject }: Stage, { accountId }: Customer, expected: number): Promise<void> {
  const client = new MongoClient(subject.mongodbUrl);
  try {
    const deliveries = client.db(databasesOf('').webhooks).collection('deliveries');
    const tenant = tenantKey({ accountId, environment: 'sandbox' });
    const deadline = Date.now() + PATIENCE_MS;
    while ((await deliveries.countDocuments({ tenant, state: 'pending' })) < expected) {
      if (Date.now() > deadline) throw new Error(`not ${expected} deliveries were stored in ${PATIENCE_MS / 1_000} s`);
      await delay(LOOK_MS);
    }
  } finally {
    await client.close();
  }
}
