import { leasesConformance } from '../../../apps/webhooks/src/dispatch/lease-store.conformance.ts';
import { leasesOf, MemoryQueues } from './memory-queues.ts';

leasesConformance('leases in memory', async () => {
  const queues = new MemoryQueues({});
  return {
    tenant: 'acc_1:sandbox',
    of: (name, leaseMs) => leasesOf({ owner: { name }, leaseMs }, async (_name, effect) => effect(queues)),
    release: async (queue) => queues.release(queue),
    stop: async () => undefined,
  };
});
