import { newId } from '@fulfilment/kernel';
import type { Document } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import type { DeliveryFilter } from '../deliveries/delivery-ports.ts';
import type { Replay } from '../model/domain/replay.ts';
import { BY, endpoint, event, openTestStore, TENANT, type TestStore } from './store.fixture.ts';

let bed: TestStore;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
});

afterEach(async () => {
  await bed.mongo.db.command({ profile: 0 });
  await bed.stop();
});

const PAGE = { limit: 2, cursor: undefined };
const anyDelivery: DeliveryFilter = {
  states: undefined,
  eventTypes: undefined,
  eventId: undefined,
  since: undefined,
  until: undefined,
};

test('every query of owners has an index: none goes through a whole collection, none sorts in memory', async () => {
  const store = bed.process('one');
  const added = endpoint();
  const events = Array.from({ length: 30 }, () => event());
  await store.endpoints.add(added, 'whsec_x', BY);
  await store.events.store(events);
  const of = { tenant: TENANT, endpointId: added.id };
  const since = new Date(Date.now() - 1_000);
  const replay = (selection: Replay['selection']): Replay => ({
    ...of,
    id: newId('rpl'),
    since,
    until: new Date(Date.now() + 1_000),
    selection,
    rate: null,
    status: 'running',
    examined: 0,
    resent: 0,
    createdAt: new Date(),
    endedAt: null,
  });
  await bed.mongo.db.command({ profile: 2 });

  await readDeliveries(store, added.id, since);
  await store.endpoints.page(TENANT, PAGE);
  await store.audit.page(TENANT, { endpointId: undefined }, PAGE);
  await store.audit.page(TENANT, { endpointId: added.id }, PAGE);
  await store.audit.page(TENANT, { actor: BY.actor, from: since }, PAGE);
  await store.stats.hours(TENANT, added.id, { since, until: new Date() });
  await store.stats.hours(TENANT, undefined, { since, until: new Date() });
  await store.stats.oldestUndelivered(TENANT, added.id);
  for (const selection of ['failed', 'all'] as const) {
    expect(await store.replays.add(replay(selection), BY)).toBeUndefined();
    let carriedOn = true;
    while (carriedOn) carriedOn = await store.replays.step();
  }
  const { data: replays } = await store.replays.page(TENANT, added.id, PAGE);

  expect(replays).toMatchObject([
    { selection: 'all', status: 'done', examined: 30 },
    { selection: 'failed', status: 'done' },
  ]);
  const profiled = await bed.mongo.db
    .collection('system.profile')
    .find({ planSummary: { $exists: true } })
    .toArray();
  const unindexed = profiled.filter(({ planSummary, hasSortStage }) => planSummary === 'COLLSCAN' || hasSortStage === true);
  expect(profiled.length).toBeGreaterThan(30);
  expect(unindexed.map(shown)).toEqual([]);
});

/** Of one event there is one delivery at most, so that looking for it needs no order. */
async function readDeliveries(store: Store, endpointId: string, since: Date): Promise<void> {
  const of = { tenant: TENANT, endpointId };
  const { data, next_cursor: cursor } = await store.log.page(of, anyDelivery, PAGE);
  await store.log.page(of, anyDelivery, { limit: 2, cursor: cursor ?? undefined });
  const states: ReadonlyArray<NonNullable<DeliveryFilter['states']>> = [
    ['pending'],
    ['delivered'],
    ['failed'],
    ['dropped', 'batched'],
    ['pending', 'failed'],
    ['pending', 'delivered', 'failed'],
  ];
  for (const filter of [
    ...states.map((some) => ({ states: some })),
    { since },
    { eventTypes: ['order.created'] },
    { eventTypes: ['order.created', 'scan.completed'] },
  ])
    await store.log.page(of, { ...anyDelivery, ...filter }, PAGE);
  const [{ id } = { id: '' }] = data;
  await store.log.find(TENANT, id);
  await store.log.findWhole(TENANT, id);
  await store.log.resend(TENANT, id, BY);
}

function shown({ op, ns, planSummary, command, hasSortStage }: Document): unknown {
  return { op, ns, planSummary, hasSortStage, filter: command?.filter ?? command?.q ?? command?.query ?? command?.pipeline };
}
