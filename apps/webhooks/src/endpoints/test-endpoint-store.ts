import type { Clock } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { toFacts } from '../deliveries/delivery-facts-documents.ts';
import { addDeliveries } from '../deliveries/pending-store.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import { deliveriesOf, toEventDocument } from '../events/event-documents.ts';
import { takePositions } from '../events/take-positions-store.ts';
import { tell } from './change-log-store.ts';
import type { StoreTest } from './endpoint-ports.ts';

export interface StoreTestParts {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly now: Clock;
}

/** The event has its place among the tenant's, as every one has, and goes to that endpoint alone. */
export function makeStoreTest({ client, collections, now }: StoreTestParts): StoreTest {
  return (event, endpointId, by) => {
    const at = now();
    const { tenant } = event;
    return transact(client, async (session) => {
      const positions = await takePositions([event], { session, collections, at });
      const selected = new Map([[event.id, [endpointId]]]);
      const document = { ...toEventDocument(event, { place: 0, positions, selected, at }), test: true as const };
      const [delivery] = deliveriesOf(document, at);
      if (!delivery) throw new Error('A test has one delivery');
      await collections.events.insertOne(document, { session });
      await addDeliveries([delivery], { session, collections });
      await collections.queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
      const told = { action: 'webhook.tested', details: { type: event.type }, tenant, endpointId, by };
      await tell(told, { session, collections, at });
      return toFacts(delivery);
    });
  };
}
