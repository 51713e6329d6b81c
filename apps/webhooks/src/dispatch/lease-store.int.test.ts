import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { releaseOf } from '../database/queue-documents.ts';
import { openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import { claimed, leasesConformance, until } from './lease-store.conformance.ts';
import { Lease, type LeaseStore } from './lease-store.ts';

leasesConformance('leases in MongoDB', async () => {
  const bed = await openTestStore(inject('engines').mongodbUrl);
  return {
    tenant: TENANT_KEY,
    of: (owner, leaseMs) => bed.process(owner, { leaseMs }).leases,
    release: async ({ endpointId, tenant }) => {
      await bed.collections.queues.updateOne({ _id: endpointId }, releaseOf(tenant), { upsert: true });
    },
    stop: () => bed.stop(),
  };
});

describe('a worker', () => {
  const queue = { tenant: TENANT_KEY, endpointId: 'whk_1' };
  let bed: TestStore;
  let one: LeaseStore;

  beforeEach(async () => {
    bed = await openTestStore(inject('engines').mongodbUrl);
    one = bed.process('one', { leaseMs: 60_000 }).leases;
  });

  afterEach(() => bed.stop());

  test('that was notified reads its queue again before it releases it', async () => {
    await one.wake([queue]);
    const lease = new Lease(one, await claimed(one), performance.now() + 60_000);

    expect(lease.notify()).toBe(true);
    expect(await lease.idle(until(null))).toBe(false);

    lease.clear();
    expect(await lease.idle(until(null))).toBe(true);
  });

  test('that is notified during the release, or after the lease, has the queue woken in the store', async () => {
    const two = bed.process('two', { leaseMs: 60_000 }).leases;
    await one.wake([queue]);
    const lease = new Lease(one, await claimed(one), performance.now() + 60_000);

    const releasing = lease.idle(until(null));
    expect(lease.notify()).toBe(false);
    await one.wake([queue]);
    await releasing;
    expect(await bed.collections.queues.countDocuments({ wakes: 2 })).toBe(1);

    const lost = new Lease(two, await claimed(two).catch(() => ({ ...lease.claim })), performance.now() - 1);
    expect(lost.notify()).toBe(false);
  });
});
