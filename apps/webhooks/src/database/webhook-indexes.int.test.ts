import type { Document } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { BY, endpoint, event, openTestStore, TENANT, TENANT_KEY, type TestStore } from './store.fixture.ts';

let bed: TestStore;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
});

afterEach(async () => {
  await bed.mongo.db.command({ profile: 0 });
  await bed.stop();
});

test('every query has an index: none goes through a whole collection, none sorts in memory', async () => {
  const store = bed.process('one');
  await bed.mongo.db.command({ profile: 2 });
  const added = endpoint();
  const queue = { tenant: TENANT_KEY, endpointId: added.id };
  await store.endpoints.add(added, 'whsec_x', BY);
  const first = event();
  await store.events.store([first, event(), event()]);
  await store.events.store([first]);
  await store.feed.page(TENANT, { after: first.id, types: ['order.created', 'order.packed'] }, { limit: 1, cursor: undefined });
  await store.feed.page(TENANT, { after: first.id, types: ['order.packed'] }, { limit: 1, cursor: undefined });
  await store.leases.wake([queue]);
  const [claim] = await store.leases.claim({ clean: 10, others: 10 });
  if (!claim) throw new Error('nothing is due');
  await store.leases.renew([claim]);
  const [delivery] = await store.deliveries.due(queue, { limit: 10, except: ['dlv_x'] });
  if (!delivery) throw new Error('nothing is due');
  await store.deliveries.nextDueAt(queue);
  await store.findTarget(queue);
  await store.findEvent(delivery);
  const facts = {
    url: added.url,
    requestId: null,
    n: 1,
    at: new Date(),
    latencyMs: 1,
    status: 410,
    error: null,
    errorDetail: null,
  };
  const answer = { signedWith: ['sec_1'], responseHeaders: {}, excerpt: null };
  await store.record({ delivery, ...facts, ...answer, outcome: { type: 'retry', afterMs: 1 }, consequence: { type: 'disable' } });
  await store.deliveries.after(queue, 0, 10);
  await store.deliveries.ofRecord(queue, { recordKey: first.key, through: 100, limit: 10 });
  await store.batches.compose([delivery], 100);
  await store.deliveries.finishDrop(queue, 7);
  await store.leases.idle(claim, { dueAt: new Date(), heldUntil: null, clean: false, slowOnce: false });
  expect(await store.backlog()).toHaveLength(1);
  await store.endpoints.list([TENANT]);
  await store.endpoints.remove({ id: added.id, tenants: [TENANT] }, BY);
  await store.deliveries.drop(queue, { through: null, limit: 10 });

  const profiled = await bed.mongo.db
    .collection('system.profile')
    .find({ planSummary: { $exists: true } })
    .toArray();
  const unindexed = profiled.filter(({ planSummary, hasSortStage }) => planSummary === 'COLLSCAN' || hasSortStage === true);

  expect(profiled.length).toBeGreaterThan(20);
  expect(unindexed.map(shown)).toEqual([]);
});

test('the age of the backlog looks at one delivery of each queue', async () => {
  const store = bed.process('one');
  const added = endpoint();
  await store.endpoints.add(added, 'whsec_x', BY);
  const old = new Date(Date.now() - 3_600_000);
  await store.events.store([event({ createdAt: old }), ...Array.from({ length: 99 }, () => event())]);
  expect(await store.backlog()).toEqual([]);
  await store.leases.wake([{ tenant: TENANT_KEY, endpointId: added.id }]);
  await bed.mongo.db.command({ profile: 2 });

  const [oldest] = await store.backlog();
  expect(oldest).toMatchObject({ endpointId: added.id });
  expect(oldest?.ageMs).toBeCloseTo(3_600_000, -4);

  const [looked] = await bed.mongo.db
    .collection('system.profile')
    .find({ op: 'command', 'command.aggregate': 'queues' })
    .toArray();
  expect(looked?.['docsExamined']).toBeLessThan(10);
});

function shown({ op, ns, planSummary, command, hasSortStage }: Document): unknown {
  return { op, ns, planSummary, hasSortStage, filter: command?.filter ?? command?.q ?? command?.query ?? command?.pipeline };
}
