import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, replayOf, TENANT, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';

const HOUR_MS = 3_600_000;

let bed: TestStore;
let store: Store;
let endpointId: string;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
  const added = endpoint();
  endpointId = added.id;
  await store.endpoints.add(added, 'whsec_x', BY);
});

afterEach(() => bed.stop());

const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

async function delivered(): Promise<string> {
  await store.events.store([event({ createdAt: ago(24) })]);
  const [id] = await bed.end();
  if (id === undefined) throw new Error('nothing is due');
  return id;
}

async function ages(): Promise<{ readonly told: number; readonly shown: number }> {
  await store.leases.wake([{ tenant: TENANT_KEY, endpointId }]);
  const [oldest] = await store.backlog();
  const since = await store.stats.oldestUndelivered(TENANT, endpointId);
  return { told: (oldest?.ageMs ?? Number.NaN) / HOUR_MS, shown: (Date.now() - (since?.getTime() ?? Number.NaN)) / HOUR_MS };
}

test('an event has waited since it came to be', async () => {
  await store.events.store([event({ createdAt: ago(3) }), event()]);

  const { told, shown } = await ages();

  expect([told, shown]).toEqual([expect.closeTo(3, 1), expect.closeTo(3, 1)]);
});

test('one that is sent again has waited since it was asked for', async () => {
  await store.log.resend(TENANT, await delivered(), BY);

  const { told, shown } = await ages();

  expect([told, shown]).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1)]);
});

test('one of before, which a replay gives to an endpoint, has waited since then', async () => {
  await delivered();
  await bed.collections.deliveries.deleteMany({ endpoint_id: endpointId });
  await store.replays.add(replayOf(endpointId, { selection: 'all', since: ago(25) }), BY);
  while (await store.replays.step());

  const { told, shown } = await ages();

  expect([told, shown]).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1)]);
});

test('what is sent again hides none that has waited longer', async () => {
  await store.log.resend(TENANT, await delivered(), BY);
  await store.events.store([event({ createdAt: ago(2) })]);

  const { told, shown } = await ages();

  expect([told, shown]).toEqual([expect.closeTo(2, 1), expect.closeTo(2, 1)]);
});
