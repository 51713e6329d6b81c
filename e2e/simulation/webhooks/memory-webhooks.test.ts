import { deliveriesConformance } from '../../../apps/webhooks/src/dispatch/deliveries.conformance.ts';
import { deliveriesOf, MemoryWebhooks } from './memory-webhooks.ts';

deliveriesConformance('deliveries in memory', async () => {
  const store = new MemoryWebhooks({});
  return {
    tenant: 'acc_1:sandbox',
    add: async (endpoint) => void store.endpoints.set(endpoint.id, endpoint),
    store: async (events) => void store.storeTurns([events]),
    deliveries: deliveriesOf(async (_name, effect) => effect(store)),
    record: async (attempt) => store.record(attempt),
    resend: async (id) => store.resend(id),
    findTarget: async (queue) => store.findTarget(queue),
    stop: async () => undefined,
  };
});
