import { delay, tenantKey } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import type { Customer, Subject } from '../subject.ts';

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
