import { newId } from '@fulfilment/kernel';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { event, openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import { sampleDelivery } from '../model/domain/delivery.fixture.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

async function stored(...events: readonly LoggedEvent[]) {
  await store.events.store(events);
  return events.map(({ id, tenant }) => sampleDelivery({ id: newId('dlv'), tenant, eventId: id }));
}

test('events of deliveries are loaded as they will be sent, and are gone once they are forgotten', async () => {
  const deliveries = await stored(event({ body: '{"nth":1}', requestId: 'req_9' }), event({ body: '{"nth":2}' }));

  const loaded = await store.loadEvents(deliveries);

  expect(deliveries.map((delivery) => loaded.of(delivery))).toMatchObject([
    { type: 'order.created', body: '{"nth":1}', requestId: 'req_9', traceparent: null },
    { body: '{"nth":2}' },
  ]);
  loaded.release();
  expect(deliveries.map((delivery) => loaded.of(delivery))).toEqual([undefined, undefined]);
});

test("another tenant's event is not loaded, and a batch is left to who sends it", async () => {
  const [first, foreign] = await stored(event(), event({ tenant: 'acc_other:sandbox' }));
  if (!first || !foreign) throw new Error('Two events were stored');
  const batch = sampleDelivery({ tenant: TENANT_KEY, eventId: 'dlv_9', members: [first.eventId] });

  const loaded = await store.loadEvents([first, { ...foreign, tenant: TENANT_KEY }, batch]);

  expect([first, foreign, batch].map((delivery) => loaded.of(delivery)?.type)).toEqual(['order.created', undefined, undefined]);
});

test('of large events only some are loaded ahead', async () => {
  const body = JSON.stringify('x'.repeat(900_000));
  const deliveries = await stored(...Array.from({ length: 8 }, () => event({ body })));

  const loaded = await store.loadEvents(deliveries);

  expect(deliveries.filter((delivery) => loaded.of(delivery) !== undefined)).toHaveLength(5);
});
