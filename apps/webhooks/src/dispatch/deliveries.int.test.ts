import { inject } from 'vitest';
import { BY, openTestStore, TENANT, TENANT_KEY } from '../database/store.fixture.ts';
import { deliveriesConformance } from './deliveries.conformance.ts';

deliveriesConformance('deliveries in MongoDB', async () => {
  const bed = await openTestStore(inject('engines').mongodbUrl);
  const store = bed.process('one');
  return {
    tenant: TENANT_KEY,
    add: async (endpoint) => void (await store.endpoints.add(endpoint, 'whsec_x', BY)),
    store: async (events) => void (await store.events.store(events)),
    deliveries: store.deliveries,
    record: store.record,
    resend: (id) => store.log.resend(TENANT, id, BY),
    findTarget: store.findTarget,
    stop: () => bed.stop(),
  };
});
