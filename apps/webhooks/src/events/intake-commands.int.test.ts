import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import { type CountedCommands, countCommands } from '../commands.fixture.ts';

let bed: TestStore;
let store: Store;
let commands: CountedCommands;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
  await store.events.store([event()]);
  commands = countCommands(bed.mongo.client);
});

afterEach(() => bed.stop());

test('events of one tenant without an endpoint that matches are stored by three commands', async () => {
  await store.events.store([event(), event()]);

  expect(commands.made()).toEqual(['findAndModify positions', 'insert events', 'commitTransaction']);
});

test('events with deliveries are stored by five commands', async () => {
  await store.endpoints.add(endpoint(), 'whsec_x', BY);
  await store.events.store([event()]);
  commands.clear();

  await store.events.store([event(), event()]);

  expect(commands.made()).toEqual([
    'findAndModify positions',
    'insert events',
    'insert deliveries',
    'insert pending',
    'commitTransaction',
  ]);
});

test('events of many tenants are stored by four commands', async () => {
  const tenants = Array.from({ length: 20 }, (_, place) => `acc_${place}:sandbox`);
  const storeOne = (): Promise<unknown> => Promise.all(tenants.map((tenant) => store.events.store([event({ tenant })])));
  await storeOne();
  commands.clear();

  await storeOne();

  expect(commands.made()).toEqual(['update positions', 'find positions', 'insert events', 'commitTransaction']);
});

test('events of several partitions that are there at the same time share a transaction', async () => {
  const partitions = [[event(), event()], [event()], [event()]];

  await Promise.all(partitions.map((events) => store.events.store(events)));

  expect(commands.made()).toHaveLength(3);
  const stored = await bed.collections.events.find({ tenant: TENANT_KEY }).sort({ position: 1 }).toArray();
  expect(stored.slice(1).map(({ _id }) => _id)).toEqual(partitions.flat().map(({ id }) => id));
});
