import { once } from 'node:events';
import { createServer } from 'node:http';
import { databaseOf } from '@fulfilment/dev-stack/run-file';
import { delay, newId } from '@fulfilment/kernel';
import { type Collection, MongoClient } from 'mongodb';
import { z } from 'zod';
import type { Customer, Subject } from '../subject.ts';

const BATCH = 5_000;
const PATIENCE_MS = 30_000;
const LOOK_MS = 50;

/**
 * Gives a customer an endpoint with a log of so many deliveries: one that the service itself made, and others in its likeness, put
 * straight into the store.
 *
 * @returns the endpoint's id.
 * @throws Error if the service makes none.
 */
export async function fillLog(
  { gatewayUrl, mongodbUrl }: Subject,
  customer: Customer,
  { deliveries, signal }: { readonly deliveries: number; readonly signal: AbortSignal },
): Promise<string> {
  const receiver = createServer((request, response) => void request.resume().on('end', () => response.end('ok')));
  const client = new MongoClient(mongodbUrl);
  try {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    if (address === null || typeof address === 'string') throw new Error('The receiver has no TCP address');
    const endpointId = await customer.subscribe(`http://127.0.0.1:${address.port}/hook`);
    const body = JSON.stringify({ barcode: '4006381333931', type: 'pick' });
    const scanned = await fetch(`${gatewayUrl}/v1/scans`, { method: 'POST', headers: customer.headers, body });
    if (!scanned.ok) throw new Error(`POST /v1/scans was answered with ${scanned.status}`);
    const collection = client.db(databaseOf('webhooks', '')).collection<Delivery>('deliveries');
    const made = await readDelivered(collection, endpointId, signal);
    for (let from = 1; from < deliveries; from += BATCH) {
      signal.throwIfAborted();
      const likenesses = Array.from({ length: Math.min(BATCH, deliveries - from) }, () => likenessOf(made));
      await collection.insertMany(likenesses, { ordered: false, writeConcern: { w: 1, journal: false } });
    }
    return endpointId;
  } finally {
    await client.close();
    receiver.close();
    receiver.closeAllConnections();
  }
}

const storedDelivery = z.looseObject({ _id: z.string(), recorded_in: z.unknown().optional() });
type StoredDelivery = z.output<typeof storedDelivery>;
type Delivery = Omit<StoredDelivery, 'recorded_in'>;

async function readDelivered(collection: Collection<Delivery>, endpointId: string, signal: AbortSignal): Promise<StoredDelivery> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const found = await collection.findOne({ endpoint_id: endpointId, state: 'delivered' });
    if (found) return storedDelivery.parse(found);
    await delay(LOOK_MS, signal);
  }
  throw new Error('The first delivery did not come');
}

/** Another delivery of another event. Its attempts are not kept: the log shows their number alone. */
function likenessOf({ recorded_in: _attempts, ...made }: StoredDelivery): Delivery {
  return { ...made, _id: newId('dlv'), event_id: newId('evt') };
}
